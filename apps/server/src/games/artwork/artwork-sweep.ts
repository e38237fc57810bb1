// A job that removes pictures no game uses. It deletes the row and records the removal in one transaction, then deletes the
// files, then the record.
import { artworkNameAt, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import type { FastifyBaseLogger } from 'fastify';
import { areRemovalsHeld } from '#db/held-removals.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs, minuteMs } from '#platform/durations.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { PictureStorage } from '#platform/storage/storage.ts';
import * as repository from './artwork.repository.ts';

interface Deps {
  db: Db;
  files: PictureStorage;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** An unused picture is kept for this long after it was uploaded or assigned, because an admin may spend a day on an edit. */
const unusedKeptMs = dayMs;
const batchSize = 300;
/**
 * Removing the four files of a picture takes less than this: an object store has 30 seconds for each. So the lease is never renewed. Its
 * end time identifies the claim. If the node dies, another node continues after this time.
 */
const leaseMs = 5 * minuteMs;

export function createArtworkSweep({ db, files, clock, log }: Deps) {
  async function deleteUnusedRows(before: string): Promise<void> {
    const yieldIfDue = createYielder();
    let names: string[] = [];
    do {
      names = await repository.listNames(db, 'artworks', { after: names.at(-1) ?? '', limit: batchSize });
      for (const name of await repository.listUnused(db, names, before)) {
        await db.transaction().execute((trx) => repository.deleteIfUnused(trx, name, before));
      }
      await yieldIfDue();
    } while (names.length === batchSize);
  }

  /** Only an upload of the same picture waits for this. Returns whether the files were removed. */
  async function remove(name: string): Promise<boolean> {
    const leaseUntil = isoAt(clock, leaseMs);
    if (!(await repository.claimRemoval(db, name, { leaseUntil, now: isoAt(clock) }))) return false;
    // The picture was uploaded again after its removal was recorded.
    const isBack = (await repository.findArtwork(db, name)) !== undefined;
    if (!isBack) await files.remove(allNames(name));
    await repository.deleteRemoval(db, name, leaseUntil);
    return !isBack;
  }

  /** A failure does not stop the sweep. */
  async function removeOrLog(name: string): Promise<boolean> {
    try {
      return await remove(name);
    } catch (error) {
      log.error({ err: error, name }, 'a picture could not be removed yet');
      return false;
    }
  }

  return async function sweep(): Promise<void> {
    await deleteUnusedRows(isoAt(clock, -unusedKeptMs));
    let removed = 0;
    let names: string[] = [];
    do {
      names = await repository.listNames(db, 'artworkRemovals', {
        after: names.at(-1) ?? '',
        limit: batchSize,
      });
      if (names.length > 0 && (await areRemovalsHeld(db, isoAt(clock)))) return;
      for (const name of names) removed += Number(await removeOrLog(name));
    } while (names.length === batchSize);
    if (removed > 0) log.info({ removed }, 'pictures that no game uses were removed');
  };
}

/** Returns the names of the full-size picture and of its smaller sizes. */
function allNames(name: string): string[] {
  return [name, ...artworkWidths.map((width) => artworkNameAt(name, width))];
}
