// A dialog with a heading, a way out and whatever it is about. A yes-or-no question is confirm-dialog.tsx.
import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { keepFocus } from '#ui/keep-focus.ts';
import styles from './dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

export interface DialogProps {
  heading: string;
  closeLabel: string;
  size?: string;
  /** Escape is for something in it: a thing that is dragged. */
  isCovered?: boolean;
  onClose(): void;
  children: ReactNode;
}

export function Dialog({ heading, closeLabel, size = '32rem', isCovered, onClose, children }: DialogProps) {
  return (
    <ModalDialog isOpen label={heading} keepsEscape={isCovered} onClose={onClose}>
      <div ref={keepFocus} className={styles.content} style={{ maxWidth: size }}>
        <div className={styles.head}>
          <h2 className={styles.heading}>{heading}</h2>
          <CloseButton aria-label={closeLabel} onClick={onClose} />
        </div>
        {children}
      </div>
    </ModalDialog>
  );
}
