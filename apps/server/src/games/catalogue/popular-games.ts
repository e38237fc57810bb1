import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { createProportionalCache } from '#platform/proportional-cache.ts';
import { listMostDownloaded } from './catalogue.repository.ts';

const popularDays = 30;
const mostListed = 1000;

interface Deps {
  longReads: Db;
  clock: Clock;
}

/** Returns a function that lists up to 1,000 games: those with the most downloads in the last 30 days, most downloaded first. */
export function createPopularGames({ longReads, clock }: Deps): () => Promise<string[]> {
  const cache = createProportionalCache<string[]>();
  const read = () => listMostDownloaded(longReads, isoAt(clock, -popularDays * dayMs), mostListed);
  return () => cache('', read, () => true);
}
