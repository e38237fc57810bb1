// The selected games of the table. A selection outlives scrolling, sorting and a visit to the editor. Another filter ends it; otherwise,
// games that are not in view would be changed.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import {
  type RangeSelection,
  rangeOf,
  type Selected,
  useRangeSelection,
} from '#ui/lists/use-range-selection.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { type AdminFilter, adminGameIdsQuery, adminListKey, useAdminTable } from './admin-list.ts';

export interface AdminSelection extends Omit<RangeSelection<string>, 'set'> {
  ids: readonly string[];
  has(id: string): boolean;
  /** Adds everything between two rows, which need not be loaded. */
  addRows(from: number, to: number): void;
  /** Adds everything that the filter shows. */
  selectAll(): void;
  /** Whether ids are being fetched. */
  isBusy: boolean;
  remove(id: string): void;
}

/** `listIds` returns the ids of the rows, undefined where none is loaded. */
export function useAdminSelection(
  filter: AdminFilter,
  listIds: () => readonly (string | undefined)[],
): AdminSelection {
  const { t } = useTranslation('gamesAdmin');
  const fetchIds = useFetchedIds(filter);
  const table = useAdminTable();
  const selected = useSyncExternalStore(table.selected.subscribe, table.selected.get);
  const [isBusy, setBusy] = useState(false);

  function update(change: (before: Selected<string>) => Selected<string>): void {
    const { ids, anchor } = change(table.selected.get());
    if (ids.size > limits.adminGameIdsMax) {
      toast.error(t('selection.tooMany', { count: limits.adminGameIdsMax }));
    }
    table.selected.set({ ids: new Set([...ids].slice(0, limits.adminGameIdsMax)), anchor });
  }

  /** Returns nothing if the ids cannot be fetched. */
  async function fetched(pick: (all: readonly string[]) => readonly string[]): Promise<readonly string[]> {
    setBusy(true);
    try {
      const { ids: all, total } = await fetchIds();
      const picked = pick(all);
      if (picked.at(-1) === all.at(-1) && total > all.length) {
        toast.info(t('selection.onlyFirst', { count: all.length }));
      }
      return picked;
    } catch {
      toast.error(t('selection.failed'));
      return [];
    } finally {
      setBusy(false);
    }
  }

  const { set, ...selection } = useRangeSelection({
    listIds,
    selected,
    update,
    fetchRange: (from, to) =>
      fetched((all) => {
        const known = [from, to].filter((id) => all.includes(id));
        if (known.length === 2) return rangeOf(all, from, to) ?? [];
        // Only the first ids are fetched. The range goes as far as they do.
        const [first] = known.map((id) => all.indexOf(id));
        return first === undefined ? [] : all.slice(first);
      }),
  });
  const under = adminListKey({ ...filter, sort: 'added', direction: 'desc' });
  useEffect(() => {
    if (under !== table.selectedUnder) selection.clear();
    table.selectedUnder = under;
  }, [under, table, selection.clear]);

  return {
    ...selection,
    ids: [...selected.ids],
    has: (id) => selected.ids.has(id),
    isBusy,
    addRows(start, end) {
      const listed = listIds();
      const [from, to] = [listed[start], listed[end]];
      if (from !== undefined && to !== undefined) return selection.extendTo(to, { from });
      const [first, last] = [Math.min(start, end), Math.max(start, end)];
      void fetched((all) => all.slice(first, last + 1)).then((range) => set(range, true));
    },
    selectAll: () => void fetched((all) => all).then((all) => set(all, true)),
    remove: (id) => set([id], false),
  };
}

function useFetchedIds(filter: AdminFilter) {
  const client = useApi();
  const cache = useQueryClient();
  return () => cache.fetchQuery(adminGameIdsQuery(client, filter));
}
