// The games that the member has selected in the grid. The selection is kept when the filters change, so that games can be collected
// from several searches.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { useLatest } from '#lib/use-latest.ts';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { type GameList, queryOf } from '../games.queries.ts';

export interface Selection {
  /** Undefined while games are not being selected. */
  ids: ReadonlySet<string> | undefined;
  begin(): void;
  clear(): void;
  end(): void;
  /** `isRange`: also selects the games since the last one that was selected in this list. */
  toggle(index: number, isRange: boolean): void;
}

type GameAt = (index: number) => GameListItem | undefined;

const none: ReadonlySet<string> = new Set();
/** Of the requests for games that are not loaded. */
const pageSize = 200;

export function useSelection(list: GameList, gameAt: GameAt): Selection {
  const { t } = useTranslation('games');
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const last = useRef<{ list: GameList; index: number }>(undefined);
  const client = useApi();

  const add = (more: readonly string[]) => setIds((before) => before && new Set([...before, ...more]));

  async function addFetched(first: number, end: number): Promise<void> {
    const from = Math.floor(first / pageSize);
    for (let page = from; page * pageSize <= end; page += 1) {
      const query = { ...queryOf(list), page: page + 1, limit: pageSize };
      const { games } = await client.call(memberApi.listGames, { query });
      add(games.slice(Math.max(0, first - page * pageSize), end + 1 - page * pageSize).map(({ _id }) => _id));
    }
  }

  function select(index: number, isRange: boolean): void {
    const from = isRange && last.current?.list === list ? last.current.index : index;
    last.current = { list, index };
    const [first, end] = [Math.min(from, index), Math.max(from, index)];
    const loaded = Array.from({ length: end - first + 1 }, (_, at) => gameAt(first + at)?._id);
    const known = loaded.filter((id) => id !== undefined);
    if (known.length < loaded.length) {
      addFetched(first, end).catch((error) => toastRefusal(error, t('loadFailed')));
      return;
    }
    const [id = ''] = known;
    if (!isRange && ids?.has(id)) setIds(new Set([...ids].filter((one) => one !== id)));
    else add(known);
  }

  const latest = useLatest(select);
  const toggle = useCallback((index: number, isRange: boolean) => latest.current(index, isRange), [latest]);
  return { ids, begin: () => setIds(none), clear: () => setIds(none), end: () => setIds(undefined), toggle };
}
