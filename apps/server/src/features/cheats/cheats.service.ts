// Cheat files: adding one, listing those of a game, opening one for a download, deleting.
import type { CheatFields, CheatFile } from '@cellar/contract/cheats.ts';
import { cheatArchiveName } from '@cellar/contract/rules/file-names.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { FastifyBaseLogger } from 'fastify';
import { isForeignKeyViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { FilesService } from '#features/files/files.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { openWhole } from '#platform/storage/open-whole.ts';
import { FileMissingError, type Storage, type StoredFile } from '#platform/storage/storage.ts';
import type { StoredStream } from '#platform/storage/store-stream.ts';
import { newId } from '#platform/tokens.ts';
import { type CheatSource, tooLarge, zipCheat } from './cheat-archive.ts';
import type { CheatRow } from './cheats.repository.ts';
import * as repository from './cheats.repository.ts';

interface Deps {
  db: Db;
  storage: Storage;
  files: FilesService;
  audit: AuditService;
  clock: Clock;
  /** Of the file, before it is in its ZIP. */
  maxBytes: number;
  log: FastifyBaseLogger;
}

export interface OpenedCheat {
  cheat: CheatRow;
  fileName: string;
  stored: StoredFile;
}

interface NewCheat {
  gameId: string;
  fields: CheatFields;
  originalFileName: string;
  archive: StoredStream;
}

/** What stands around the file in a form. */
const formBytes = 1024 * 1024;

export type CheatsService = ReturnType<typeof createCheatsService>;

export function createCheatsService({ db, storage, files, audit, clock, maxBytes, log }: Deps) {
  /** @throws AppError not_found */
  async function getTitle(gameId: string): Promise<string> {
    const game = await repository.findGameTitle(db, gameId);
    if (!game) throw notFound('Game');
    return game.title;
  }

  /** The ZIP of a file that arrives, in storage, noted until `insert` has its row. */
  const store = (source: CheatSource) => files.store(zipCheat(source, maxBytes));

  /** Within the transaction that has its audit entry. */
  async function insert(
    trx: Trx,
    { gameId, fields, originalFileName, archive }: NewCheat,
  ): Promise<CheatRow> {
    const row = {
      ...{ id: newId(), gameId, ...fields, originalFileName, ...archive },
      ...{ downloadCount: 0, createdAt: isoAt(clock) },
    };
    await files.keepStored(trx, archive.storageKey);
    await repository.insertCheat(trx, row);
    return row;
  }

  async function record(cheat: NewCheat, admin: { email: string }): Promise<CheatRow> {
    try {
      const title = await getTitle(cheat.gameId);
      return await db.transaction().execute(async (trx) => {
        const subject = `${title}: ${cheat.fields.name}`;
        await audit.write(trx, { action: 'cheat_added', actor: admin.email, subject });
        return insert(trx, cheat);
      });
    } catch (error) {
      // A commit may hold though its answer was lost: then the bytes are no longer noted, and stay.
      await files
        .discardStored(cheat.archive.storageKey)
        .catch((err) => log.error({ err }, 'a cheat file is left'));
      // Deleted while the file arrived.
      throw isForeignKeyViolation(error) ? notFound('Game') : error;
    }
  }

  return {
    getTitle,
    store,
    insert,

    /** Nothing of it is left when it fails. @throws AppError not_found, not_an_archive, payload_too_large … */
    async addCheat(gameId: string, source: CheatSource, admin: { email: string }): Promise<CheatFile> {
      const archive = await store(source);
      const cheat = { gameId, fields: await source.fields, originalFileName: source.fileName, archive };
      const row = await record(cheat, admin);
      log.info({ gameId, cheatId: row.id, size: row.fileSize }, 'cheat file added');
      return present(row);
    },

    /** Before it arrives. `bytes` is what the sender announces, if it does. @throws AppError payload_too_large, storage_full */
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

    /** @throws AppError not_found, file_missing */
    async openCheat(gameId: string, id: string): Promise<OpenedCheat> {
      const cheat = await repository.findCheat(db, gameId, id);
      if (!cheat) throw notFound('Cheat file');
      try {
        const stored = await openWhole(storage, cheat.storageKey, cheat.fileSize);
        return { cheat, fileName: cheatArchiveName(cheat.name), stored };
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        log.error({ err: error, cheatId: id, gameId }, 'a cheat file is missing in storage');
        throw new AppError('file_missing', 'This cheat file is not available on the server any more.');
      }
    },

    countDownload: (id: string) => repository.countDownload(db, id),

    /** @throws AppError not_found */
    async deleteCheat(gameId: string, id: string, admin: { email: string }): Promise<void> {
      const title = await getTitle(gameId);
      await db.transaction().execute(async (trx) => {
        const cheat = await repository.deleteCheat(trx, gameId, id);
        if (!cheat) throw notFound('Cheat file');
        await files.condemn(trx, [cheat.storageKey]);
        const subject = `${title}: ${cheat.name}`;
        await audit.write(trx, { action: 'cheat_deleted', actor: admin.email, subject });
      });
      await files.removeCondemned();
    },
  };
}

function present({ id, gameId: _, storageKey: __, ...cheat }: CheatRow): CheatFile {
  return { _id: id, ...cheat, fileName: cheatArchiveName(cheat.name) };
}
