// The search and filters of the review.
import type { ItemsResponse, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CountChoice } from '#ui/fields/count-choice.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import { platformOptions, usePlatforms } from '../platform-options.ts';
import styles from './review.module.css';
import { type ReviewFilter, shownParts } from './review-filter.ts';

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
