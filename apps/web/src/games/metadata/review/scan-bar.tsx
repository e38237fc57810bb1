// Starts, monitors and cancels the search for all games without metadata.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MatchCounts } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { IconDatabaseSearch } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './match-review.module.css';

export function ScanBar({ scan }: Pick<MatchCounts, 'scan'>) {
  const { t } = useTranslation('matches');
  const { start, cancel, cancelled } = useScan();
  // After a cancel, running searches still finish, but the scan itself is over.
  if (!scan || scan.left === 0 || scan.startedAt === cancelled) {
    return (
      <Button
        variant="default"
        size="sm"
        classNames={{ root: styles.scanStart, label: styles.scanLabel }}
        leftSection={<IconDatabaseSearch size={17} stroke={1.7} />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('scan.start')}
      </Button>
    );
  }
  const done = scan.total - scan.left;
  return (
    <div className={styles.scan}>
      <div className={styles.scanLine}>
        <span>{t('scan.progress', { done, count: scan.total })}</span>
        <Button
          variant="default"
          size="compact-sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(scan.startedAt)}
        >
          {t('scan.cancel')}
        </Button>
      </div>
      <ProgressBar percent={(100 * done) / scan.total} label={t('scan.label')} />
    </div>
  );
}

function useScan() {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  const [cancelled, setCancelled] = useState<string>();
  const onError = (error: ApiError) => toast.error(errorText(error, t('review.actionFailed')));
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all });
  const start = useMutation({
    mutationFn: () => client.call(adminApi.scanMatches),
    onSuccess: ({ queued }) => {
      setCancelled(undefined);
      toast.info(queued > 0 ? t('scan.queued', { count: queued }) : t('scan.nothing'));
    },
    onError,
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: (_startedAt: string) => client.call(adminApi.cancelScan),
    onSuccess: (_, startedAt) => {
      setCancelled(startedAt);
      toast.info(t('scan.cancelled'));
    },
    onError,
    onSettled,
  });
  return { start, cancel, cancelled };
}
