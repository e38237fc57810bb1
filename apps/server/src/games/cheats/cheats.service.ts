// Cheat files: adding, listing, opening for a download, deleting.

import type { CheatFields, CheatFile } from '@cellar/contract/games/cheats.ts';
import { cheatArchiveName } from '@cellar/contract/rules/file-names.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { isForeignKeyViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { FileMissingError, type StoredFile, type StoredStream } from '#platform/storage/storage.ts';
import { openWhole } from '#platform/storage/whole-files.ts';
import { newId } from '#platform/tokens.ts';
import type { FilesService } from '#transfer/files/files.service.ts';
import type { Quarantine } from '#transfer/virus-scans/virus-scans.service.ts';
import { type CheatSource, tooLarge, zipCheat } from './cheat-archive.ts';
import type { CheatRow } from './cheats.repository.ts';
import * as repository from './cheats.repository.ts';

interface Deps extends Pick<Base, 'db' | 'storage' | 'clock' | 'limiter' | 'log'> {
  files: FilesService;
  quarantine: Quarantine;
  audit: AuditService;
  /** The maximum size of an uploaded file, before it is zipped. */
  maxBytes: number;
}

export interface OpenedCheat {
  cheat: CheatRow;
  stored: StoredFile;
}

interface CheatRequest {
  userId: string;
  cheatId: string;
  /** The request is for the first byte. */
  isFromStart: boolean;
}

interface NewCheat {
  gameId: string;
  fields: CheatFields;
  originalFileName: string;
  archive: StoredStream;
}

/** The maximum size of a form without its file. */
const formBytes = 1024 * 1024;

export type CheatsService = ReturnType<typeof createCheatsService>;

export function createCheatsService(deps: Deps) {
  const { db, files, maxBytes, log, storage, quarantine, limiter } = deps;

  /** Stores the ZIP of an uploaded file. Until `insert` commits, it is recorded as a file without a row. */
  const store = (source: CheatSource) => files.store(zipCheat(source, maxBytes));

  return {
    /** @throws AppError not_found */
    getTitle: (gameId: string) => getTitle(db, gameId),
    store,
    /** Inserts the row of a stored ZIP, in the transaction of its audit entry. */
    insert: (trx: Trx, cheat: NewCheat) => insert(deps, trx, cheat),

    /** Leaves nothing behind if it fails. @throws AppError not_found, not_an_archive, payload_too_large … */
    async addCheat(gameId: string, source: CheatSource, admin: { email: string }): Promise<CheatFile> {
      const archive = await store(source);
      const cheat = { gameId, fields: await source.fields, originalFileName: source.fileName, archive };
      const row = await record(deps, cheat, admin);
      log.info({ gameId, cheatId: row.id, size: row.fileSize }, 'cheat file added');
      return present(row);
    },

    /** Moves all cheat files of a game. */
    moveToGame: repository.moveToGame,

    /** `bytes`: the Content-Length of the request, 0 if there is none. @throws AppError payload_too_large, storage_full */
    async refuseWithoutRoom(bytes: number): Promise<void> {
      if (bytes > maxBytes + formBytes) throw tooLarge(maxBytes);
      const free = await storage.freeBytes();
      if (free === undefined || !(bytes > free + formBytes)) return;
      throw new AppError(
        'storage_full',
        `The server has room for ${formatBytes(Math.max(0, free))}, and this file needs more.`,
      );
    },

    /** Newest first. */
    listCheats: async (gameId: string): Promise<CheatFile[]> =>
      (await repository.listCheats(db, gameId)).map(present),

    /** @throws AppError not_found, file_quarantined, file_missing */
    async openCheat(gameId: string, id: string): Promise<OpenedCheat> {
      const cheat = await repository.findCheat(db, gameId, id);
      if (!cheat) throw notFound('Cheat file');
      await quarantine.refuse(cheat.storageKey);
      try {
        const stored = await openWhole(storage, cheat.storageKey, cheat.fileSize);
        return { cheat, stored };
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        log.error({ err: error, cheatId: id, gameId }, 'a cheat file is missing in storage');
        throw new AppError('file_missing', 'This cheat file is not available on the server any more.');
      }
    },

    /**
     * Calls `admit` with whether the request counts as another file: each request for the first byte does, and the first one of a day for
     * any other bytes. So nobody gets files that do not count, and a download that is continued counts once.
     */
    async countAsFile(
      { userId, cheatId, isFromStart }: CheatRequest,
      admit: (isNew: boolean) => Promise<void>,
    ): Promise<void> {
      const key = `cheat-file:${userId}:${cheatId}`;
      const isFirst = (await limiter.count([{ key, max: 1, windowMs: dayMs }])) === undefined;
      try {
        await admit(isFirst || isFromStart);
      } catch (error) {
        if (isFirst) await limiter.uncount(db, key);
        throw error;
      }
    },

    countDownload: (id: string) => repository.countDownload(db, id),
    deleteCheat: (gameId: string, id: string, admin: { email: string }) =>
      deleteCheat(deps, gameId, id, admin),
  };
}

async function getTitle(db: Db, gameId: string): Promise<string> {
  const game = await repository.findGameTitle(db, gameId);
  if (!game) throw notFound('Game');
  return game.title;
}

async function insert({ files, clock }: Deps, trx: Trx, cheat: NewCheat): Promise<CheatRow> {
  const row = {
    id: newId(),
    gameId: cheat.gameId,
    ...cheat.fields,
    originalFileName: cheat.originalFileName,
    ...cheat.archive,
    downloadCount: 0,
    createdAt: isoAt(clock),
  };
  await files.keepStored(trx, cheat.archive.storageKey);
  await repository.insertCheat(trx, row);
  return row;
}

async function record(deps: Deps, cheat: NewCheat, admin: { email: string }): Promise<CheatRow> {
  const { db, files, audit, log } = deps;
  try {
    const title = await getTitle(db, cheat.gameId);
    return await db.transaction().execute(async (trx) => {
      const subject = `${title}: ${cheat.fields.name}`;
      await audit.write(trx, { action: 'cheat_added', actor: admin.email, subject });
      return insert(deps, trx, cheat);
    });
  } catch (error) {
    // If the commit succeeded but its confirmation was lost, `discardStored` keeps the file, which has a row.
    await files
      .discardStored(cheat.archive.storageKey)
      .catch((err) => log.error({ err }, 'the file of a failed cheat upload could not be deleted'));
    // The game was deleted during the upload.
    throw isForeignKeyViolation(error) ? notFound('Game') : error;
  }
}

/** @throws AppError not_found */
async function deleteCheat(
  { db, files, audit }: Deps,
  gameId: string,
  id: string,
  admin: { email: string },
): Promise<void> {
  const title = await getTitle(db, gameId);
  const storageKey = await db.transaction().execute(async (trx) => {
    const cheat = await repository.deleteCheat(trx, gameId, id);
    if (!cheat) throw notFound('Cheat file');
    await files.markForRemoval(trx, [cheat.storageKey]);
    const subject = `${title}: ${cheat.name}`;
    await audit.write(trx, { action: 'cheat_deleted', actor: admin.email, subject });
    return cheat.storageKey;
  });
  await files.removeNow([storageKey]);
}

function present({
  id,
  gameId: _,
  storageKey: __,
  threat = null,
  ...cheat
}: CheatRow & { threat?: string | null }): CheatFile {
  const quarantine = threat === null ? null : { threat };
  return { _id: id, ...cheat, fileName: cheatArchiveName(cheat.name), quarantine };
}
