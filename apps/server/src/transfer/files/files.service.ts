// Platform files: their rows, their bytes, their digests, and the removal of stored files whose rows are deleted.

import type { Readable } from 'node:stream';
import { smallestPieceBytes } from '@cellar/contract/transfer/downloads.endpoints.ts';
import { areRemovalsHeld } from '#db/deletions.ts';
import type { Trx } from '#db/schema.ts';
import type { RememberRemoved } from '#folders/items/library-changes.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { Pieces } from '#platform/storage/digests.ts';
import {
  type CopyOptions,
  StorageUnavailableError,
  type StoredFile,
  type StoredStream,
} from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { findPieces } from './digests.repository.ts';
import { type BytesDeps, type BytesOfFile, createDigests, createFileBytes } from './file-bytes.ts';
import {
  type DownloadReference,
  deleteFile,
  deleteRemoval,
  deleteStoredAhead,
  findFile,
  findItem,
  type GameFileRow,
  holdSending,
  insertFile,
  insertRemovals,
  insertStoredAhead,
  listBytesOf,
  listFilesOf,
  listFilesOfGames,
  listIdsOnPlatform,
  listRemovals,
  listStoredAheadBefore,
  lockDownloads,
  moveToGame,
  renewContent,
  updatePlatforms,
} from './files.repository.ts';
import { stateOf } from './select-with-item.ts';

export interface NewFile {
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  storageKey: string;
  /** Null or omitted: computed in the background. */
  sha256?: string | null;
  /** The item of a library folder that holds the bytes. Nothing is stored under the key then. */
  libraryItemId?: string;
  /** With `libraryItemId`: the item's fingerprint. */
  contentTag?: string;
}

/** A file that was stored but has no row is discarded after this time. Storing a file takes less. */
const forgottenMs = dayMs;
const removalsAtOnce = 100;
const renamesAtOnce = 200;
/** A node records every 10 seconds that it is still sending a download. After this time without a record, it has died. */
const connectedMs = 30 * 1000;

export type FilesService = ReturnType<typeof createFilesService>;
export type FileWithState = Awaited<ReturnType<FilesService['listFilesOf']>>[number];

interface Deps extends Pick<Base, 'db' | 'longReads' | 'stamp' | 'clock' | 'log'>, BytesDeps {
  rememberRemoved: RememberRemoved;
}

export function createFilesService(deps: Deps) {
  const { db, clock, libraryBytes } = deps;
  return {
    ...createFileBytes(deps),
    ...createDigests(deps),

    /**
     * Deletes a file's row, marks the stored file for removal, and returns the row. Call `removeNow` after the commit. A file in
     * place stays on the disk.
     */
    async removeFile(trx: Trx, gameId: string, platform: string): Promise<GameFileRow | undefined> {
      const file = await findFile(trx, gameId, platform);
      if (!file) return undefined;
      await prepareDeletion(deps, trx, 'fileId', [file.id]);
      await deleteFile(trx, file.id);
      await forgetFiles(deps, trx, [file]);
      return file;
    },

    /** Stores a stream as a file without a row. See `storeAhead`. */
    store: (body: Readable): Promise<StoredStream> =>
      storeAhead(deps, (storageKey) => deps.storage.storeFile(storageKey, body)),
    /** Stores a copy of an open file of a library folder as a file without a row. See `storeAhead`. @throws ReadFailure */
    storeCopy: (file: StoredFile, options: Pick<CopyOptions, 'signal'>) =>
      storeAhead(deps, async (storageKey) => ({
        storageKey,
        ...(await deps.storage.copyFile(storageKey, file, {
          ...options,
          withDigest: true,
          isFromLibraryFolder: true,
        })),
      })),
    keepStored,
    discardStored: (storageKey: string) => discardStored(deps, storageKey),

    /** A job: discards files that were stored but never kept. */
    async discardForgotten(): Promise<void> {
      const forgotten = await listStoredAheadBefore(db, isoAt(clock, -forgottenMs));
      for (const storageKey of forgotten) await discardStored(deps, storageKey);
    },

    /** @throws a unique violation if the game already has a file for this platform */
    addFile: (trx: Trx, file: NewFile) =>
      insertFile(trx, { id: newId(), sha256: null, ...file, createdAt: isoAt(clock) }),
    moveToGame,
    findFile: (gameId: string, platform: string) => findFile(db, gameId, platform),
    renamePlatform,
    prepareDeletion: (trx: Trx, column: DownloadReference, ids: readonly string[]) =>
      prepareDeletion(deps, trx, column, ids),
    /** Locks the downloads of many games that are about to be deleted, before `prepareDeletion` of some of them. */
    lockDownloadsOf: (trx: Trx, gameIds: readonly string[]) => lockDownloads(trx, 'gameId', gameIds),
    listFilesOf: async (gameId: string) =>
      (await listFilesOf(db, gameId)).map((file) => ({ ...file, ...stateOf(file) })),
    /** For at most a few hundred games. */
    listFilesOfGames: async (gameIds: readonly string[]) =>
      (await listFilesOfGames(deps.longReads, gameIds)).map((file) => ({ ...file, ...stateOf(file) })),

    /** Returns the digests of a platform file's or extra's pieces, or null until the background job has computed them. */
    async piecesOf({ storageKey, fileSize, sha256 }: DigestedFile): Promise<Pieces | null> {
      if (sha256 === null) return null;
      if (fileSize > smallestPieceBytes) return (await findPieces(db, storageKey, sha256)) ?? null;
      // The only piece of a small file is the file itself.
      const digests = fileSize === 0 ? '' : Buffer.from(sha256, 'hex').toString('base64');
      return { length: smallestPieceBytes, digests };
    },

    /**
     * Call this when the files of an item of a library folder have changed, after its row was updated. Downloads of the old content
     * can't be resumed, and the digests are computed again.
     */
    async contentChanged(trx: Trx, itemId: string): Promise<void> {
      const item = await findItem(trx, itemId);
      if (!item) return;
      const { kind, extension, size } = item;
      const change = { contentTag: newId(), contentChangedAt: isoAt(clock), extension };
      await renewContent(trx, itemId, { ...change, ...(kind === 'file' && { fileSize: size }) });
      await libraryBytes.forgetZip(trx, itemId);
    },

    /**
     * Call this in the transaction that deletes the rows of files or extras, and `removeNow` after the commit. Those in place
     * stay on the disk.
     */
    forgetFiles: (trx: Trx, rows: BytesOfFile[]) => forgetFiles(deps, trx, rows),
    /** Call this in the transaction that deletes the rows, and `removeNow` after the commit. */
    markForRemoval: insertRemovals,
    /** Removes these of the marked files, without waiting for those of others. */
    removeNow: (storageKeys: readonly string[]) => removeMarkedFiles(deps, { storageKeys }),
    /** A job. */
    removeMarkedFiles: (signal?: AbortSignal) => removeMarkedFiles(deps, { signal }),
  };
}

