// The state of the games page in its URL: `?search=&genre=&platform=&sort=&game=`. Pure; used by use-catalogue-url.ts.
import { type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import type { GameList } from '../games.queries.ts';

/** As the server takes them. */
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

/** The query part with these values in place of what it has; an empty value is left out. */
export function searchWith(params: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const text = next.toString();
  return text && `?${text}`;
}
