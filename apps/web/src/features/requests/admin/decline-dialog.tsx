// Asks for the reason why a request is declined.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import styles from '../new-request.module.css';

export interface DeclineDialogProps {
  title: string;
  isBusy: boolean;
  onDecline(reason: string): void;
  onClose(): void;
}

export function DeclineDialog({ title, isBusy, onDecline, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('requests');
  const [reason, setReason] = useState('');
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onDecline(reason);
  };
  return (
    <Dialog heading={t('admin.declineHeading', { title })} onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit}>
        <TextInput
          data-autofocus
          size="md"
          label={t('admin.reason')}
          description={t('admin.reasonHint')}
          maxLength={limits.requestReasonMax}
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={reason.trim() === ''}>
            {t('admin.declineConfirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
