// Searches again for all games whose search has failed. Used by the review of matches.
import { api } from '@cellar/contract/api.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './match-review.module.css';

export function RetryAll() {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => client.call(api.retryMatches),
    onSuccess: ({ queued }) => toast.info(t('review.allRetried', { count: queued })),
    onError: (error) => toast.error(errorText(error, t('review.actionFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all }),
  });
  return (
    <Button
      className={styles.retryAll}
      variant="default"
      size="sm"
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {t('review.retryAll')}
    </Button>
  );
}
