// The actions of the review on one item or on several.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import type { ItemSelection, ItemsResponse, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import {
  nothingSelected,
  type RangeSelection,
  type Selected,
  useRangeSelection,
} from '#ui/lists/use-range-selection.ts';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import type { ItemFilter } from '../folders.queries.ts';

export type ReviewChanges = ReturnType<typeof useReviewChanges>;

export function useReviewChanges({ state }: ItemFilter) {
  const { t } = useTranslation('libraryReview');
  const change = useItemChanges();
  const adding = useAddItems(({ adding: count, left }) => {
    const started = count > 0 ? t('add.started', { count }) : undefined;
    if (left > 0) toast.warning(t('add.notReady', { count: left }), started);
    else if (started) toast.info(started);
  });
  // The ids of items whose titles were changed here. Their rows stay where they are.
  const [renamed] = useState(() => new Set<string>());
  const release = (selection: ItemSelection) => {
    if ('ids' in selection) for (const id of selection.ids) renamed.delete(id);
    else renamed.clear();
  };
  return {
    renamed,
    isAdding: adding.isPending,
    isChanging: change.isPending,
    /** Rejects if the title could not be saved. */
    async rename({ id }: LibraryItem, title: string): Promise<void> {
      renamed.add(id);
      await change.mutateAsync({ selection: { ids: [id] }, change: { title } });
    },
    /** Rejects if the title could not be saved. */
    async merge(selection: ItemSelection, title: string): Promise<void> {
      renamed.clear();
      await change.mutateAsync({ selection, change: { title } });
    },
    /** `keepsPlatforms`: items that have a platform keep it. */
    setPlatform: (selection: ItemSelection, platform: string, { keepsPlatforms = false } = {}) =>
      change.mutate({ selection, change: { platform, keepsPlatforms } }),
    /** Skips found items, and makes other items found again, unless they are in the library. */
    toggleSkip(selection: ItemSelection, onDone?: () => void) {
      if (state === 'added') return;
      release(selection);
      const next = state === 'found' ? 'skipped' : 'found';
      change.mutate({ selection, change: { state: next } }, { onSuccess: onDone });
    },
    add(selection: ItemSelection, onDone?: () => void) {
      if (state !== 'found' || adding.isPending) return;
      release(selection);
      adding.mutate(selection, { onSuccess: onDone });
    },
  };
}

// Changes items. The list shows a change at once, and takes it back if the server refuses it.

type ItemChange = BodyInputOf<typeof adminApi.changeLibraryItems>['change'];

interface Change {
  selection: ItemSelection;
  change: ItemChange;
}

/** The number of ids that the server accepts at once. */
const idsPerRequest = 1000;

const mutationKey = ['library-item-changes'];

/** The promise of `mutateAsync` is rejected if the change failed; the message is shown in any case. */
function useItemChanges() {
  const { t } = useTranslation('libraryReview');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ selection, change }: Change) =>
      inParts(selection, (part) =>
        client.call(adminApi.changeLibraryItems, { body: { selection: part, change } }),
      ),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.library.items });
      return showChange(queryClient, change);
    },
    onError: (error, _, undo) => {
      undo?.();
      toastRefusal(error, t('changeFailed'));
    },
    // While another change is running, its effect is not in the server's list yet.
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? reload(queryClient) : undefined),
  });
}

/** Adds items in the background. Those with a problem stay in the list. */
function useAddItems(onAdding: (result: { adding: number; left: number }) => void) {
  const { t } = useTranslation('libraryReview');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (selection: ItemSelection) => addInParts(client, selection),
    onSuccess: onAdding,
    onError: (error) => toastRefusal(error, t('add.failed')),
    onSettled: () => reload(queryClient),
  });
}

async function addInParts(client: ApiClient, selection: ItemSelection) {
  const results = await inParts(selection, (part) =>
    client.call(adminApi.addLibraryItems, { body: { selection: part } }),
  );
  const sum = (key: 'adding' | 'left') => results.reduce((total, result) => total + result[key], 0);
  return { adding: sum('adding'), left: sum('left') };
}

function reload(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKeys.library.all });
}

