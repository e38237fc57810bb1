// What many games have together, for the dialogs that ask before a bulk change.
import type { BulkSummary } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import type { Db } from '#db/schema.ts';
import { createYielder } from '#platform/event-loop.ts';
import * as repository from './games-summary.repository.ts';

const gamesAtOnce = 500;
const titlesNamed = 10;
const namesCounted = 200;

export type GamesSummary = ReturnType<typeof createGamesSummary>;

export function createGamesSummary({ longReads }: { longReads: Db }) {
  return { summarize: (ids: string[]) => summarize(longReads, ids) };
}

async function summarize(longReads: Db, asked: string[]): Promise<BulkSummary> {
  const ids = [...new Set(asked)];
  const yieldIfDue = createYielder();
  const totals = {
    games: 0,
    storedFiles: 0,
    storedBytes: 0,
    filesInPlace: 0,
    cheatFiles: 0,
    openUploads: 0,
    hidden: 0,
    matched: 0,
  };
  let first: { title: string; titleFold: string }[] = [];
  const platforms = new Map<string, number>();
  const genres = new Map<string, number>();
  for (let at = 0; at < ids.length; at += gamesAtOnce) {
    const batch = ids.slice(at, at + gamesAtOnce);
    const games = await repository.listTitles(longReads, batch);
    totals.games += games.length;
    totals.hidden += games.filter(({ isHidden }) => isHidden === 1).length;
    first = [...first, ...games].toSorted(byFold).slice(0, titlesNamed);
    addTo(totals, await repository.sumFiles(longReads, batch));
    addTo(totals, await repository.countOthers(longReads, batch));
    addAll(platforms, await repository.countPlatforms(longReads, batch));
    addAll(genres, await repository.countGenres(longReads, batch));
    await yieldIfDue();
  }
  return {
    ...totals,
    titles: first.map(({ title }) => title),
    platforms: most(platforms),
    genres: most(genres),
  };
}

function byFold(a: { titleFold: string }, b: { titleFold: string }): number {
  if (a.titleFold === b.titleFold) return 0;
  return a.titleFold < b.titleFold ? -1 : 1;
}

function addTo<Sums extends Record<string, number>>(totals: Sums, more: Partial<Sums>): void {
  for (const [name, value] of Object.entries(more) as [keyof Sums, number][]) {
    totals[name] = ((totals[name] ?? 0) + value) as Sums[keyof Sums];
  }
}

function addAll(counts: Map<string, number>, more: readonly { name: string; games: number }[]): void {
  for (const { name, games } of more) counts.set(name, (counts.get(name) ?? 0) + games);
}

function most(counts: Map<string, number>): { name: string; games: number }[] {
  return [...counts]
    .map(([name, games]) => ({ name, games }))
    .toSorted((a, b) => b.games - a.games || (a.name < b.name ? -1 : 1))
    .slice(0, namesCounted);
}
