// The table of games as its address describes it: open or not, filtered and sorted.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MatchFilter } from '@cellar/contract/games/admin-games.endpoints.ts';
import {
  type AdminGameColumn,
  adminGameColumns,
  type Lackable,
  lackables,
} from '@cellar/contract/games/rules/admin-games.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ApiClient } from '#lib/api-client.ts';
import { Observable } from '#lib/listeners.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { nothingSelected, type Selected } from '#ui/lists/use-range-selection.ts';

type Direction = 'asc' | 'desc';

/** What the server is asked for. Empty values do not filter. */
export interface AdminFilter {
  search: string;
  platform: string;
  genre: string;
  match: MatchFilter | '';
  visibility: Visibility | '';
  /** The games must lack all of these. */
  lacks: readonly Lackable[];
  sort: AdminGameColumn;
  direction: Direction;
}

export interface AdminList extends AdminFilter {
  isOpen: boolean;
}

/** The match states that the table can be filtered by, in the order of the choice. */
export const matchChoices = [
  'matched',
  'review',
  'none',
  'failed',
  'queued',
  'searching',
  'left',
  'unknown',
] as const satisfies readonly MatchFilter[];

export const visibilities = ['visible', 'hidden'] as const;

export type Visibility = (typeof visibilities)[number];

// The server's limits, in characters.
export const maxSearchLength = 200;
const maxNameLength = 100;

export function adminListOf(params: URLSearchParams): AdminList {
  const text = (name: string, max: number) => (params.get(name) ?? '').slice(0, max);
  const lacks = text('lacks', maxNameLength).split(',');
  return {
    isOpen: params.get('games') !== 'closed',
    search: text('search', maxSearchLength),
    platform: text('platform', maxNameLength),
    genre: text('genre', maxNameLength),
    match: matchChoices.find((state) => state === params.get('match')) ?? '',
    visibility: visibilities.find((one) => one === params.get('visibility')) ?? '',
    lacks: lackables.filter((name) => lacks.includes(name)),
    sort: adminGameColumns.find((column) => column === params.get('sort')) ?? 'added',
    direction: params.get('direction') === 'asc' ? 'asc' : 'desc',
  };
}

/** Returns the parameters that describe the list. Default values are left out. */
export function paramsOf({ isOpen, lacks, sort, direction, ...texts }: AdminList): URLSearchParams {
  const all = {
    games: isOpen ? '' : 'closed',
    ...texts,
    lacks: lacks.join(),
    sort: sort === 'added' ? '' : sort,
    direction: direction === 'asc' ? 'asc' : '',
  };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
}

export function filterOf({ isOpen: _, ...filter }: AdminList): AdminFilter {
  return filter;
}

export function isFiltered({ search, lacks, ...filter }: AdminFilter): boolean {
  const chosen = [filter.platform, filter.genre, filter.match, filter.visibility];
  return search.trim() !== '' || lacks.length > 0 || chosen.some((value) => value !== '');
}

export const noFilter = {
  search: '',
  platform: '',
  genre: '',
  match: '',
  visibility: '',
  lacks: [],
} as const;

/** The four orders of the specification. */
export const adminSortNames = ['newest', 'oldest', 'titleAsc', 'titleDesc'] as const;

export type AdminSort = (typeof adminSortNames)[number];

export const adminSorts = {
  newest: { sort: 'added', direction: 'desc' },
  oldest: { sort: 'added', direction: 'asc' },
  titleAsc: { sort: 'title', direction: 'asc' },
  titleDesc: { sort: 'title', direction: 'desc' },
} as const satisfies Record<AdminSort, Pick<AdminFilter, 'sort' | 'direction'>>;

export function sortNameOf({ sort, direction }: AdminFilter): AdminSort | undefined {
  return adminSortNames.find(
    (name) => adminSorts[name].sort === sort && adminSorts[name].direction === direction,
  );
}

/** Names are sorted from A to Z at first, numbers and dates from the largest. */
const ascendingFirst: readonly AdminGameColumn[] = ['title', 'platforms', 'developer', 'match'];

/** Returns the order after a press on a column's heading. */
export function sortedBy({ sort, direction }: AdminFilter, column: AdminGameColumn) {
  const first: Direction = ascendingFirst.includes(column) ? 'asc' : 'desc';
  if (sort !== column) return { sort: column, direction: first };
  return { sort: column, direction: direction === 'asc' ? ('desc' as const) : ('asc' as const) };
}

/** What is remembered of the table while the admin visits other pages. */
export class AdminTableMemory {
  /** The list as it was last shown, for the editor's links to the list and to the next game. */
  list: AdminList = adminListOf(new URLSearchParams());
  readonly selected = new Observable<Selected<string>>(nothingSelected);
  /** The filter under which the games were selected, without its order. */
  selectedUnder = '';

  /** Call this when another member has logged in. */
  forget(): void {
    this.list = adminListOf(new URLSearchParams());
    this.selected.set(nothingSelected);
  }

  /** The path of Game Management with the list as it was last shown. */
  get path(): string {
    const query = paramsOf(this.list).toString();
    return query ? `${paths.admin}?${query}` : paths.admin;
  }
}

export const AdminTableContext = createContext<AdminTableMemory | undefined>(undefined);

export function useAdminTable(): AdminTableMemory {
  const table = use(AdminTableContext);
  if (!table) throw new Error('AdminTableContext is missing above this component');
  return table;
}

// Queries for the table of games: its pages, the ids that a filter yields, and the neighbors of a game.

/** Identifies a list: equal for filters that yield the same games. */
export const adminListKey = (filter: AdminFilter): string => JSON.stringify(queryOf(filter));

function queryOf({ lacks, ...filter }: AdminFilter) {
  return { ...filter, search: foldText(filter.search), lacks: lacks.join() };
}

export const adminGamesPageQuery = (client: ApiClient, filter: AdminFilter, page: number) =>
  queryOptions({
    queryKey: queryKeys.games.admin('page', queryOf(filter), page),
    queryFn: ({ signal }) =>
      client.call(adminApi.listAdminGames, { query: { ...queryOf(filter), page }, signal }),
    // A long scroll loads many pages.
    gcTime: 60_000,
  });

export const adminGameIdsQuery = (client: ApiClient, filter: AdminFilter) =>
  queryOptions({
    queryKey: queryKeys.games.admin('ids', queryOf(filter)),
    queryFn: ({ signal }) => client.call(adminApi.listAdminGameIds, { query: queryOf(filter), signal }),
    staleTime: 0,
  });

export const neighborsQuery = (client: ApiClient, filter: AdminFilter, id: string) =>
  queryOptions({
    queryKey: queryKeys.games.admin('neighbors', queryOf(filter), id),
    queryFn: ({ signal }) =>
      client.call(adminApi.adminGameNeighbors, { params: { id }, query: queryOf(filter), signal }),
  });
