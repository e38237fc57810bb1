// Announces each added game once by assigning the next number to it. A game that is deleted before is never announced, and files
// added to a game later do not announce it again. Part of the job that sends digests.

import type { Db } from '#db/schema.ts';
import type { ProvidersService } from '#games/metadata/providers/providers.service.ts';
import type { Base } from '#platform/base.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import * as repository from './announcements.repository.ts';

/** A game waits at most this long for its metadata, so that an unavailable provider does not delay announcements further. */
const maxSearchMs = 10 * minuteMs;
/** The number of games announced in one transaction, during which SQLite allows no other writer. */
const batchSize = 100;

export type AnnouncementsService = ReturnType<typeof createAnnouncementsService>;

interface Deps extends Pick<Base, 'db' | 'clock'> {
  providers: ProvidersService;
}

export function createAnnouncementsService({ db, clock, providers }: Deps) {
  const listReady = (db: Db, hasProviders: boolean, limit: number) =>
    repository.listReadyGames(db, {
      now: isoAt(clock),
      addedBefore: isoAt(clock, -maxSearchMs),
      hasProviders,
      limit,
    });

  /** The lock on the state makes numbers visible to readers in ascending order. */
  async function announceBatch(hasProviders: boolean): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const { lastNumber, lastAnnouncedAt } = await repository.lockState(trx);
      const now = isoAt(clock);
      // If the clock was set back, a higher number must not have an earlier time.
      if (lastAnnouncedAt && lastAnnouncedAt > now) await repository.moveFutureAnnouncements(trx, now);
      const ids = await listReady(trx, hasProviders, batchSize);
      for (const [at, id] of ids.entries()) await repository.announceGame(trx, id, lastNumber + at + 1, now);
      const lastAt = ids.length > 0 || (lastAnnouncedAt ?? '') > now ? now : lastAnnouncedAt;
      await repository.updateState(trx, { lastNumber: lastNumber + ids.length, lastAnnouncedAt: lastAt });
      return ids.length;
    });
  }

  return {
    async announce(): Promise<void> {
      const { lastAnnouncedAt } = await repository.getState(db);
      const isClockSetBack = (lastAnnouncedAt ?? '') > isoAt(clock);
      const hasProviders = (await providers.listUsable()).length > 0;
      if (!isClockSetBack && (await listReady(db, hasProviders, 1)).length === 0) return;
      while ((await announceBatch(hasProviders)) === batchSize);
    },
  };
}
