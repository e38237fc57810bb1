// The selected games of the table. A selection outlives scrolling, sorting and a visit to the editor. Another filter ends it; otherwise,
// games that are not in view would be changed.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { type AdminFilter, adminGameIdsQuery, adminListKey } from './admin-list.ts';

export interface Selection {
  ids: readonly string[];
  has(id: string): boolean;
  toggle(index: number, id: string): void;
  /** Adds everything between this game and `from`, by default the one that was last selected. */
  extendTo(index: number, from?: number): void;
  /** Adds everything that the filter shows. */
  selectAll(): void;
  /** Whether ids are being fetched. */
  isBusy: boolean;
  remove(id: string): void;
  clear(): void;
}

type IdAt = (index: number) => string | undefined;

let kept: ReadonlySet<string> = new Set();
/** The filter under which they were selected, without its order. */
let keptUnder = '';

/** Call this when another member has logged in. */
export function forgetSelection(): void {
  kept = new Set();
}

export function useSelection(filter: AdminFilter, idAt: IdAt): Selection {
  const { t } = useTranslation('gamesAdmin');
  const fetchIds = useFetchedIds(filter);
  const list = adminListKey(filter);
  const [ids, setIds] = useState(kept);
  const [isBusy, setBusy] = useState(false);
  const anchor = useRef<{ list: string; index: number }>(undefined);

  const under = adminListKey({ ...filter, sort: 'added', direction: 'desc' });
  useEffect(() => {
    if (under !== keptUnder && kept.size > 0) {
      kept = new Set();
      setIds(kept);
    }
    keptUnder = under;
  }, [under]);

  function store(next: ReadonlySet<string>): void {
    kept = next;
    setIds(next);
  }

  function add(more: readonly string[]): void {
    const all = [...new Set([...kept, ...more])];
    if (all.length > limits.adminGameIdsMax) {
      toast.error(t('selection.tooMany', { count: limits.adminGameIdsMax }));
    }
    store(new Set(all.slice(0, limits.adminGameIdsMax)));
  }

  async function addFetched(pick: (all: readonly string[]) => readonly string[]): Promise<void> {
    setBusy(true);
    try {
      const { ids: all, total } = await fetchIds();
      const picked = pick(all);
      add(picked);
      if (picked.length === all.length && total > all.length) {
        toast.info(t('selection.onlyFirst', { count: all.length }));
      }
    } catch {
      toast.error(t('selection.failed'));
    } finally {
      setBusy(false);
    }
  }

  return {
    ids: [...ids],
    has: (id) => ids.has(id),
    isBusy,
    toggle(index, id) {
      anchor.current = { list, index };
      if (kept.has(id)) store(without(kept, id));
      else add([id]);
    },
    extendTo(index, start) {
      const from = start ?? (anchor.current?.list === list ? anchor.current.index : index);
      anchor.current = { list, index };
      const [first, last] = [Math.min(from, index), Math.max(from, index)];
      const loaded = Array.from({ length: last - first + 1 }, (_, at) => idAt(first + at));
      const known = loaded.filter((id) => id !== undefined);
      if (known.length === loaded.length) add(known);
      else void addFetched((all) => all.slice(first, last + 1));
    },
    selectAll: () => void addFetched((all) => all),
    remove: (id) => store(without(kept, id)),
    clear() {
      anchor.current = undefined;
      store(new Set());
    },
  };
}

function useFetchedIds(filter: AdminFilter) {
  const client = useApi();
  const cache = useQueryClient();
  return () => cache.fetchQuery(adminGameIdsQuery(client, filter));
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}
