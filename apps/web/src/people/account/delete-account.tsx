import { memberApi } from '@cellar/contract/member-api.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';

export interface DeleteAccountProps {
  onDeleted(): void;
}

export function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation('account');
  const [isAsking, setAsking] = useState(false);
  const client = useApi();
  const remove = useMutation({
    // The API client asks for the password.
    mutationFn: () => client.call(memberApi.deleteOwnAccount, { body: {} }),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('delete.done')));
      onDeleted();
    },
    onError: (error) => toastRefusal(error, t('delete.failed')),
    onSettled: () => setAsking(false),
  });
  return (
    <Section heading={t('delete.heading')} lead={t('delete.lead')}>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        {t('delete.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('delete.question')}
        text={t('delete.text')}
        confirmLabel={t('delete.confirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </Section>
  );
}
