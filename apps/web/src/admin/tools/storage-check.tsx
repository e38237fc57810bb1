// Starts a check of the stored files, and shows its progress and the last result.

import type { CheckKind, CheckStatus } from '@cellar/contract/admin/storage.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button, Flex, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { CheckResult } from './check-result.tsx';
import { storageCheckQuery } from './storage.queries.ts';

export function StorageCheck() {
  const { t } = useTranslation('storage');
  const query = useQuery(storageCheckQuery(useApi()));
  return (
    <Section heading={t('check.heading')} lead={t('check.lead')}>
      {query.isPending && (
        <div role="status" aria-label={t('usage.loading')}>
          <Skeleton height="4.5rem" />
        </div>
      )}
      {query.isError && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data && <Check status={query.data} />}
    </Section>
  );
}

function Check({ status: { running, last } }: { status: CheckStatus }) {
  const { t } = useTranslation('storage');
  const start = useStart();
  return (
    <Flex direction="column" gap="var(--space-5)">
      {running ? (
        <Running running={running} />
      ) : (
        <Group align="stretch" gap="var(--space-2)">
          {(['quick', 'full'] as const).map((kind) => (
            <Button
              key={kind}
              variant="default"
              loading={start.isPending && start.variables === kind}
              disabled={start.isPending}
              onClick={() => start.mutate(kind)}
            >
              {t(`check.${kind}`)}
            </Button>
          ))}
        </Group>
      )}
      {last && <CheckResult result={last} />}
      {!last && !running && (
        <Text c="dimmed" fz="var(--text-2)">
          {t('check.never')}
        </Text>
      )}
    </Flex>
  );
}

function Running({ running }: { running: NonNullable<CheckStatus['running']> }) {
  const { t, i18n } = useTranslation('storage');
  const { kind, checkedFiles, totalFiles, checkedBytes, totalBytes } = running;
  const isFull = kind === 'full';
  const [done, all] = isFull ? [checkedBytes, totalBytes] : [checkedFiles, totalFiles];
  const label = t(isFull ? 'check.runningFull' : 'check.runningQuick');
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Flex direction="column" gap="var(--space-2)" maw="34rem">
      <Text fw={600}>{label}</Text>
      <ProgressBar percent={all > 0 ? Math.min(100, (100 * done) / all) : 0} label={label} />
      <Text c="dimmed" fz="var(--text-2)" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('check.progress', {
          checked: number.format(checkedFiles),
          count: totalFiles,
          size: formatSize(checkedBytes, i18n.language),
        })}
      </Text>
    </Flex>
  );
}

function useStart() {
  const { t } = useTranslation('storage');
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = storageCheckQuery(client);
  return useMutation({
    mutationFn: (kind: CheckKind) => client.call(adminApi.startStorageCheck, { body: { kind } }),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
    onError: (error) => toast.error(errorText(error, t('check.startFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
