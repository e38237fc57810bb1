// A dialog with a heading and a close button. For forms, use dialog-form.tsx, and for yes-or-no questions confirm-dialog.tsx.
import { CloseButton } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptText } from '#lib/kept-text-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { useIsSaving } from '#lib/use-is-saving.ts';
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
  /**
   * Whether to ask before text is lost that was typed here. If it is given at all, the text is kept when the session expires.
   * Call `onClose` yourself once the text is saved.
   */
  keepsText?: boolean;
  /** Whether something would be lost. The default, with `keepsText`: whether something was typed or chosen, and nothing is being saved. */
  isUnsaved?: boolean | undefined;
  /** Without it, there is no close button, and Escape and clicks outside do nothing: only what is inside closes the dialog. */
  onClose?: (() => void) | undefined;
  /** `close` asks like the close button. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Dialog(props: DialogProps) {
  const { heading, closeLabel, size = '32rem', isHeld, keepsText, onClose, children } = props;
  const { t } = useTranslation();
  const [isTyped, setTyped] = useState(false);
  // A save that fails leaves the text unsaved. One that succeeds has closed the dialog, or turned `keepsText` off.
  const isSaving = useIsSaving();
  const isUnsaved = props.isUnsaved ?? (keepsText === true && isTyped && !isSaving);
  const confirmDiscard = useUnsaved({ isUnsaved, what: t('leave.typed', { heading }) });
  // Headings such as “Edit collection” are the same for several things, each of which has a page.
  const form = keepsText === undefined ? undefined : `${window.location.pathname} ${heading}`;
  const keepText = useKeptText(form);
  const card = useCallback(
    (element: HTMLDivElement) => {
      const ends = [keepFocus(element), keepText(element)];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [keepText],
  );
  const handleClose = onClose ? () => confirmDiscard(onClose) : stay;
  return (
    <ModalDialog isOpen label={heading} isHeld={isHeld} onClose={handleClose}>
      <div ref={card} className={styles.card} style={{ maxWidth: size }} onInput={() => setTyped(true)}>
        <div className={styles.head}>
          <h2 className={styles.heading}>{heading}</h2>
          {onClose && <CloseButton aria-label={closeLabel ?? t('close')} onClick={handleClose} />}
        </div>
        {typeof children === 'function' ? children(handleClose) : children}
      </div>
    </ModalDialog>
  );
}

function stay(): void {}
