// Removes pictures that no game uses: sent in and never given to one, taken out of one, or left by one that was deleted.
// Used by the artwork service, as a job. Row first, then files; in between stands a note that the files are to go.
import { artworkNameAt, artworkWidths } from '@cellar/contract/rules/artwork.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import * as repository from './artwork.repository.ts';
import type { ArtworkFiles } from './artwork-files.ts';

interface Deps {
  db: Db;
  files: ArtworkFiles;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Since it was sent in, or given to a game: an admin may take a day over an edit. */
export const unusedKeptMs = 24 * 3600_000;
const batch = 500;

export function createArtworkSweep({ db, files, clock, log }: Deps) {
  async function condemn(before: string): Promise<void> {
    for (;;) {
      const names = await repository.listUnused(db, before, batch);
      for (const name of names) {
        await db.transaction().execute((trx) => repository.condemnUnused(trx, name, before));
      }
      if (names.length < batch) return;
    }
  }

  /** Within one transaction, few and small as the files are: who sends the same picture in again waits for its end. */
  function remove(name: string): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      if (!(await repository.deleteRemoval(trx, name))) return false;
      // It came back, from where nobody knew of the note.
      if (await repository.findArtwork(trx, name)) return false;
      await files.remove(allNames(name));
      return true;
    });
  }

  return async function sweep(): Promise<void> {
    await condemn(isoAt(clock, -unusedKeptMs));
    let removed = 0;
    for (;;) {
      const names = await repository.listRemovals(db, batch);
      for (const name of names) removed += Number(await remove(name));
      if (names.length < batch) break;
    }
    if (removed > 0) log.info({ removed }, 'pictures that no game uses were removed');
  };
}

/** The whole picture and its smaller ones. */
export function allNames(name: string): string[] {
  return [name, ...artworkWidths.map((width) => artworkNameAt(name, width))];
}
