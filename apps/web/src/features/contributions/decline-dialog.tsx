// Asks for the reason why a contribution is declined.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';

export interface DeclineDialogProps {
  title: string;
  isBusy: boolean;
  onDecline(reason: string): void;
  onClose(): void;
}

export function DeclineDialog({ title, isBusy, onDecline, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('contributions');
  const { t: tCommon } = useTranslation();
  const [reason, setReason] = useState('');
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onDecline(reason);
  };
  return (
    <Dialog heading={t('review.declineName', { title })} onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <TextInput
          data-autofocus
          size="md"
          label={t('review.reason')}
          description={t('review.reasonHint')}
          maxLength={limits.contributionReasonMax}
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="var(--space-3)" mt="var(--space-5)">
          <Button variant="default" onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={reason.trim() === ''}>
            {t('review.decline')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
