// The list of requests, with search, filter and pages.

import type { GameRequest, GameRequests } from '@cellar/contract/club/requests.endpoints.ts';
import {
  type RequestFilter,
  type RequestSort,
  requestFilters,
  requestSorts,
} from '@cellar/contract/club/rules/requests.ts';
import { Button, TextInput } from '@mantine/core';
import { IconHeartPlus, IconSearch } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { RequestRow } from './request-row.tsx';
import styles from './requests.module.css';
import { type RequestList, requestsQuery } from './requests.queries.ts';

export interface RequestsProps {
  /** Whether the reader decides about requests. */
  isAdmin: boolean;
  actionsOf(request: GameRequest): ReactNode;
}

export function Requests({ isAdmin, actionsOf }: RequestsProps) {
  const { t } = useTranslation('requests');
  const { filter, change } = useRequestList();
  const query = useQuery(requestsQuery(useApi(), filter));
  useLastPage({
    page: filter.page,
    totalPages: query.isPlaceholderData ? undefined : query.data?.totalPages,
    onPage: (page) => change({ page }),
  });
  const open = query.data?.open;
  return (
    <section aria-label={t('list')}>
      {/* Its line is there without a number, too, so that nothing moves. */}
      {isAdmin && <p className={styles.open}>{open ? t('openCount', { count: open }) : '\u00a0'}</p>}
      <FilterBar filter={filter} total={query.data?.total} onChange={change} />
      <List
        query={query}
        filter={filter}
        onReset={() => change({ search: '', show: 'waiting' })}
        actionsOf={actionsOf}
      />
      <Pager
        page={filter.page}
        totalPages={query.data?.totalPages ?? 1}
        label={t('pager')}
        onPage={(page) => change({ page })}
      />
    </section>
  );
}

interface FilterBarProps {
  filter: RequestList;
  total: number | undefined;
  onChange(part: Partial<RequestList>): void;
}

function FilterBar({ filter, total, onChange }: FilterBarProps) {
  const { t } = useTranslation('requests');
  const [search, setSearch] = useTypedSearch(filter.search, (text) => onChange({ search: text }));
  return (
    <search className={styles.filter}>
      <TextInput
        className={styles.search}
        type="search"
        size="md"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} stroke={1.7} />}
        maxLength={maxSearchLength}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Select
        aria-label={t('filter.label')}
        value={filter.show}
        onChange={(event) => onChange({ show: event.currentTarget.value as RequestFilter })}
        data={requestFilters.map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      <Select
        aria-label={t('sort.label')}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as RequestSort })}
        data={requestSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <span className={styles.total} role="status">
        {total !== undefined && t('total', { count: total })}
      </span>
    </search>
  );
}

interface ListProps {
  query: UseQueryResult<GameRequests>;
  filter: RequestList;
  onReset(): void;
  actionsOf(request: GameRequest): ReactNode;
}

function List({ query, filter, onReset, actionsOf }: ListProps) {
  const { t } = useTranslation('requests');
  if (query.isPending) return <LoadingRows />;
  if (!query.data) return <LoadFailed title={t('loadFailed')} onRetry={() => void query.refetch()} />;
  const { requests } = query.data;
  if (requests.length > 0) {
    return (
      <ul className={entries.list} aria-label={t('list')} aria-busy={query.isPlaceholderData}>
        {requests.map((request) => (
          <li key={request._id}>
            <RequestRow request={request} actions={actionsOf(request)} />
          </li>
        ))}
      </ul>
    );
  }
  const isFiltered = filter.search !== '' || filter.show !== 'waiting';
  const words = isFiltered ? 'noMatch' : 'empty';
  return (
    <StateMessage
      icon={<IconHeartPlus size={32} stroke={1.4} />}
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
    >
      {isFiltered && (
        <Button variant="default" onClick={onReset}>
          {t('noMatch.reset')}
        </Button>
      )}
    </StateMessage>
  );
}

function LoadingRows() {
  const { t } = useTranslation('requests');
  return (
    <div className={entries.loading} role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className={styles.loadingRow}>
          <Skeleton height="3.5rem" />
          <Skeleton isCover />
          <div className={layout.stack2}>
            <Skeleton width="min(16rem, 70%)" />
            <Skeleton width="min(22rem, 90%)" height="0.85em" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Keeps the filter of the requests in the URL. */
const maxSearchLength = 200;

/** Ignores invalid values. The search is not trimmed, because the field shows it. */
function readRequestList(params: URLSearchParams): RequestList {
  return {
    page: pageOf(params),
    show: requestFilters.find((filter) => filter === params.get('show')) ?? 'waiting',
    sort: requestSorts.find((sort) => sort === params.get('sort')) ?? 'votes',
    search: (params.get('search') ?? '').slice(0, maxSearchLength),
  };
}

const useRequestList = () => useUrlFilter(readRequestList);
