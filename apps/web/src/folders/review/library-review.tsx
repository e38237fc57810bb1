// The review: what scans have found, to be corrected, skipped, and added to the library.

import type { ItemState, ItemsResponse, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconFolderSearch, IconSearchOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { CountChoice } from '#ui/fields/choices.tsx';
import layout from '#ui/layout.module.css';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { itemsQuery, libraryFoldersQuery, useWhenAdded } from '../folders.queries.ts';
import styles from './review.module.css';
import {
  itemFilterOf,
  itemStates,
  type ReviewFilter,
  ReviewFilters,
  useReviewFilter,
} from './review-filters.tsx';
import { ReviewList } from './review-list.tsx';

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
    <section className={layout.stack4}>
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
    <div className={layout.stack2} role="status" aria-label={t('loading')}>
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

interface StateTabsProps {
  /** The folders whose items are counted. */
  folders: readonly LibraryFolder[];
  state: ReviewFilter['state'];
  onChange(state: ReviewFilter['state']): void;
}

/** Selects the state of the listed items, and shows the number of items in each state. */
function StateTabs({ folders, state: asked, onChange }: StateTabsProps) {
  const { t } = useTranslation('libraryReview');
  const chosen: ItemState = asked ?? 'found';
  const countOf = (state: ItemState) => folders.reduce((sum, { items }) => sum + items[state], 0);
  const shown = itemStates.filter((state) => state !== 'adding' || state === chosen || countOf(state) > 0);
  return (
    <CountChoice
      label={t('states')}
      parts={shown.map((state) => {
        const count = countOf(state);
        return { part: state, label: t('countOf', { what: t(`state.${state}`), count }), count };
      })}
      chosen={chosen}
      onChoose={(state) => onChange(state === 'found' ? undefined : state)}
    />
  );
}

/** Shows running scans, and the progress of adding items to the library. */
function BackgroundWork({ folders }: { folders: readonly LibraryFolder[] }) {
  const { t } = useTranslation('libraryReview');
  const adding = folders.reduce((sum, { items }) => sum + items.adding, 0);
  const most = useMost(adding);
  return (
    <div role="status" className={styles.work}>
      {folders
        .filter(({ scan }) => scan?.startedAt)
        .map(({ id, path, scan }) => (
          <p key={id}>{t('scanning', { path, count: scan?.entries ?? 0 })}</p>
        ))}
      {adding > 0 && (
        <div className={styles.adding}>
          <span>{t('add.left', { count: adding })}</span>
          <ProgressBar
            percent={Math.round((100 * (most - adding)) / most)}
            size="sm"
            label={t('add.progress')}
          />
        </div>
      )}
    </div>
  );
}

/** Returns the largest value since it was last 0. */
function useMost(value: number): number {
  const [most, setMost] = useState(value);
  const next = value === 0 ? 0 : Math.max(most, value);
  if (next !== most) setMost(next);
  return next;
}

interface EmptyReviewProps {
  filter: ReviewFilter;
  folders: readonly LibraryFolder[];
  onChange(part: Partial<ReviewFilter>): void;
}

/** Replaces the list if it has no items: nothing matches the filter, or there is nothing to do. */
function EmptyReview({ filter, folders, onChange }: EmptyReviewProps) {
  const { t } = useTranslation('libraryReview');
  if (folders.length === 0) {
    return (
      <StateMessage
        icon={<IconFolderSearch size={30} stroke={1.5} />}
        title={t('empty.noFolders')}
        text={t('empty.noFoldersText')}
      >
        <Button component={Link} to={paths.admin}>
          {t('empty.toFolders')}
        </Button>
      </StateMessage>
    );
  }
  if (filter.search.trim() || filter.platform || filter.show) {
    return (
      <StateMessage
        icon={<IconSearchOff size={30} stroke={1.5} />}
        title={t('empty.noMatch')}
        text={t('empty.noMatchText')}
      >
        <Button variant="default" onClick={() => onChange({ search: '', platform: '', show: '' })}>
          {t('empty.reset')}
        </Button>
      </StateMessage>
    );
  }
  const isScanning = folders.some(({ scan }) => scan !== null);
  return (
    <StateMessage
      icon={<IconCircleCheck size={30} stroke={1.5} />}
      title={isScanning ? t('empty.scanning') : t(`empty.title.${filter.state ?? 'found'}`)}
      text={isScanning ? t('empty.scanningText') : t(`empty.text.${filter.state ?? 'found'}`)}
    />
  );
}
