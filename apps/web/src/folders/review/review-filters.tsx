// The search and filters of the review.
import type { ItemState, ItemsResponse, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import { CountChoice } from '#ui/fields/choices.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import type { ItemListFilter } from '../folders.queries.ts';
import { platformOptions, usePlatforms } from '../platform-options.ts';
import styles from './review.module.css';

export interface ReviewFiltersProps {
  filter: ReviewFilter;
  folders: readonly LibraryFolder[];
  counts: ItemsResponse['counts'] | undefined;
  onChange(part: Partial<ReviewFilter>): void;
}

export function ReviewFilters({ filter, folders, counts, onChange }: ReviewFiltersProps) {
  const { t } = useTranslation('libraryReview');
  const platforms = usePlatforms();
  const [search, setSearch] = useTypedSearch(filter.search, (text) => onChange({ search: text }));
  return (
    <search className={styles.filters}>
      <TextInput
        className={styles.search ?? ''}
        type="search"
        size="sm"
        aria-label={t('search')}
        aria-keyshortcuts="/"
        placeholder={t('search')}
        leftSection={<IconSearch size={17} stroke={1.7} />}
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {(folders.length > 1 || filter.folder !== '') && (
        <Select
          className={styles.choice ?? ''}
          size="sm"
          aria-label={t('folder')}
          value={filter.folder}
          onChange={(event) => onChange({ folder: event.currentTarget.value })}
          data={[
            { value: '', label: t('allFolders') },
            ...folders.map(({ id, path }) => ({ value: id, label: path })),
          ]}
        />
      )}
      <Select
        className={styles.choice ?? ''}
        size="sm"
        aria-label={t('platformFilter')}
        value={filter.platform}
        onChange={(event) => onChange({ platform: event.currentTarget.value })}
        data={[
          { value: '', label: t('allPlatforms') },
          ...platformOptions(platforms, { current: filter.platform }),
        ]}
      />
      <ShownParts filter={filter} counts={counts} onChange={onChange} />
    </search>
  );
}

/** Found items are ready or have a problem; items in the library may be missing. */
function ShownParts({ filter, counts, onChange }: Omit<ReviewFiltersProps, 'folders'>) {
  const { t } = useTranslation('libraryReview');
  const isFound = filter.state === undefined;
  const parts = shownParts.filter(
    (part) => part === filter.show || (part === 'missing' ? (counts?.missing ?? 0) > 0 : isFound),
  );
  if (parts.length === 0) return null;
  return (
    <CountChoice
      label={t('show.label')}
      parts={parts.map((part) => {
        const count = counts?.[part] ?? 0;
        return { part, label: t('countOf', { what: t(`show.${part}`), count }), count };
      })}
      chosen={filter.show || undefined}
      onChoose={(part) => onChange({ show: part === filter.show ? '' : part })}
    />
  );
}

// Keeps the filter of the review in the URL.

export const itemStates = ['found', 'adding', 'added', 'skipped', 'removed'] as const satisfies ItemState[];
const shownParts = ['ready', 'problem', 'missing'] as const satisfies ItemListFilter['show'][];

/** `state` is undefined for `found`, so that the usual address is short. */
export interface ReviewFilter extends Omit<ItemListFilter, 'state'> {
  state: Exclude<ItemState, 'found'> | undefined;
}

/** Ignores invalid values. The search is not trimmed, because the field shows it. */
export function readReviewFilter(params: URLSearchParams): ReviewFilter {
  const text = (name: string, length: number) => (params.get(name) ?? '').slice(0, length);
  const state = itemStates.find((each) => each === params.get('state'));
  return {
    page: pageOf(params),
    folder: text('folder', 100),
    state: state === 'found' ? undefined : state,
    search: text('search', 200),
    platform: text('platform', 100),
    show: shownParts.find((part) => part === params.get('show')) ?? '',
  };
}

export const useReviewFilter = () => useUrlFilter(readReviewFilter);

/** Returns the filter as the server expects it. */
export function itemFilterOf({ page, ...filter }: ReviewFilter): Omit<ItemListFilter, 'page'> {
  return { ...filter, state: filter.state ?? 'found', search: filter.search.trim() };
}
