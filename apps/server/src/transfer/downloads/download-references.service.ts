// Clears references from downloads to a game, file, extra or member before its deletion. A popular game has tens of thousands of
// downloads; if the deletion changed all of them at once, other requests would have to wait.
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { clearReferences } from './downloads.repository.ts';
import { ticketLifeMs } from './tickets.service.ts';

const stepSize = 20;

export type DownloadReferences = ReturnType<typeof createDownloadReferences>;

export function createDownloadReferences({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Clears the column in small steps. Takes at most a few hundred ids. Downloads that ended recently may still be resumed, so the deletion itself clears them.
     * Idempotent. Harmless if the deletion then fails: old entries only lose their link to the game.
     */
    async release(
      column: 'gameId' | 'fileId' | 'extraId' | 'userId',
      ...ids: readonly string[]
    ): Promise<void> {
      const yieldIfDue = createYielder();
      const step = { column, ids, before: isoAt(clock, -ticketLifeMs), limit: stepSize };
      while ((await clearReferences(db, step)) === stepSize) await yieldIfDue();
    },
  };
}
