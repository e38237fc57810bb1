// Asks before something is lost. The safe answer has the focus.
import { Button, Modal } from '@mantine/core';
import styles from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  isOpen: boolean;
  question: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  isBusy?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal.Root
      opened={props.isOpen}
      onClose={props.onCancel}
      size="27rem"
      classNames={{ overlay: styles.overlay, content: styles.content, body: styles.body }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={props.question}>
        <Modal.Body>
          <h2>{props.question}</h2>
          <p className={styles.text}>{props.text}</p>
          <div className={styles.actions}>
            <Button variant="default" data-autofocus onClick={props.onCancel}>
              {props.cancelLabel}
            </Button>
            <Button color="red" loading={props.isBusy} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
