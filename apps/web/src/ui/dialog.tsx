// A dialog with a heading, a way out and whatever it is about. A yes-or-no question is confirm-dialog.tsx.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

export interface DialogProps {
  heading: string;
  closeLabel: string;
  size?: string;
  onClose(): void;
  children: ReactNode;
}

export function Dialog({ heading, closeLabel, size = '32rem', onClose, children }: DialogProps) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      classNames={{ overlay: styles.overlay, content: styles.content, body: styles.body }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={heading}>
        <Modal.Body>
          <div className={styles.head}>
            <h2 className={styles.heading}>{heading}</h2>
            <Modal.CloseButton aria-label={closeLabel} />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
