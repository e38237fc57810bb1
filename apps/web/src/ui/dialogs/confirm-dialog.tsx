// Asks before something is lost. The safe answer has the focus.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

export interface ConfirmDialogProps {
  isOpen: boolean;
  question: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  isBusy?: boolean;
  /** What the text speaks of, where that is more than a line. */
  children?: ReactNode;
  onConfirm(): void;
  onCancel(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <ModalDialog isOpen={props.isOpen} label={props.question} onClose={props.onCancel}>
      <div className={styles.content}>
        <h2>{props.question}</h2>
        <p className={styles.text}>{props.text}</p>
        {props.children}
        <div className={styles.actions}>
          <Button variant="default" data-autofocus onClick={props.onCancel}>
            {props.cancelLabel}
          </Button>
          {/* The second click of a double one would send it again, before `isBusy` can be shown. */}
          <Button
            color="red"
            loading={props.isBusy}
            onClick={({ detail }) => detail <= 1 && props.onConfirm()}
          >
            {props.confirmLabel}
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}
