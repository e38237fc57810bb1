// The sort orders of the admin's list. The list is sorted in the browser while all games are loaded.
import type { GameListItem } from '@cellar/contract/games.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';

export const adminSorts = ['newest', 'oldest', 'titleAsc', 'titleDesc'] as const;

export type AdminSort = (typeof adminSorts)[number];

/** The server's sort key for each order. */
export const serverSort: Record<AdminSort, SortKey> = {
  newest: 'recentlyAddedDesc',
  oldest: 'recentlyAddedAsc',
  titleAsc: 'titleAsc',
  titleDesc: 'titleDesc',
};

export interface AdminList {
  sort: AdminSort;
  /** Text to find in titles. */
  filter: string;
  isOpen: boolean;
  /** The number of rows shown. */
  shown: number;
}

let last: AdminList = { sort: 'newest', filter: '', isOpen: false, shown: 0 };

/** The state of the list, kept for returns to the page and for the editor's links to the next game. */
export const lastAdminList = {
  get: () => last,
  set(part: Partial<AdminList>) {
    last = { ...last, ...part };
  },
};

const titles = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const byTime = (a: GameListItem, b: GameListItem) => a.createdAt.localeCompare(b.createdAt);
const byTitle = (a: GameListItem, b: GameListItem) => titles.compare(a.title, b.title);

export function sortAdminGames(games: readonly GameListItem[], sort: AdminSort): GameListItem[] {
  const order = sort === 'newest' || sort === 'oldest' ? byTime : byTitle;
  const direction = sort === 'newest' || sort === 'titleDesc' ? -1 : 1;
  return games.toSorted((a, b) => direction * order(a, b));
}
