// Platform files: their rows, their digests, and the removal of what no row points at.
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { FileMissingError, type Storage } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import {
  findFile,
  insertFile,
  listFilesOf,
  listFilesWithoutDigest,
  listKeysInUse,
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

/** What lies about for less than this may be on its way: it is left alone. */
const orphanAgeMs = 3600 * 1000;

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
        if (!(error instanceof FileMissingError)) throw error;
        log.error({ fileId: file.id, gameId: file.gameId }, 'a platform file is missing in storage');
        failed.add(file.id);
      }
    }
  }

  /** Removes what a crash left between storage and database. Gives how many. */
  async function sweepOrphans(): Promise<number> {
    // Storage first, then the rows: what is stored after this look has its row before the second one, or is young.
    const before = clock.now().getTime() - orphanAgeMs;
    const entries = [...(await storage.listFiles()), ...(await storage.listUploads())];
    const inUse = await listKeysInUse(db);
    const orphans = new Set(
      entries
        .filter(({ key, modifiedAt }) => !inUse.has(key) && modifiedAt.getTime() < before)
        .map(({ key }) => key),
    );
    for (const key of orphans) await storage.discardUpload(key);
    if (orphans.size > 0) log.info({ count: orphans.size }, 'removed files that no game has');
    return orphans.size;
  }

  return {
    /** Within the transaction that records the finished upload. Fails on the unique (gameId, platform). */
    addFile: (trx: Db, file: NewFile) =>
      insertFile(trx, { id: newId(), ...file, sha256: null, createdAt: isoAt(clock) }),
    findFile: (gameId: string, platform: string) => findFile(db, gameId, platform),
    listFilesOf: (trx: Db, gameId: string) => listFilesOf(trx, gameId),
    /** After their rows are gone for good: row first, then file. */
    async removeStored(keys: string[]): Promise<void> {
      for (const key of keys) await storage.deleteFile(key);
    },
    digestFiles,
    sweepOrphans,
  };
}
