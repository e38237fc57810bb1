// The review: what scans have found, to be corrected, skipped, and added to the library.
import type { ItemsResponse, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { itemsQuery, libraryFoldersQuery } from '../folders.queries.ts';
import { useWhenAdded } from '../use-when-added.ts';
import { BackgroundWork } from './background-work.tsx';
import { EmptyReview } from './empty-review.tsx';
import styles from './review.module.css';
import { itemFilterOf, type ReviewFilter, useReviewFilter } from './review-filter.ts';
import { ReviewFilters } from './review-filters.tsx';
import { ReviewList } from './review-list.tsx';
import { StateTabs } from './state-tabs.tsx';

export interface LibraryReviewProps {
  /** Called when the background has added items to the library. */
  onGamesChanged(): void;
}

export function LibraryReview({ onGamesChanged }: LibraryReviewProps) {
  const client = useApi();
  const { filter, change } = useReviewFilter();
  const { data: known } = useQuery(libraryFoldersQuery(client));
  const list = useQuery(itemsQuery(client, { ...itemFilterOf(filter), page: filter.page }));
  useWhenAdded(known, onGamesChanged);
  useReload(known?.folders);
  useLastPage({
    page: filter.page,
    totalPages: list.isPlaceholderData ? undefined : list.data?.totalPages,
    onPage: (page) => change({ page }),
  });
  const folders = known?.folders ?? [];
  return (
    <section className={styles.review}>
      <StateTabs
        folders={folders.filter(({ id }) => !filter.folder || id === filter.folder)}
        state={filter.state}
        onChange={(state) => change({ state, show: '' })}
      />
      <ReviewFilters filter={filter} folders={folders} counts={list.data?.counts} onChange={change} />
      <BackgroundWork folders={folders} />
      <Found list={list} filter={filter} folders={folders} onChange={change} />
    </section>
  );
}

interface FoundProps {
  list: {
    data: ItemsResponse | undefined;
    isPending: boolean;
    isPlaceholderData: boolean;
    refetch(): unknown;
  };
  filter: ReviewFilter;
  folders: LibraryFolder[];
  onChange(part: Partial<ReviewFilter>): void;
}

function Found({ list, filter, folders, onChange }: FoundProps) {
  const { t } = useTranslation('libraryReview');
  const { data } = list;
  if (list.isPending) return <LoadingRows />;
  if (!data) {
    return <LoadFailed heading="h2" title={t('loadFailed')} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyReview filter={filter} folders={folders} onChange={onChange} />
      ) : (
        <ReviewList
          list={data}
          view={list.isPlaceholderData ? undefined : JSON.stringify(filter)}
          filter={itemFilterOf(filter)}
          folders={folders}
        />
      )}
      <Pager
        page={filter.page}
        totalPages={data.totalPages}
        label={t('pages')}
        onPage={(page) => onChange({ page })}
      />
    </>
  );
}

function LoadingRows() {
  const { t } = useTranslation('libraryReview');
  return (
    <div className={styles.loading} role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} height="3.25rem" />
      ))}
    </div>
  );
}

/** Loads the items again when a scan or the background has changed how many there are. */
function useReload(folders: readonly LibraryFolder[] | undefined): void {
  const queryClient = useQueryClient();
  const counts = folders && JSON.stringify(folders.map(({ id, items }) => [id, items]));
  const before = useRef(counts);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== counts;
    before.current = counts;
    if (hasChanged) void queryClient.invalidateQueries({ queryKey: queryKeys.library.items });
  }, [counts, queryClient]);
}