type DigestedFile = Pick<GameFileRow, 'storageKey' | 'fileSize' | 'sha256'>;

/**
 * Removes the stored files that deletions have marked, and no others: a file that is unknown to this database may belong to
 * another one (a mistyped DATABASE_URL, a restored backup). If a file can't be removed, logs the error and leaves it to the
 * next run.
 */
async function removeMarkedFiles(
  deps: Deps,
  { storageKeys, signal }: { storageKeys?: readonly string[]; signal?: AbortSignal | undefined },
): Promise<void> {
  try {
    let keys: string[] = [];
    do {
      keys = await listRemovals(deps.db, {
        ...(storageKeys && { storageKeys }),
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
 * Stores a file before any row refers to it. Records its key first, so that a file left behind by a crash can be found.
 * Afterwards call `keepStored` in the transaction that writes the row, or else `discardStored`.
 */
async function storeAhead<Stored>(
  deps: Deps,
  store: (storageKey: string) => Promise<Stored>,
): Promise<Stored> {
  const { db, clock, log } = deps;
  const storageKey = newId();
  await insertStoredAhead(db, storageKey, isoAt(clock));
  return store(storageKey).catch(async (error) => {
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
  await removeMarkedFiles(deps, { storageKeys: [storageKey] });
}

/** Replaces the platform of all files and extras that have it, in steps, so that other work can run in between. */
async function renamePlatform(trx: Trx, from: string, to: string): Promise<void> {
  const yieldIfDue = createYielder();
  for (const table of ['gameFiles', 'gameExtras'] as const) {
    let ids: string[] = [];
    do {
      const page = { platform: from, after: ids.at(-1) ?? '', limit: renamesAtOnce };
      ids = await listIdsOnPlatform(trx, table, page);
      await updatePlatforms(trx, table, ids, to);
      await yieldIfDue();
    } while (ids.length === renamesAtOnce);
  }
}

/** Call this before deleting files, extras or games: downloads that are being sent keep their bytes. */
async function prepareDeletion(
  { clock, rememberRemoved }: Deps,
  trx: Trx,
  column: DownloadReference,
  ids: readonly string[],
): Promise<void> {
  await lockDownloads(trx, column, ids);
  await holdSending(trx, column, ids, isoAt(clock, -connectedMs));
  if (column === 'gameId') await rememberRemoved(trx, await listBytesOf(trx, ids));
}

async function forgetFiles({ rememberRemoved }: Deps, trx: Trx, rows: BytesOfFile[]): Promise<void> {
  await rememberRemoved(trx, rows);
  const stored = rows.filter(({ libraryItemId }) => libraryItemId === null);
  await insertRemovals(
    trx,
    stored.map(({ storageKey }) => storageKey),
  );
}
