// The state of the games page in its URL: `?search=&genre=&platform=&sort=&game=`.
import { type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import { withParams } from '#lib/url-filter.ts';
import type { GameList } from '../games.queries.ts';

// The server's limits, in characters.
export const maxSearchLength = 200;
const maxNameLength = 100;

export function listOf(params: URLSearchParams, preferredSort: SortKey): GameList {
  const asked = params.get('sort');
  return {
    sort: sortKeys.find((key) => key === asked) ?? preferredSort,
    search: (params.get('search') ?? '').slice(0, maxSearchLength),
    genre: (params.get('genre') ?? '').slice(0, maxNameLength),
    platform: (params.get('platform') ?? '').slice(0, maxNameLength),
  };
}

/** Returns the query string with these changes. Empty values are omitted. */
export function searchWith(params: URLSearchParams, changes: Record<string, string>): string {
  const text = withParams(params, changes).toString();
  return text && `?${text}`;
}
