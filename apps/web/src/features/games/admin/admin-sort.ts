// The four orders of the admin's list, sorted here while it is loaded whole.
import type { GameListItem } from '@cellar/contract/games.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';

export const adminSorts = ['newest', 'oldest', 'titleAsc', 'titleDesc'] as const;

export type AdminSort = (typeof adminSorts)[number];

/** The same order by the server's name. */
export const serverSort: Record<AdminSort, SortKey> = {
  newest: 'recentlyAddedDesc',
  oldest: 'recentlyAddedAsc',
  titleAsc: 'titleAsc',
  titleDesc: 'titleDesc',
};

export interface AdminList {
  sort: AdminSort;
  /** By title. */
  filter: string;
  isOpen: boolean;
  /** How many rows had been shown. */
  shown: number;
}

let last: AdminList = { sort: 'newest', filter: '', isOpen: false, shown: 0 };

/** The list as it was left: it is found so again, and the editor's way to the next game follows it. Lasts as long as the page. */
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
