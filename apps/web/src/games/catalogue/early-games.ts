// Requests the first games as soon as the code of the page runs, while the page is still being drawn.
import { limits } from '@cellar/contract/rules/limits.ts';
import { isSortKey, type SortKey } from '@cellar/contract/rules/sort.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { stored } from '#lib/stored.ts';
import { type GameList, gamesPageQuery } from '../games.queries.ts';

const storage = stored('cellar-games-sort');

/** Returns the member's preferred order, if this browser knows it. */
export function knownSort(): SortKey | undefined {
  const kept = storage.get() ?? '';
  return isSortKey(kept) ? kept : undefined;
}

/** Undefined: another member may use this browser next. */
export function rememberSort(sort: SortKey | undefined): void {
  storage.set(sort);
}

/**
 * Requests the first page of a list, but not earlier than 300 ms after the page was opened (specification section 9). Never rejects.
 */
export async function requestEarly(cache: QueryClient, client: ApiClient, list: GameList): Promise<void> {
  // What is new is known only after the visit was recorded.
  if (list.added !== '') return;
  const remainingMs = limits.firstFetchDebounceMs - performance.now();
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
  await cache.prefetchQuery(gamesPageQuery(client, list, 1));
}
