// Takes a game, a file or a member out of the downloads that name it, before it is deleted: in small steps, since a popular game
// has tens of thousands, and the database would change all of them at once while everybody waits. What ended lately is left to
// the deletion itself: it may go on until then.
import type { Db } from '#db/schema.ts';
import { createBreather } from '#platform/breather.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { releaseSome } from './downloads.repository.ts';

/** As long as a ticket lives. */
const goesOnMs = 24 * 3600 * 1000;
const stepSize = 100;

export type DownloadReferences = ReturnType<typeof createDownloadReferences>;

export function createDownloadReferences({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Idempotent. Nothing is lost that anybody needs should the deletion not follow: old entries show the title alone. */
    async release(column: 'gameId' | 'fileId' | 'userId', id: string): Promise<void> {
      const breathe = createBreather();
      const before = isoAt(clock, -goesOnMs);
      while ((await releaseSome(db, { column, id, before, limit: stepSize })) === stepSize) await breathe();
    },
  };
}
