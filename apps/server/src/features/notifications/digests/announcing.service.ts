// Announces games that were added: gives each its place among the news, once. A game deleted before that is simply gone, and
// files that are added to a game later change nothing. Part of the job that sends digests.

import type { Db } from '#db/schema.ts';
import type { ProvidersService } from '#features/metadata/providers/providers.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { minuteMs } from '#platform/durations.ts';
import * as repository from './announcing.repository.ts';

/** So long a game may wait for its facts and pictures: a provider that is away holds no news back. */
const searchMs = 10 * minuteMs;
/** Of one transaction: nobody else writes on SQLite meanwhile. */
const batchSize = 100;

export type AnnouncingService = ReturnType<typeof createAnnouncingService>;

interface Deps {
  db: Db;
  clock: Clock;
  providers: ProvidersService;
}

export function createAnnouncingService({ db, clock, providers }: Deps) {
  const ready = (isSearched: boolean) => ({
    ...{ now: isoAt(clock), searchedSince: isoAt(clock, -searchMs), isSearched },
  });

  /** Whoever comes next sees all of it or nothing, so that places become known in their order. */
  async function announceBatch(isSearched: boolean): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const { lastNumber, lastAnnouncedAt } = await repository.holdState(trx);
      const now = isoAt(clock);
      // The clock was set back: later places must not have come earlier.
      if (lastAnnouncedAt && lastAnnouncedAt > now) await repository.bringForward(trx, now);
      const ids = await repository.listUnannounced(trx, { ...ready(isSearched), limit: batchSize });
      for (const [at, id] of ids.entries()) await repository.announceGame(trx, id, lastNumber + at + 1, now);
      const lastAt = ids.length > 0 || (lastAnnouncedAt ?? '') > now ? now : lastAnnouncedAt;
      await repository.updateState(trx, { lastNumber: lastNumber + ids.length, lastAnnouncedAt: lastAt });
      return ids.length;
    });
  }

  return {
    async announce(): Promise<void> {
      const { lastAnnouncedAt } = await repository.getState(db);
      const isSetBack = (lastAnnouncedAt ?? '') > isoAt(clock);
      const isSearched = (await providers.listAsked()).length > 0;
      const waiting = await repository.listUnannounced(db, { ...ready(isSearched), limit: 1 });
      if (!isSetBack && waiting.length === 0) return;
      while ((await announceBatch(isSearched)) === batchSize);
    },
  };
}
