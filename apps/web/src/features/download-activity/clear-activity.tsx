// Clears the log of all downloads, after it has asked twice (specification section 2). Used below the log.
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
import styles from './activity-log.module.css';

type Question = 'first' | 'second';

export function ClearActivity({ onCleared }: { onCleared(): void }) {
  const { t } = useTranslation('downloadActivity');
  const [asked, setAsked] = useState<Question>();
  const client = useApi();
  const queryClient = useQueryClient();
  const clear = useMutation({
    mutationFn: () => client.call(api.clearAllActivity),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('clear.done')));
      onCleared();
    },
    onError: () => toast.error(t('clear.failed')),
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: queryKeys.activity.all });
    },
  });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className={styles.clear}
        classNames={{ label: styles.clearLabel }}
        onClick={() => setAsked('first')}
      >
        {t('clear.button')}
      </Button>
      {asked && (
        <ConfirmDialog
          // A new dialog: the focus is on the safe answer again, so a key that is pressed twice does not go through.
          key={asked}
          isOpen
          question={t(`clear.${asked}.question`)}
          text={t(`clear.${asked}.text`)}
          confirmLabel={t(`clear.${asked}.confirm`)}
          isBusy={clear.isPending}
          onConfirm={() => (asked === 'first' ? setAsked('second') : clear.mutate())}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