async function inParts<Result>(
  selection: ItemSelection,
  send: (part: ItemSelection) => Promise<Result>,
): Promise<Result[]> {
  if (!('ids' in selection)) return [await send(selection)];
  const results: Result[] = [];
  for (let first = 0; first < selection.ids.length; first += idsPerRequest) {
    results.push(await send({ ids: selection.ids.slice(first, first + idsPerRequest) }));
  }
  return results;
}

/** Shows the change in all loaded lists. Returns a function that takes it back. */
function showChange(queryClient: QueryClient, { selection, change }: Change): () => void {
  const filter = { queryKey: queryKeys.library.items };
  const before = queryClient.getQueriesData<ItemsResponse>(filter);
  const ids = 'ids' in selection ? new Set(selection.ids) : undefined;
  queryClient.setQueriesData<ItemsResponse>(filter, (list) => {
    if (!list) return list;
    const items = list.items.flatMap((item) => (ids && !ids.has(item.id) ? item : changed(item, change)));
    return { ...list, items, totalItems: list.totalItems - (list.items.length - items.length) };
  });
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list);
  };
}

/** Returns nothing if the item leaves the list, because each list has the items of one state. */
function changed(item: LibraryItem, { title, platform, state }: ItemChange): LibraryItem | [] {
  if (state && state !== item.state) return [];
  const changesKey = title !== undefined || platform !== undefined;
  return {
    ...item,
    ...(title !== undefined && { title }),
    ...(platform !== undefined && { platform }),
    // Only the server knows whether title and platform are free, so the problem is gone until it answers.
    ...(changesKey && { problem: remainingProblem(item, { title, platform }) }),
  };
}

function remainingProblem({ problem }: LibraryItem, { title, platform }: ItemChange): LibraryItem['problem'] {
  if (problem === 'no_title') return title ? null : problem;
  if (problem === 'no_platform') return platform ? null : problem;
  return problem === 'platform_taken' || problem === 'same_as_other' ? null : problem;
}

// The selected items of the review. A selection outlives a change of page, but not of the filter.

interface SelectedItems extends Selected<string> {
  /** The filter that the items were selected in. */
  filter: string;
  /** The items that were listed while some were selected, by id. */
  seen: ReadonlyMap<string, LibraryItem>;
  /** Whether everything that the filter shows is selected, on all pages. */
  isAll: boolean;
}

const noItems: Omit<SelectedItems, 'filter'> = { ...nothingSelected, seen: new Map(), isAll: false };

export interface ReviewSelection extends RangeSelection<string> {
  /** Undefined if nothing is selected. */
  body: ItemSelection | undefined;
  /** Undefined if everything that the filter shows is selected. */
  items: LibraryItem[] | undefined;
  has(id: string): boolean;
  /** Selects or deselects all rows of the page. */
  setPage(isSelected: boolean): void;
  selectAll(): void;
}

/** `rows` are the items of the current page. */
export function useReviewSelection(filter: ItemFilter, rows: readonly LibraryItem[]): ReviewSelection {
  const key = JSON.stringify(filter);
  const [state, setState] = useState<SelectedItems>({ ...noItems, filter: key });
  const { isAll, ...selected } = state.filter === key ? state : { ...noItems, filter: key };
  const ids = rows.map(({ id }) => id);
  // The latest values of items on this page.
  const seen = new Map([...selected.seen, ...rows.map((row) => [row.id, row] as const)]);
  const selection = useRangeSelection({
    listIds: () => ids,
    selected,
    update: (change) =>
      setState({
        ...change(isAll ? { ids: new Set(ids), anchor: undefined } : selected),
        filter: key,
        seen,
        isAll: false,
      }),
  });
  return {
    ...selection,
    body: selectionBody(selected.ids, isAll ? filter : undefined),
    items: isAll ? undefined : [...selected.ids].flatMap((id) => seen.get(id) ?? []),
    has: (id) => isAll || selected.ids.has(id),
    setPage: (isSelected) => selection.set(ids, isSelected),
    selectAll: () => setState({ ...noItems, filter: key, isAll: true }),
  };
}

/** With a filter, everything that it shows is selected. */
function selectionBody(ids: ReadonlySet<string>, filter: ItemFilter | undefined): ItemSelection | undefined {
  if (filter) return { filter } as ItemSelection;
  return ids.size > 0 ? { ids: [...ids] } : undefined;
}
