// The files in which a threat was found. An admin can allow one in spite of that, and take it back.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { VirusScans as State, VirusFinding } from '@cellar/contract/transfer/virus-scans.endpoints.ts';
import { Button, Flex, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { adminGamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadingBlock, LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed, LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { Figures } from '#ui/figures.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Pager } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';

/** `count`: the number of findings that was read last. When it changes, the list is read again. */
function Findings({ count }: { count: number }) {
  const { t } = useTranslation('virusScans');
  const [page, setPage] = useState(1);
  const query = useQuery(findingsQuery(useApi(), page));
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that the list has changed
  useEffect(() => void refetch(), [count, refetch]);
  if (query.isPending) {
    return <LoadingList label={t('findings.loading')} height="4.5rem" />;
  }
  if (!query.data) {
    return (
      <LoadFailed heading="h3" title={t('findings.loadFailedTitle')} onRetry={() => void query.refetch()} />
    );
  }
  const { findings, totalPages } = query.data;
  if (findings.length === 0 && page === 1) return <p className={layout.dim}>{t('findings.none')}</p>;
  return (
    <div>
      <ul className={entries.list} aria-label={t('findings.list')}>
        {findings.map((finding) => (
          <li key={finding._id}>
            <FindingRow finding={finding} />
          </li>
        ))}
      </ul>
      <Pager page={page} totalPages={totalPages} label={t('findings.pager')} onPage={setPage} />
    </div>
  );
}

function FindingRow({ finding }: { finding: VirusFinding }) {
  const { t, i18n } = useTranslation('virusScans');
  const { game, kind, name, path, threat, foundAt, allowed } = finding;
  return (
    <ListRow
      spacing="tight"
      name={
        <h3>
          <Link to={adminGamePath(game._id)}>{game.title}</Link>
        </h3>
      }
      badges={
        <Badge tone={allowed ? 'accent' : 'bad'}>
          {t(allowed ? 'findings.allowed' : 'findings.quarantined')}
        </Badge>
      }
      detail={
        <>
          {t(`findings.kind.${kind}`, { name })}
          {path !== null && ` · ${path}`}
        </>
      }
      facts={
        <>
          <span className={layout.breakable}>{threat}</span>
          <span>{t('findings.found', { ago: formatAgo(foundAt, i18n.language) })}</span>
          {allowed && (
            <span>
              {t('findings.allowedBy', { name: allowed.by, ago: formatAgo(allowed.at, i18n.language) })}
            </span>
          )}
        </>
      }
      actions={<Decision finding={finding} />}
    />
  );
}

function Decision({ finding }: { finding: VirusFinding }) {
  const { t } = useTranslation('virusScans');
  const { t: tCommon } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const decide = useDecide(finding, () => setAsking(false));
  const { game, threat, allowed } = finding;
  const label = t(allowed ? 'findings.takeBack' : 'findings.allow');
  return (
    <>
      <Button
        variant="default"
        size="sm"
        ml="auto"
        loading={decide.isPending}
        aria-label={tCommon('pair', { label, value: game.title })}
        onClick={() => (allowed ? decide.mutate() : setAsking(true))}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('findings.question', { title: game.title })}
          text={t('findings.text', { threat })}
          confirmLabel={t('findings.allow')}
          isBusy={decide.isPending}
          onConfirm={() => decide.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Allows a quarantined file, and quarantines an allowed one. */
function useDecide({ _id: id, threat, allowed, game }: VirusFinding, onSettled: () => void) {
  const { t } = useTranslation('virusScans');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      allowed
        ? client.call(adminApi.quarantineFinding, { params: { id } })
        : client.call(adminApi.allowFinding, { params: { id }, body: { threat } }),
    onError: (error) => toast.error(errorText(error, t('findings.failed'))),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.virusScans.all });
      void queryClient.invalidateQueries({ queryKey: queryKeys.games.one(game._id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.health });
      onSettled();
    },
  });
}

// Virus scanning: whether clamd works, how many files it has scanned, and what it has found.

export function VirusScans() {
  const { t } = useTranslation('virusScans');
  const query = useQuery(virusScansQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && <LoadingBlock label={t('loading')} height="6rem" />}
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

// The number of quarantined files, shown on the tab of the tools.

export function QuarantinedBadge() {
  const { t } = useTranslation('virusScans');
  const { data } = useQuery(virusScansQuery(useApi()));
  if (!data?.quarantined) return null;
  return (
    <span title={t('quarantinedFiles', { total: data.quarantined })}>
      <Badge tone="bad">{data.quarantined}</Badge>
    </span>
  );
}

const watchWaitingMs = 5000;
const watchMs = 60_000;

const virusScansQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.virusScans.state,
    queryFn: ({ signal }) => client.call(adminApi.getVirusScans, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.clamd && data.waiting > 0 ? watchWaitingMs : watchMs),
  });

const findingsQuery = (client: ApiClient, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.virusScans.all, 'findings', page],
    queryFn: ({ signal }) =>
      client.call(adminApi.listVirusFindings, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
