// The four orders of the admin's list, which is loaded whole and sorted here.
import type { GameListItem } from '@cellar/contract/games.ts';

export const adminSorts = ['newest', 'oldest', 'titleAsc', 'titleDesc'] as const;

export type AdminSort = (typeof adminSorts)[number];

const titles = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const byTime = (a: GameListItem, b: GameListItem) => a.createdAt.localeCompare(b.createdAt);
const byTitle = (a: GameListItem, b: GameListItem) => titles.compare(a.title, b.title);

export function sortAdminGames(games: readonly GameListItem[], sort: AdminSort): GameListItem[] {
  const order = sort === 'newest' || sort === 'oldest' ? byTime : byTitle;
  const direction = sort === 'newest' || sort === 'titleDesc' ? -1 : 1;
  return games.toSorted((a, b) => direction * order(a, b));
}
