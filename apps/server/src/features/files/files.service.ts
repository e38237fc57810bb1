// Platform files: their rows, their digests, and the removal of stored files whose rows are deleted.
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import { isStorageAway, type Storage } from '#platform/storage/storage.ts';
import { type StoredStream, storeStream } from '#platform/storage/store-stream.ts';
import { newId } from '#platform/tokens.ts';
import {
  deleteFile,
  deleteRemoval,
  deleteStoredAhead,
  findFile,
  findFileWithoutDigest,
  type GameFileRow,
  insertFile,
  insertRemovals,
  insertStoredAhead,
  listFilesOf,
  listRemovals,
  listStoredAheadBefore,
  lockDownloads,
  updateDigest,
} from './files.repository.ts';

export interface NewFile {
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  storageKey: string;
}

/** A stored file without a row is discarded after this time. Storing a file takes less. */
const forgottenMs = dayMs;
const removalsAtOnce = 100;

export type FilesService = ReturnType<typeof createFilesService>;

interface Deps {
  db: Db;
  storage: Storage;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function createFilesService({ db, storage, clock, log }: Deps) {
  // Reading a file for its digest is expensive, so each process reads one at a time.
  const digesting = createSingleFlight<void>();
  const closing = new AbortController();

  /** Computes every missing digest, one file after the other. */
  function digestFiles(): Promise<void> {
    return digesting.run(digestMissing);
  }

  async function digestMissing(): Promise<void> {
    const { signal } = closing;
    let last = { createdAt: '', id: '' };
    while (!signal.aborted) {
      const file = await findFileWithoutDigest(db, last);
      if (!file) return;
      last = file;
      try {
        await updateDigest(db, file.id, await storage.digestFile(file.storageKey, signal));
      } catch (error) {
        // The next run computes it again.
        if (signal.aborted || isStorageAway(error)) return;
        // Log the error and continue with the other files.
        log.error({ err: error, fileId: file.id, gameId: file.gameId }, 'a platform file could not be read');
      }
    }
  }

  /**
   * Removes the stored files that deletions have marked, and no others: a file that is unknown to this database may belong to
   * another one (a mistyped DATABASE_URL, a restored backup). If a file can't be removed, logs the error and leaves it to the
   * next run.
   */
  async function removeMarkedFiles(signal?: AbortSignal): Promise<void> {
    try {
      let keys: string[] = [];
      do {
        keys = await listRemovals(db, keys.at(-1) ?? '', removalsAtOnce);
        for (const key of keys) await removeOrLog(key);
      } while (keys.length === removalsAtOnce && !signal?.aborted);
    } catch (error) {
      log.error({ err: error }, 'deleted files could not be removed yet');
    }
  }

  async function removeOrLog(key: string): Promise<void> {
    try {
      await storage.discardUpload(key);
      await deleteRemoval(db, key);
    } catch (error) {
      // The storage is unavailable, so no other file can be removed either.
      if (isStorageAway(error)) throw error;
      log.error({ err: error, key }, 'a deleted file could not be removed yet');
    }
  }

  /**
   * Stores a stream before any row refers to it. Records its key first, so that a file left behind by a crash can be found.
   * Afterwards call `keepStored` in the transaction that writes the row, or else `discardStored`.
   */
  async function store(body: Readable): Promise<StoredStream> {
    const storageKey = newId();
    await insertStoredAhead(db, storageKey, isoAt(clock));
    return storeStream(storage, storageKey, body).catch(async (error) => {
      await discardStored(storageKey).catch((err) => log.error({ err }, 'stored bytes are left for the job'));
      throw error;
    });
  }

  async function keepStored(trx: Trx, storageKey: string): Promise<void> {
    if (!(await deleteStoredAhead(trx, storageKey))) throw new Error('the stored bytes were given up');
  }

  async function discardStored(storageKey: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      if (await deleteStoredAhead(trx, storageKey)) await insertRemovals(trx, [storageKey]);
    });
    await removeMarkedFiles();
  }

  /** A job: discards files that were stored but never kept. */
  async function discardForgotten(): Promise<void> {
    for (const key of await listStoredAheadBefore(db, isoAt(clock, -forgottenMs))) await discardStored(key);
  }

  /** Deletes a file's row, marks the file for removal, and returns the row. Call `removeMarkedFiles` after the commit. */
  async function removeFile(trx: Trx, gameId: string, platform: string): Promise<GameFileRow | undefined> {
    const file = await findFile(trx, gameId, platform);
    if (!file) return undefined;
    await lockDownloads(trx, 'fileId', file.id);
    await deleteFile(trx, file.id);
    await insertRemovals(trx, [file.storageKey]);
    return file;
  }

  return {
    removeFile,
    store,
    keepStored,
    discardStored,
    discardForgotten,
    /** @throws a unique violation if the game already has a file for this platform */
    addFile: (trx: Trx, file: NewFile) =>
      insertFile(trx, { id: newId(), ...file, sha256: null, createdAt: isoAt(clock) }),
    findFile: (gameId: string, platform: string) => findFile(db, gameId, platform),
    /** Call this before deleting a game. */
    lockDownloadsOf: (trx: Trx, gameId: string) => lockDownloads(trx, 'gameId', gameId),
    listFilesOf: (gameId: string) => listFilesOf(db, gameId),
    /** Call this in the transaction that deletes the rows, and `removeMarkedFiles` after the commit. */
    markForRemoval: (trx: Trx, storageKeys: string[]) => insertRemovals(trx, storageKeys),
    removeMarkedFiles,
    digestFiles,

    /** Aborts the digest in progress; the next start computes it again. */
    async close(): Promise<void> {
      closing.abort();
      await digesting.ended();
    },
  };
}
