// One page of the items, with the bar for the selected ones.
import type { ItemsResponse, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLatest } from '#lib/use-latest.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import type { ItemFilter } from '../folders.queries.ts';
import { usePlatforms } from '../platform-options.ts';
import { ItemRow, type RowActions } from './item-row.tsx';
import styles from './review.module.css';
import { useReviewKeys } from './review-keys.ts';
import { placeOf } from './row-place.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useStableRows } from './stable-rows.ts';
import { type ReviewChanges, useReviewChanges } from './use-review-changes.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useTreatment } from './use-treatment.ts';

export interface ReviewListProps {
  list: ItemsResponse;
  /** Identifies the page and the filter. Undefined while they are loading. */
  view: string | undefined;
  filter: ItemFilter;
  folders: readonly LibraryFolder[];
}

export function ReviewList({ list, view, filter, folders }: ReviewListProps) {
  const { t } = useTranslation('libraryReview');
  const element = useRef<HTMLUListElement>(null);
  const [sorted, setSorted] = useState(0);
  const changes = useReviewChanges(filter);
  const rows = useStableRows(view && `${sorted} ${view}`, list.items, changes.renamed);
  const selection = useSelection(filter, rows);
  const rowActions = useRowActions(selection, changes);
  useReviewKeys(element, {
    onAdd: (id) => changes.add(selection.body ?? { ids: [id] }, selection.clear),
    onSkip: (id) => changes.toggleSkip(selection.body ?? { ids: [id] }, selection.clear),
    onExtend: selection.extend,
    onClear: selection.clear,
  });
  const platforms = usePlatforms();
  const folderPaths = new Map(folders.map(({ id, path }) => [id, path]));
  const showsFolder = folders.length > 1 && !filter.folder;
  return (
    <div ref={keepFocus} className={styles.found}>
      <SelectionBar
        list={list}
        rows={rows}
        filter={filter}
        selection={selection}
        changes={changes}
        onMerged={() => setSorted(sorted + 1)}
      />
      <ul ref={element} className={styles.list} aria-label={t('list')} aria-busy={view === undefined}>
        {rows.map((item, index) => (
          <ItemRow
            key={item.id}
            item={item}
            place={placeOf(rows, index)}
            folderPath={showsFolder ? folderPaths.get(item.folderId) : undefined}
            isSelected={selection.has(item.id)}
            platforms={platforms}
            actions={rowActions}
          />
        ))}
      </ul>
    </div>
  );
}

/** Returns the same functions at each render, because the rows are memoized. */
function useRowActions(selection: Selection, changes: ReviewChanges): RowActions {
  const latest = useLatest({ selection, changes });
  const treat = useLatest(useTreatment());
  const [actions] = useState<RowActions>(() => ({
    toggle: (item, isRange) => latest.current.selection.toggle(item, isRange),
    rename: (item, title) => latest.current.changes.rename(item, title),
    setPlatform: ({ id }, platform) => latest.current.changes.setPlatform({ ids: [id] }, platform),
    toggleSkip: ({ id }) => latest.current.changes.toggleSkip({ ids: [id] }),
    treat: (item, path, treatment) => treat.current({ item, path, treatment }),
  }));
  return actions;
}
