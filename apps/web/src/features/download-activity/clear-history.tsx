// Empties the member's history, after it has asked. Used above the history.
import { api } from '@cellar/contract/api.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast } from '#ui/toasts/toast.tsx';

export function ClearHistory({ onCleared }: { onCleared(): void }) {
  const { t } = useTranslation('myDownloads');
  const [isAsking, setAsking] = useState(false);
  const client = useApi();
  const queryClient = useQueryClient();
  const clear = useMutation({
    mutationFn: () => client.call(api.clearMyActivity),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('history.cleared')));
      onCleared();
    },
    onError: () => toast.error(t('history.clearFailed')),
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries({ queryKey: queryKeys.activity.all });
    },
  });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setAsking(true)}>
        {t('history.clear')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('history.clearQuestion')}
        text={t('history.clearText')}
        confirmLabel={t('history.clearConfirm')}
        isBusy={clear.isPending}
        onConfirm={() => clear.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
