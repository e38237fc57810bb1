// Virus scanning: whether clamd works, how many files it has scanned, and what it has found.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { VirusScans as State } from '@cellar/contract/transfer/virus-scans.ts';
import { Button, Flex, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatDate } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Figures } from '#ui/figures.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { Findings } from './findings.tsx';
import { virusScansQuery } from './virus-scans.queries.ts';

export function VirusScans() {
  const { t } = useTranslation('virusScans');
  const query = useQuery(virusScansQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="6rem" />
        </div>
      )}
      {query.isError && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data && <Loaded state={query.data} />}
    </Section>
  );
}

function Loaded({ state }: { state: State }) {
  const { t } = useTranslation('virusScans');
  const { isOn, counts } = state;
  return (
    <Flex direction="column" gap="var(--space-5)">
      {isOn ? <On state={state} /> : <Notice kind="info">{t('off')}</Notice>}
      {(isOn || counts.infected > 0) && <Findings count={counts.infected} />}
    </Flex>
  );
}

function On({ state: { clamd, counts, waiting } }: { state: State }) {
  const { t, i18n } = useTranslation('virusScans');
  const number = (count: number) => new Intl.NumberFormat(i18n.language).format(count);
  const { clean, infected, tooLarge, failed } = counts;
  const scanAgain = useScanAgain();
  return (
    <>
      {clamd ? <Version clamd={clamd} /> : <Notice kind="error">{t('away')}</Notice>}
      {clamd?.reportsLimits === false && <Notice kind="info">{t('limitsHidden')}</Notice>}
      <Figures
        figures={[
          { name: t('scanned'), value: number(clean + infected), detail: t('clean', { count: clean }) },
          { name: t('waiting'), value: number(waiting) },
          { name: t('tooLarge'), value: number(tooLarge), detail: t('notScanned') },
          { name: t('failed'), value: number(failed), detail: t('notScanned') },
        ]}
      />
      <Flex direction="column" align="flex-start" gap="var(--space-2)">
        <Button variant="default" loading={scanAgain.isPending} onClick={() => scanAgain.mutate()}>
          {t('again')}
        </Button>
        <Text c="dimmed" fz="var(--text-2)">
          {t('againHint')}
        </Text>
      </Flex>
    </>
  );
}

function Version({ clamd }: { clamd: NonNullable<State['clamd']> }) {
  const { t, i18n } = useTranslation('virusScans');
  const { version, signaturesAt } = clamd;
  // `ClamAV 1.4.6/27800/Mon Nov 23 09:10:00 2026`: the version, the number of the signatures, their date.
  const [name = version, number] = version.split('/');
  return (
    <Text c="dimmed" fz="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
      {name}
      {number && signaturesAt && (
        <> · {t('signatures', { number, date: formatDate(signaturesAt, i18n.language) })}</>
      )}
    </Text>
  );
}

function useScanAgain() {
  const { t } = useTranslation('virusScans');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(adminApi.scanAllAgain, {}),
    onSuccess: (state) => {
      queryClient.setQueryData(queryKeys.virusScans.state, state);
      toast.success(t('againStarted'));
    },
    onError: (error) => toast.error(errorText(error, t('againFailed'))),
  });
}
