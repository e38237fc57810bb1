// A dialog with a heading and a close button. For yes-or-no questions, use confirm-dialog.tsx.
import { CloseButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import styles from './dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

export interface DialogProps {
  heading: string;
  /** The default is "Close". */
  closeLabel?: string;
  size?: string;
  /** Whether Escape, Back and clicks outside are ignored: something inside handles them, or its work would be lost. */
  isHeld?: boolean;
  /** Whether to ask before text is lost that was typed here. Call `onClose` yourself once it is saved. */
  keepsText?: boolean;
  /** Without it, there is no close button, and Escape and clicks outside do nothing: only what is inside closes the dialog. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { heading, closeLabel, size = '32rem', isHeld, keepsText = false, onClose, children } = props;
  const { t } = useTranslation();
  const [isTyped, setTyped] = useState(false);
  const confirmDiscard = useUnsaved({ isUnsaved: keepsText && isTyped, what: t('leave.typed', { heading }) });
  const handleClose = onClose && (() => confirmDiscard(onClose));
  return (
    <ModalDialog isOpen label={heading} isHeld={isHeld} onClose={handleClose ?? stay}>
      <div
        ref={keepFocus}
        className={styles.card}
        style={{ maxWidth: size }}
        onInput={() => setTyped(true)}
        onSubmit={() => setTyped(false)}
      >
        <div className={styles.head}>
          <h2 className={styles.heading}>{heading}</h2>
          {handleClose && <CloseButton aria-label={closeLabel ?? t('close')} onClick={handleClose} />}
        </div>
        {children}
      </div>
    </ModalDialog>
  );
}

function stay(): void {}
