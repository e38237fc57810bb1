// Platform files: their rows, their digests, and the removal of bytes whose rows are gone.
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import {
  deleteFile,
  deleteRemoval,
  findFile,
  type GameFileRow,
  holdDownloads,
  insertFile,
  insertRemovals,
  listFilesOf,
  listFilesWithoutDigest,
  listRemovals,
  updateDigest,
} from './files.repository.ts';

export interface NewFile {
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  storageKey: string;
}

export type FilesService = ReturnType<typeof createFilesService>;

interface Deps {
  db: Db;
  storage: Storage;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function createFilesService({ db, storage, clock, log }: Deps) {
  // Reading a file for its digest is heavy: one at a time in this process.
  let digesting: Promise<void> | undefined;

  /** Computes every digest that is missing, one file after the other. Calls while it runs join it. */
  function digestFiles(): Promise<void> {
    digesting ??= digestMissing().finally(() => {
      digesting = undefined;
    });
    return digesting;
  }

  async function digestMissing(): Promise<void> {
    const failed = new Set<string>();
    for (;;) {
      const file = (await listFilesWithoutDigest(db, failed.size + 1)).find(({ id }) => !failed.has(id));
      if (!file) return;
      try {
        await updateDigest(db, file.id, await storage.digestFile(file.storageKey));
      } catch (error) {
        // One file that can't be read must not keep the others from their digests.
        log.error({ err: error, fileId: file.id, gameId: file.gameId }, 'a platform file could not be read');
        failed.add(file.id);
      }
    }
  }

  /**
   * Removes the bytes that a deletion has condemned. Only those: a file that this database does not know may belong to
   * another one (a mistyped DATABASE_URL, a restored backup), so it is never touched.
   */
  async function removeCondemned(): Promise<void> {
    for (const key of await listRemovals(db)) {
      await storage.discardUpload(key);
      await deleteRemoval(db, key);
    }
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
    /** Within the transaction that records the finished upload. Fails on the unique (gameId, platform). */
    addFile: (trx: Db, file: NewFile) =>
      insertFile(trx, { id: newId(), ...file, sha256: null, createdAt: isoAt(clock) }),
    findFile: (gameId: string, platform: string) => findFile(db, gameId, platform),
    /** Before a game is deleted. */
    holdDownloadsOf: (trx: Trx, gameId: string) => holdDownloads(trx, 'gameId', gameId),
    listFilesOf: (trx: Db, gameId: string) => listFilesOf(trx, gameId),
    /** Within the transaction that deletes their rows; `removeCondemned` follows once it is committed. */
    condemn: (trx: Db, storageKeys: string[]) => insertRemovals(trx, storageKeys),
    removeCondemned,
    digestFiles,
  };
}
