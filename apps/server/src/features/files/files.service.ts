// Platform files: their rows, their digests, and the removal of bytes whose rows are gone.
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
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
  holdDownloads,
  insertFile,
  insertRemovals,
  insertStoredAhead,
  listFilesOf,
  listRemovals,
  listStoredAheadBefore,
  updateDigest,
} from './files.repository.ts';

export interface NewFile {
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  storageKey: string;
}

/** Longer than anybody takes to send a file of that kind. */
const forgottenMs = 24 * 3600_000;
const removalsAtOnce = 100;

export type FilesService = ReturnType<typeof createFilesService>;

interface Deps {
  db: Db;
  storage: Storage;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function createFilesService({ db, storage, clock, log }: Deps) {
  // Reading a file for its digest is heavy: one at a time in this process.
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
        // The next run begins again.
        if (signal.aborted || isStorageAway(error)) return;
        // One file that can't be read must not keep the others from their digests.
        log.error({ err: error, fileId: file.id, gameId: file.gameId }, 'a platform file could not be read');
      }
    }
  }

  /**
   * Removes the bytes that a deletion has condemned. Only those: a file that this database does not know may belong to
   * another one (a mistyped DATABASE_URL, a restored backup), so it is never touched. The deletion is done once it is
   * committed: bytes that can't be removed yet are only logged, and the job tries them again.
   */
  async function removeCondemned(): Promise<void> {
    try {
      let keys: string[] = [];
      do {
        keys = await listRemovals(db, keys.at(-1) ?? '', removalsAtOnce);
        for (const key of keys) await removeOrLog(key);
      } while (keys.length === removalsAtOnce);
    } catch (error) {
      log.error({ err: error }, 'deleted files could not be removed yet');
    }
  }

  async function removeOrLog(key: string): Promise<void> {
    try {
      await storage.discardUpload(key);
      await deleteRemoval(db, key);
    } catch (error) {
      // Nor can any other.
      if (isStorageAway(error)) throw error;
      log.error({ err: error, key }, 'a deleted file could not be removed yet');
    }
  }

  /**
   * Stores a stream before a row points at it. Its key is noted first, so that what a crash leaves is found; the transaction
   * with the row calls `keepStored`, and a caller that does not need the file calls `discardStored`.
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
    await removeCondemned();
  }

  /** A job: nobody is storing them any more. */
  async function discardForgotten(): Promise<void> {
    for (const key of await listStoredAheadBefore(db, isoAt(clock, -forgottenMs))) await discardStored(key);
  }

  /** Condemns its bytes; `removeCondemned` follows once it is committed. Gives what it was, if there was one. */
  async function removeFile(trx: Trx, gameId: string, platform: string): Promise<GameFileRow | undefined> {
    const file = await findFile(trx, gameId, platform);
    if (!file) return undefined;
    await holdDownloads(trx, 'fileId', file.id);
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
    /** Within the transaction that records the finished upload. Fails on the unique (gameId, platform). */
    addFile: (trx: Trx, file: NewFile) =>
      insertFile(trx, { id: newId(), ...file, sha256: null, createdAt: isoAt(clock) }),
    findFile: (gameId: string, platform: string) => findFile(db, gameId, platform),
    /** Before a game is deleted. */
    holdDownloadsOf: (trx: Trx, gameId: string) => holdDownloads(trx, 'gameId', gameId),
    listFilesOf: (trx: Db, gameId: string) => listFilesOf(trx, gameId),
    /** Within the transaction that deletes their rows; `removeCondemned` follows once it is committed. */
    condemn: (trx: Trx, storageKeys: string[]) => insertRemovals(trx, storageKeys),
    removeCondemned,
    digestFiles,

    /** A digest that has begun is given up: the next start reads the file again. */
    async close(): Promise<void> {
      closing.abort();
      await digesting.ended();
    },
  };
}
