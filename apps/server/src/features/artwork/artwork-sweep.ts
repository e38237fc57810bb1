// Removes pictures that no game uses: sent in and never given to one, taken out of one, or left by one that was deleted.
// Used by the artwork service, as a job. Row first, then files; in between stands a note that the files are to go.
import { artworkNameAt, artworkWidths } from '@cellar/contract/rules/artwork.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { createBreather } from '#platform/breather.ts';
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
const unusedKeptMs = 24 * 3600_000;
const batch = 300;
/** Removing four files takes less than this, so the lease is never renewed. It has no holder: its end tells claims apart. */
const leaseMs = 60_000;

export function createArtworkSweep({ db, files, clock, log }: Deps) {
  async function condemn(before: string): Promise<void> {
    const breathe = createBreather();
    let names: string[] = [];
    do {
      names = await repository.listNames(db, 'artworks', { after: names.at(-1) ?? '', most: batch });
      for (const name of await repository.listUnused(db, names, before)) {
        await db.transaction().execute((trx) => repository.condemnUnused(trx, name, before));
      }
      await breathe();
    } while (names.length === batch);
  }

  /** Whoever sends the same picture in again waits for the end of it; nobody else does. */
  async function remove(name: string): Promise<boolean> {
    const leaseUntil = isoAt(clock, leaseMs);
    if (!(await repository.claimRemoval(db, name, { leaseUntil, now: isoAt(clock) }))) return false;
    // The picture may have come back without anybody knowing of the note.
    const isBack = (await repository.findArtwork(db, name)) !== undefined;
    if (!isBack) await files.remove(allNames(name));
    await repository.deleteRemoval(db, name, leaseUntil);
    return !isBack;
  }

  /** One that can't be removed does not keep the others. */
  async function removeOrLog(name: string): Promise<boolean> {
    try {
      return await remove(name);
    } catch (error) {
      log.error({ err: error, name }, 'a picture could not be removed yet');
      return false;
    }
  }

  return async function sweep(): Promise<void> {
    await condemn(isoAt(clock, -unusedKeptMs));
    let removed = 0;
    let names: string[] = [];
    do {
      names = await repository.listNames(db, 'artworkRemovals', { after: names.at(-1) ?? '', most: batch });
      for (const name of names) removed += Number(await removeOrLog(name));
    } while (names.length === batch);
    if (removed > 0) log.info({ removed }, 'pictures that no game uses were removed');
  };
}

/** The whole picture and its smaller ones. */
function allNames(name: string): string[] {
  return [name, ...artworkWidths.map((width) => artworkNameAt(name, width))];
}
