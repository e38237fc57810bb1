// The files in which a threat was found. An admin can allow one in spite of that, and take it back.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { VirusFinding } from '@cellar/contract/transfer/virus-scans.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatAgo } from '#lib/format.ts';
import { adminGamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './findings.module.css';
import { findingsQuery } from './virus-scans.queries.ts';

/** `count`: the number of findings that was read last. When it changes, the list is read again. */
export function Findings({ count }: { count: number }) {
  const { t } = useTranslation('virusScans');
  const [page, setPage] = useState(1);
  const query = useQuery(findingsQuery(useApi(), page));
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that the list has changed
  useEffect(() => void refetch(), [count, refetch]);
  if (query.isPending) {
    return (
      <div className={entries.loading} role="status" aria-label={t('findings.loading')}>
        <Skeleton height="4.5rem" />
      </div>
    );
  }
  if (!query.data) {
    return (
      <LoadFailed heading="h3" title={t('findings.loadFailedTitle')} onRetry={() => void query.refetch()} />
    );
  }
  const { findings, totalPages } = query.data;
  if (findings.length === 0 && page === 1) return <p className={styles.none}>{t('findings.none')}</p>;
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
          <span className={styles.threat}>{threat}</span>
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
