// Asks for confirmation, usually before something is lost. The safe answer has the focus.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

export interface ConfirmDialogProps {
  isOpen: boolean;
  question: string;
  text: string;
  confirmLabel: string;
  /** The default is "Cancel". */
  cancelLabel?: string;
  isBusy?: boolean;
  /** Shows the confirming button in the normal color instead of red. */
  isHarmless?: boolean;
  /** Details below the text, for example a list of what will be lost. */
  children?: ReactNode;
  onConfirm(): void;
  onCancel(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog isOpen={props.isOpen} label={props.question} onClose={props.onCancel}>
      <div className={styles.card} style={{ maxWidth: '30rem' }}>
        <h2>{props.question}</h2>
        <p className={styles.text}>{props.text}</p>
        {props.children}
        <div className={styles.actions}>
          <Button variant="default" data-autofocus onClick={props.onCancel}>
            {props.cancelLabel ?? t('cancel')}
          </Button>
          {/* Ignores the second click of a double-click, which would confirm again before `isBusy` is set. */}
          <Button
            color={props.isHarmless ? undefined : 'red'}
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
