// The state of the games page in its URL: the filters, `?sort=` and the open game, `?game=`. A filter with several values repeats
// its parameter.

import { hideable, marks } from '@cellar/contract/club/rules/marks.ts';
import { decades, playerFilters, sizeRangeNames } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { type CatalogueSort, catalogueSorts } from '@cellar/contract/rules/sort.ts';
import { withParams } from '#lib/url-filter.ts';
import type { GameList } from '../games.queries.ts';

// The server's limits, in characters.
export const maxSearchLength = 200;
const maxNameLength = 100;

export function listOf(params: URLSearchParams, preferredSort: CatalogueSort): GameList {
  const asked = params.get('sort');
  const namesIn = (name: string) => {
    const names = params.getAll(name).filter((value) => value !== '');
    return [...new Set(names)].slice(0, limits.valuesPerFilter).map((value) => value.slice(0, maxNameLength));
  };
  return {
    sort: catalogueSorts.find((key) => key === asked) ?? preferredSort,
    search: (params.get('search') ?? '').slice(0, maxSearchLength),
    genre: namesIn('genre'),
    platform: namesIn('platform'),
    decade: decades.filter((decade) => params.getAll('decade').includes(String(decade))),
    size: knownIn(params, 'size', sizeRangeNames),
    players: knownIn(params, 'players', playerFilters),
    mine: knownIn(params, 'mine', marks),
    hide: knownIn(params, 'hide', hideable),
    added: params.get('added') === 'new' ? 'new' : '',
  };
}

function knownIn<Value extends string>(
  params: URLSearchParams,
  name: string,
  known: readonly Value[],
): Value[] {
  return known.filter((value) => params.getAll(name).includes(value));
}

export type UrlChanges = Record<string, string | readonly (string | number)[]>;

/** Returns the query string with these changes. Empty values are omitted. */
export function searchWith(params: URLSearchParams, changes: UrlChanges): string {
  const text = withParams(params, changes).toString();
  return text && `?${text}`;
}
