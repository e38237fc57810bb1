// Platform files: their rows, their digests, and the removal of stored files whose rows are deleted.
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { areRemovalsHeld } from '#db/held-removals.ts';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import { type Storage, StorageUnavailableError, type StoredStream } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { digestMissing } from './digest-files.ts';
import {
  deleteFile,
  deleteRemoval,
  deleteStoredAhead,
  findFile,
  type GameFileRow,
  holdSending,
  insertFile,
  insertRemovals,
  insertStoredAhead,
  listFilesOf,
  listRemovals,
  listStoredAheadBefore,
  lockDownloads,
} from './files.repository.ts';

export interface NewFile {
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  storageKey: string;
}

/** A file that was stored but has no row is discarded after this time. Storing a file takes less. */
const forgottenMs = dayMs;
const removalsAtOnce = 100;
/** A node records every 10 seconds that it is still sending a download. After this time without a record, it has died. */
const connectedMs = 30 * 1000;

export type FilesService = ReturnType<typeof createFilesService>;

interface Deps {
  db: Db;
  storage: Storage;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function createFilesService(deps: Deps) {
  const { db, clock } = deps;
  // Reading a file for its digest is expensive, so each process reads one at a time.
  const digesting = createSingleFlight<void>();
  const closing = new AbortController();

  return {
    removeFile: (trx: Trx, gameId: string, platform: string) => removeFile(deps, trx, gameId, platform),
    store: (body: Readable) => store(deps, body),
    keepStored,
    discardStored: (storageKey: string) => discardStored(deps, storageKey),

    /** A job: discards files that were stored but never kept. */
    async discardForgotten(): Promise<void> {
      const forgotten = await listStoredAheadBefore(db, isoAt(clock, -forgottenMs));
      for (const storageKey of forgotten) await discardStored(deps, storageKey);
    },

    /** @throws a unique violation if the game already has a file for this platform */
    addFile: (trx: Trx, file: NewFile) =>
      insertFile(trx, { id: newId(), ...file, sha256: null, createdAt: isoAt(clock) }),
    findFile: (gameId: string, platform: string) => findFile(db, gameId, platform),
    /** Call this before deleting a game. */
    async prepareDeletion(trx: Trx, gameId: string): Promise<void> {
      await lockDownloads(trx, 'gameId', gameId);
      await holdSending(trx, 'gameId', gameId, isoAt(clock, -connectedMs));
    },
    listFilesOf: (gameId: string) => listFilesOf(db, gameId),
    /** Call this in the transaction that deletes the rows, and `removeMarkedFiles` after the commit. */
    markForRemoval: insertRemovals,
    removeMarkedFiles: (signal?: AbortSignal) => removeMarkedFiles(deps, signal),
    /** Computes every missing digest that no other node is computing, one file after the other. */
    digestFiles: () => digesting.run(() => digestMissing(deps, closing.signal)),

    /** Aborts the digest in progress; the next start computes it again. */
    async close(): Promise<void> {
      closing.abort();
      await digesting.ended();
    },
  };
}

/**
 * Removes the stored files that deletions have marked, and no others: a file that is unknown to this database may belong to
 * another one (a mistyped DATABASE_URL, a restored backup). If a file can't be removed, logs the error and leaves it to the
 * next run.
 */
async function removeMarkedFiles(deps: Deps, signal?: AbortSignal): Promise<void> {
  try {
    let keys: string[] = [];
    do {
      keys = await listRemovals(deps.db, {
        after: keys.at(-1) ?? '',
        limit: removalsAtOnce,
        connectedSince: isoAt(deps.clock, -connectedMs),
      });
      if (keys.length > 0 && (await areRemovalsHeld(deps.db, isoAt(deps.clock)))) return;
      for (const key of keys) await removeOrLog(deps, key);
    } while (keys.length === removalsAtOnce && !signal?.aborted);
  } catch (error) {
    deps.log.error({ err: error }, 'deleted files could not be removed yet');
  }
}

async function removeOrLog({ db, storage, log }: Deps, key: string): Promise<void> {
  try {
    await storage.discardUpload(key);
    await deleteRemoval(db, key);
  } catch (error) {
    // The storage is unavailable, so no other file can be removed either.
    if (error instanceof StorageUnavailableError) throw error;
    log.error({ err: error, key }, 'a deleted file could not be removed yet');
  }
}

/**
 * Stores a stream before any row refers to it. Records its key first, so that a file left behind by a crash can be found.
 * Afterwards call `keepStored` in the transaction that writes the row, or else `discardStored`.
 */
async function store(deps: Deps, body: Readable): Promise<StoredStream> {
  const { db, storage, clock, log } = deps;
  const storageKey = newId();
  await insertStoredAhead(db, storageKey, isoAt(clock));
  return storage.storeFile(storageKey, body).catch(async (error) => {
    await discardStored(deps, storageKey).catch((err) =>
      log.error({ err }, 'a stored file could not be discarded yet'),
    );
    throw error;
  });
}

async function keepStored(trx: Trx, storageKey: string): Promise<void> {
  if (!(await deleteStoredAhead(trx, storageKey))) throw new Error('the stored file was discarded');
}

async function discardStored(deps: Deps, storageKey: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (await deleteStoredAhead(trx, storageKey)) await insertRemovals(trx, [storageKey]);
  });
  await removeMarkedFiles(deps);
}

/** Deletes a file's row, marks the file for removal, and returns the row. Call `removeMarkedFiles` after the commit. */
async function removeFile(
  { clock }: Deps,
  trx: Trx,
  gameId: string,
  platform: string,
): Promise<GameFileRow | undefined> {
  const file = await findFile(trx, gameId, platform);
  if (!file) return undefined;
  await lockDownloads(trx, 'fileId', file.id);
  await holdSending(trx, 'fileId', file.id, isoAt(clock, -connectedMs));
  await deleteFile(trx, file.id);
  await insertRemovals(trx, [file.storageKey]);
  return file;
}
