// Downloads: the ticket, opening the file for a ticket or a session, what runs, cancelling.
import type { ActiveDownload, Ticket } from '@cellar/contract/downloads.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, GameFilesTable } from '#db/schema.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GamesService } from '#features/games/games.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { FileMissingError, type Storage, type StoredFile } from '#platform/storage/storage.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import { createProgressRecorder } from './progress-recorder.ts';

const ticketMs = 24 * 3600 * 1000;
/** Who has no connection open and has not come back after this time has given up; a later byte revives it. */
const silentMs = 2 * 60 * 1000;
const recentMs = 60 * 1000;

export interface DownloadTarget {
  gameId: string;
  platform: string;
}

export interface OpenedDownload {
  download: DownloadRow;
  file: Selectable<GameFilesTable>;
  fileName: string;
  stored: StoredFile;
}

interface Deps {
  db: Db;
  storage: Storage;
  games: GamesService;
  files: FilesService;
  clock: Clock;
  log: FastifyBaseLogger;
}

export type DownloadsService = ReturnType<typeof createDownloadsService>;

export function createDownloadsService({ db, storage, games, files, clock, log }: Deps) {
  const progress = createProgressRecorder({ db, clock, log });

  /** The activity of this member under this id, made if it is new. @throws AppError not_found, download_id_taken */
  async function ensureDownload(userId: string, target: DownloadTarget, clientId: string) {
    const title = await games.getTitle(target.gameId);
    const file = await files.findFile(target.gameId, target.platform);
    if (!file) throw fileMissing();
    const download = (await repository.findDownloadByClientId(db, userId, clientId)) ?? (await insert());
    if (download.fileId !== file.id || download.cancelledAt) {
      throw new AppError('download_id_taken', 'This download id was used before. Start a new download.');
    }
    return { download, file, title };

    async function insert(): Promise<DownloadRow> {
      const row: DownloadRow = {
        ...{ id: newId(), clientId, userId, gameId: target.gameId, fileId: file?.id ?? null },
        ...{
          gameTitle: title,
          platform: target.platform,
          fileSize: file?.fileSize ?? 0,
          status: 'in_progress',
        },
        ...{ sentRanges: '[]', bytesSent: 0, startedAt: isoAt(clock) },
        ...{ lastByteAt: null, endedAt: null, cancelledAt: null },
      };
      try {
        await repository.insertDownload(db, row);
        return row;
      } catch (error) {
        const other =
          isUniqueViolation(error) && (await repository.findDownloadByClientId(db, userId, clientId));
        if (!other) throw error;
        return other;
      }
    }
  }

  async function createTicket(userId: string, target: DownloadTarget, clientId: string): Promise<Ticket> {
    const { download, file, title } = await ensureDownload(userId, target, clientId);
    const token = newToken();
    const expiresAt = isoAt(clock, ticketMs);
    await repository.insertTicket(db, { tokenHash: hashToken(token), downloadId: download.id, expiresAt });
    const query = new URLSearchParams({ downloadId: clientId, ticket: token });
    return {
      url: `/api/games/${target.gameId}/download/${encodeURIComponent(target.platform)}?${query}`,
      fileName: downloadFileName(title, target.platform, file.extension),
      fileSize: file.fileSize,
      sha256: file.sha256,
      downloadId: clientId,
      expiresAt,
    };
  }

  /** @throws AppError ticket_invalid, file_missing */
  async function openByTicket(token: string, target: DownloadTarget): Promise<OpenedDownload> {
    const tokenHash = hashToken(token);
    const download = await repository.findTicketed(db, tokenHash, isoAt(clock));
    // A game that was deleted since is missing; that the ticket was for it can't be told any more.
    const isGame = download?.gameId === target.gameId || download?.gameId === null;
    const isBound = isGame && download.platform === target.platform;
    if (!download || !isBound || (await repository.listForbidden(db, [download.id])).length > 0) {
      throw new AppError('ticket_invalid', 'This download link no longer holds. Start the download again.');
    }
    await repository.extendTicket(db, tokenHash, isoAt(clock, ticketMs));
    const file = download.fileId && (await repository.findFileById(db, download.fileId));
    if (!file) throw fileMissing();
    return opened(download, file, download.gameTitle);
  }

  async function opened(
    download: DownloadRow,
    file: Selectable<GameFilesTable>,
    title: string,
  ): Promise<OpenedDownload> {
    const fileName = downloadFileName(title, file.platform, file.extension);
    try {
      return { download, file, fileName, stored: await storage.openFile(file.storageKey) };
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
      log.error({ fileId: file.id, gameId: file.gameId }, 'a platform file is missing in storage');
      throw fileMissing();
    }
  }

  return {
    createTicket,
    openByTicket,

    /** For a client that comes with its session; without an id of its own the download gets one. */
    async openBySession(userId: string, target: DownloadTarget, clientId = newId()): Promise<OpenedDownload> {
      const { download, file, title } = await ensureDownload(userId, target, clientId);
      return opened(download, file, title);
    },

    beginTransfer: progress.begin,

    async listActive(userId: string): Promise<ActiveDownload[]> {
      const rows = await repository.listActive(db, userId, isoAt(clock, -recentMs));
      return rows.map((row) => present(row, progress.isSending(row.id)));
    },

    /** @throws AppError not_found for an id the member does not have */
    async cancel(userId: string, clientId: string): Promise<void> {
      const download = await repository.findDownloadByClientId(db, userId, clientId);
      if (!download) throw notFound('Download');
      const now = isoAt(clock);
      await db.transaction().execute(async (trx) => {
        await repository.deleteTicketsOf(trx, download.id);
        if (download.status === 'completed') return;
        await repository.updateDownload(trx, download.id, {
          status: 'failed',
          cancelledAt: now,
          endedAt: now,
        });
      });
      progress.stop(download.id);
    },

    /** What is silent for long has failed; what has expired is forgotten. */
    async tidy(): Promise<void> {
      const now = isoAt(clock);
      await repository.failSilent(db, { before: isoAt(clock, -silentMs), now, except: progress.sending() });
      await repository.deleteExpiredTickets(db, now);
    },

    close: progress.close,
  };
}

function fileMissing(): AppError {
  return new AppError(
    'file_missing',
    'File not available on server. The game file may have been moved or deleted.',
  );
}

function present(row: DownloadRow, isSending: boolean): ActiveDownload {
  const { clientId, gameId, gameTitle, platform, fileSize, bytesSent, status, startedAt, lastByteAt } = row;
  return {
    ...{ gameId, platform, fileSize, bytesSent, status, startedAt, lastByteAt, isSending },
    downloadId: clientId,
    title: gameTitle,
  };
}
