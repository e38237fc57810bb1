// One page of the items, with the bar for the selected ones.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  ItemsResponse,
  LibraryFolder,
  LibraryItem,
  Treatment,
} from '@cellar/contract/folders/folders.ts';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { useLatest } from '#lib/use-latest.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { type KeyAction, useKeys } from '#ui/use-keys.ts';
import { type ItemFilter, useShowFolder } from '../folders.queries.ts';
import { usePlatforms } from '../platform-options.ts';
import { ItemRow, placeOf, type RowActions } from './item-row.tsx';
import styles from './review.module.css';
import {
  type ReviewChanges,
  type ReviewSelection,
  useReviewChanges,
  useReviewSelection,
} from './review-actions.ts';
import { reviewKeys } from './review-keys.ts';
import { SelectionBar } from './selection-bar.tsx';

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
  const selection = useReviewSelection(filter, rows);
  const rowActions = useRowActions(selection, changes);
  useReviewKeys(element, {
    onAdd: (id) => changes.add(selection.body ?? { ids: [id] }, selection.clear),
    onSkip: (id) => changes.toggleSkip(selection.body ?? { ids: [id] }, selection.clear),
    onExtend: (from, to) => selection.extendTo(to, { from }),
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
function useRowActions(selection: ReviewSelection, changes: ReviewChanges): RowActions {
  const latest = useLatest(changes);
  const treat = useLatest(useTreatment());
  const [actions] = useState<RowActions>(() => ({
    toggle: selection.toggle,
    extendTo: selection.extendTo,
    rename: (item, title) => latest.current.rename(item, title),
    setPlatform: ({ id }, platform) => latest.current.setPlatform({ ids: [id] }, platform),
    toggleSkip: ({ id }) => latest.current.toggleSkip({ ids: [id] }),
    treat: (item, path, treatment) => treat.current({ item, path, treatment }),
  }));
  return actions;
}

interface Treated {
  item: LibraryItem;
  /** The path of the sub-folder. */
  path: string;
  treatment: Treatment;
}

const doneTexts = { open: 'treat.opened', one_game: 'treat.joined' } as const;

/** Opens a sub-folder, so that its content is found item by item, or makes it one game. */
function useTreatment() {
  const { t } = useTranslation('libraryReview');
  const client = useApi();
  const showFolder = useShowFolder();
  const { mutate } = useMutation({
    mutationFn: ({ item, path, treatment }: Treated) =>
      client.call(adminApi.treatLibraryPath, { params: { id: item.folderId }, body: { path, treatment } }),
    onSuccess: (folder, { path, treatment }) => {
      toast.info(t(doneTexts[treatment], { path }));
      showFolder(folder);
    },
    onError: (error) => toastRefusal(error, t('treat.failed')),
  });
  return mutate;
}

// The keys of the review: moving between rows, selecting, and acting on the current row.

interface ReviewActions {
  /** The id is that of the current row. */
  onAdd(id: string): void;
  onSkip(id: string): void;
  /** Also selects the row to which the focus has moved. */
  onExtend(from: string, to: string): void;
  onClear(): void;
}

/** The elements of a row. */
const rowParts = {
  checkbox: 'input[type=checkbox]',
  title: '[data-part=title]',
  platform: 'select',
} as const;

function useReviewKeys(list: RefObject<HTMLElement | null>, actions: ReviewActions): void {
  const onRow =
    (run: (row: HTMLElement, id: string, target: EventTarget | null) => unknown): KeyAction =>
    ({ target }) => {
      const row = rowOf(target);
      return row?.dataset.item ? run(row, row.dataset.item, target) : false;
    };
  const move: KeyAction = ({ target }, name) => {
    const row = rowOf(target);
    // Without a current row, the arrow keys scroll the page.
    if (!row && name.includes('Arrow')) return false;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const step = /(k|ArrowUp)$/.test(name) ? -1 : 1;
    const next = row ? rows[rows.indexOf(row) + step] : rows[0];
    next?.querySelector<HTMLElement>(rowParts.checkbox)?.focus();
    const [from, to] = [row?.dataset.item, next?.dataset.item];
    if (from && to && name.startsWith('shift+')) actions.onExtend(from, to);
    return true;
  };
  useKeys(reviewKeys, {
    reviewMove: move,
    reviewExtend: move,
    reviewTitle: onRow((row) => row.querySelector<HTMLElement>(rowParts.title)?.click()),
    reviewPlatform: onRow((row) => openSelect(row.querySelector<HTMLSelectElement>(rowParts.platform))),
    reviewSkip: onRow((_, id) => actions.onSkip(id)),
    reviewAdd: onRow(
      (row, id, target) => row.querySelector(rowParts.checkbox) === target && actions.onAdd(id),
    ),
    reviewClear: actions.onClear,
  });
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
}

function openSelect(select: HTMLSelectElement | null): void {
  select?.focus();
  // Not in every browser; there, the focused field is opened by Space.
  select?.showPicker?.();
}

// Keeps the rows of a page in their places while the admin works on them. The server sorts by title, so a changed title
// would move an item away from under the hands of the admin.

interface Rows {
  view: string | undefined;
  /** The list from which the rows were made. */
  source: readonly LibraryItem[];
  rows: readonly LibraryItem[];
}

/**
 * Returns the rows in the order in which they were first shown. Another `view` (page, filter) is shown as it is sorted;
 * `view` is undefined while it is loading. Rows whose ids are in `renamed` stay, although the server may now list them
 * on another page.
 */
function useStableRows(
  view: string | undefined,
  source: readonly LibraryItem[],
  renamed: ReadonlySet<string>,
): readonly LibraryItem[] {
  const [shown, setShown] = useState<Rows>({ view, source, rows: source });
  if (shown.source === source && (view === undefined || shown.view === view)) return shown.rows;
  const isSameView = view === undefined || shown.view === view;
  const rows = isSameView ? inPlace(shown.rows, source, renamed) : source;
  setShown({ view: view ?? shown.view, source, rows });
  return rows;
}

export function inPlace(
  before: readonly LibraryItem[],
  source: readonly LibraryItem[],
  renamed: ReadonlySet<string>,
): LibraryItem[] {
  const latest = new Map(source.map((item) => [item.id, item]));
  const kept = before.flatMap((item) => latest.get(item.id) ?? (renamed.has(item.id) ? item : []));
  const places = new Set(kept.map(({ id }) => id));
  return [...kept, ...source.filter(({ id }) => !places.has(id))];
}
