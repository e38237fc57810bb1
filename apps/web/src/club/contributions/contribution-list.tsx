// A page of contributions, with its loading and error states.
import type { Contribution, Contributions } from '@cellar/contract/club/contributions.ts';
import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';

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
    return (
      <div className={entries.loading} role="status" aria-label={t('loading')}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </div>
    );
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
