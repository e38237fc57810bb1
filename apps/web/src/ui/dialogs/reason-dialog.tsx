// Asks why something is declined. Whoever asked for it gets the reason by email.
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

export interface ReasonDialogProps {
  heading: string;
  label: string;
  hint: string;
  maxLength: number;
  confirmLabel: string;
  isBusy: boolean;
  /** `reason` has one line: the field may have more, for reading. */
  onConfirm(reason: string): void;
  onClose(): void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { heading, label, hint, maxLength, confirmLabel, isBusy, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onConfirm(reason.trim().replace(/\s*\n\s*/g, ' '));
  };
  return (
    <Dialog heading={heading} keepsText onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Textarea
          data-autofocus
          size="md"
          label={label}
          description={hint}
          rows={4}
          maxLength={maxLength}
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={reason.trim() === ''}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
