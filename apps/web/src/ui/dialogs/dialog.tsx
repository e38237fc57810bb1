// A dialog with a heading and a close button. For yes-or-no questions, use confirm-dialog.tsx.
import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  /** Without it, there is no close button, and Escape and clicks outside do nothing: only what is inside closes the dialog. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

export function Dialog({ heading, closeLabel, size = '32rem', isHeld, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog isOpen label={heading} isHeld={isHeld} onClose={onClose ?? stay}>
      <div ref={keepFocus} className={styles.card} style={{ maxWidth: size }}>
        <div className={styles.head}>
          <h2 className={styles.heading}>{heading}</h2>
          {onClose && <CloseButton aria-label={closeLabel ?? t('close')} onClick={onClose} />}
        </div>
        {children}
      </div>
    </ModalDialog>
  );
}

function stay(): void {}
