// A page of contributions, with its loading and error states.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  ContributedFile,
  Contribution,
  Contributions,
} from '@cellar/contract/club/contributions.endpoints.ts';
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import { Text } from '@mantine/core';
import { keepPreviousData, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiClient } from '#lib/api-client.ts';
import { formatAgo, formatMoment, formatSize } from '#lib/format.ts';
import { gamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';

export interface ContributionListProps {
  query: UseQueryResult<Contributions>;
  page: number;
  onPage(page: number): void;
  label: string;
  emptyText: string;
  /** To focus the list when a focused row disappears. */
  ref?: Ref<HTMLUListElement>;
  renderRow(contribution: Contribution): ReactNode;
}

export function ContributionList(props: ContributionListProps) {
  const { query, page, onPage, label, emptyText, ref, renderRow } = props;
  const { t } = useTranslation('contributions');
  const { data, isPending, isPlaceholderData } = query;
  useLastPage({ page, totalPages: isPlaceholderData ? undefined : data?.totalPages, onPage });
  if (isPending) {
    return <LoadingList label={t('loading')} height="3rem" rows={2} />;
  }
  if (!data) return <LoadFailedNotice onRetry={() => void query.refetch()} />;
  return (
    <>
      <ul
        ref={ref}
        tabIndex={-1}
        className={entries.list}
        aria-label={label}
        aria-busy={isPlaceholderData}
        hidden={data.contributions.length === 0}
      >
        {data.contributions.map((contribution) => (
          <li key={contribution._id}>{renderRow(contribution)}</li>
        ))}
      </ul>
      {data.contributions.length === 0 && (
        <Text c="dimmed" mt="var(--space-4)">
          {emptyText}
        </Text>
      )}
      <Pager page={page} totalPages={data.totalPages} label={t('pages')} onPage={onPage} />
    </>
  );
}

// A contribution in a list: what it is, its state, when and for admins by whom it was answered, and why it was declined.

const tones: Record<Contribution['state'], BadgeTone> = {
  waiting: 'accent',
  accepted: 'good',
  declined: 'bad',
};

interface ContributionRowProps {
  contribution: Contribution;
  /** Whether to name the contributor, for admins. */
  hasContributor?: boolean;
  actions?: ReactNode;
}

export function ContributionRow({ contribution, hasContributor = false, actions }: ContributionRowProps) {
  const { t } = useTranslation('contributions');
  const { title, kind, state, gameId, files } = contribution;
  return (
    <ListRow
      name={<h3>{gameId === null ? title : <Link to={gamePath(gameId)}>{title}</Link>}</h3>}
      badges={
        <>
          <Badge>{t(`kind.${kind}`)}</Badge>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </>
      }
      detail={files.length > 0 && <Files files={files} />}
      facts={<Facts contribution={contribution} hasContributor={hasContributor} />}
      actions={actions}
    >
      {state === 'declined' && <Why contribution={contribution} />}
    </ListRow>
  );
}

function Files({ files }: { files: readonly ContributedFile[] }) {
  const { i18n } = useTranslation();
  const nameOf = ({ platform, extra }: ContributedFile) =>
    [extra && extraLabel(extra), platform].filter(Boolean).join(', ');
  return files.map((file) => `${nameOf(file)} (${formatSize(file.fileSize, i18n.language)})`).join(' · ');
}

function Facts({ contribution, hasContributor }: { contribution: Contribution; hasContributor: boolean }) {
  const { t, i18n } = useTranslation('contributions');
  const { contributor, createdAt, answeredAt, answeredBy, targetGameId, state } = contribution;
  return (
    <>
      {hasContributor && (
        <span title={contributor?.email}>
          {contributor ? t('by', { name: contributor.name }) : t('byNobody')}
        </span>
      )}
      <time dateTime={createdAt} title={formatMoment(createdAt, i18n.language)}>
        {t('added', { ago: formatAgo(createdAt, i18n.language) })}
      </time>
      {answeredAt !== null && (
        <time dateTime={answeredAt} title={formatMoment(answeredAt, i18n.language)}>
          {answeredBy === null
            ? t('answered', { ago: formatAgo(answeredAt, i18n.language) })
            : t('answeredBy', { ago: formatAgo(answeredAt, i18n.language), name: answeredBy })}
        </time>
      )}
      {state === 'waiting' && targetGameId !== null && <Link to={gamePath(targetGameId)}>{t('target')}</Link>}
    </>
  );
}

function Why({ contribution: { reason } }: { contribution: Contribution }) {
  const { t } = useTranslation('contributions');
  return <p>{reason === '' ? t('whyDeleted') : t('why', { reason })}</p>;
}

// Queries for contributions: those that wait for an admin, those that were answered, and a contributor's own.

export type ShownContributions = 'waiting' | 'answered';

/** Contributors and other admins change the lists at any time. */
const pollMs = 60_000;

const shared = { staleTime: 0, placeholderData: keepPreviousData, refetchInterval: pollMs } as const;

export const contributionsQuery = (client: ApiClient, show: ShownContributions, page: number) =>
  queryOptions({
    ...shared,
    queryKey: [...queryKeys.contributions.all, 'list', show, page],
    queryFn: ({ signal }) => client.call(adminApi.listContributions, { query: { show, page }, signal }),
  });

export const ownContributionsQuery = (client: ApiClient, page: number) =>
  queryOptions({
    ...shared,
    queryKey: [...queryKeys.contributions.ownPages, page],
    queryFn: ({ signal }) => client.call(contributorApi.listMyContributions, { query: { page }, signal }),
  });

/** How many contributions wait for an admin. */
export const waitingContributionsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.contributions.all, 'waiting'],
    queryFn: async ({ signal }) => (await client.call(adminApi.listContributions, { signal })).waiting,
    refetchInterval: pollMs,
  });
