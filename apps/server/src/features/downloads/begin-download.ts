// Makes the activity of a download, or finds it again: one for each download id of a member. Used by downloads.service.ts.
import type { Selectable } from 'kysely';
import { isForeignKeyViolation, isUniqueViolation } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GameFilesTable } from '#features/files/files.table.ts';
import type { GamesService } from '#features/games/games.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import type { SentRanges } from './sent-ranges.ts';

export interface DownloadTarget {
  gameId: string;
  platform: string;
}

export interface TargetFile {
  title: string;
  file: Selectable<GameFilesTable>;
}

interface Deps {
  db: Db;
  games: GamesService;
  files: FilesService;
  settings: SettingsService;
  clock: Clock;
}

/** As long as a ticket lives. */
const goesOnMs = 24 * 3600 * 1000;

export function createDownloadBegin({ db, games, files, settings, clock }: Deps) {
  /** @throws AppError not_found, file_missing */
  async function findTarget({ gameId, platform }: DownloadTarget): Promise<TargetFile> {
    const title = await games.getTitle(gameId);
    const file = await files.findFile(gameId, platform);
    if (!file) throw fileMissing();
    return { title, file };
  }

  /** Whether admins are told of it, and of its member, is settled when it begins. */
  async function newRow(userId: string, { title, file }: TargetFile, clientId: string): Promise<DownloadRow> {
    const { usageEnabled, trackDownloads, trackUserActivity } = await settings.get();
    const { gameId, platform, extension, fileSize } = file;
    return {
      ...{ id: newId(), clientId, userId, gameId, fileId: file.id },
      ...{ gameTitle: title, platform, extension, fileSize, status: 'in_progress' },
      ...{ sentRanges: '[]', bytesSent: 0, startedAt: isoAt(clock) },
      ...{ lastByteAt: null, connectedAt: null, endedAt: null, cancelledAt: null, hiddenAt: null },
      ...{ handedOverAt: null, handedOverRanges: '[]' },
      logged: usageEnabled && trackDownloads ? 1 : 0,
      anonymous: usageEnabled && trackUserActivity ? 0 : 1,
    };
  }

  async function insert(userId: string, target: TargetFile, clientId: string): Promise<DownloadRow> {
    const row = await newRow(userId, target, clientId);
    try {
      await repository.insertDownload(db, row);
      return row;
    } catch (error) {
      // Deleted or replaced since it was found.
      if (isForeignKeyViolation(error)) throw fileMissing();
      const other =
        isUniqueViolation(error) && (await repository.findDownloadByClientId(db, userId, clientId));
      if (!other) throw error;
      return other;
    }
  }

  /** @throws AppError download_id_taken */
  function refuseTaken(download: DownloadRow, fileId: string): void {
    if (download.fileId !== fileId || download.cancelledAt) {
      throw new AppError('download_id_taken', 'This download id was used before. Start a new download.');
    }
  }

  return {
    findTarget,

    /** The activity of this member under this id, made if it is new. @throws AppError file_missing, download_id_taken */
    async begin(userId: string, target: TargetFile, clientId: string): Promise<DownloadRow> {
      const known = await repository.findDownloadByClientId(db, userId, clientId);
      const download = known ?? (await insert(userId, target, clientId));
      refuseTaken(download, target.file.id);
      return download;
    },

    /** For a request that takes no byte of the file: it begins nothing. @throws AppError download_id_taken */
    async find(userId: string, { file }: TargetFile, clientId: string): Promise<DownloadRow | undefined> {
      const download = await repository.findDownloadByClientId(db, userId, clientId);
      if (download) refuseTaken(download, file.id);
      return download;
    },

    /**
     * The id of a download whose client gave none: the same for all its connections and pieces, until it is whole, cancelled
     * or left alone for a day. Made of the one before, so that two requests at once come to the same. What the proxy was given
     * counts as whole from the start: who then asks for bytes from its middle goes on with it.
     */
    async unnamedId(userId: string, { file }: TargetFile, asked: SentRanges): Promise<string> {
      const prefix = `file-${file.id}`;
      const last = await repository.findLatestOf(db, { userId, fileId: file.id, prefix });
      if (!last) return `${prefix}.1`;
      const goesOn = last.handedOverAt !== null && (asked[0]?.[0] ?? 0) > 0;
      const isOver = (last.status === 'completed' && !goesOn) || last.cancelledAt !== null;
      const isLeft = lastSignOf(last) < isoAt(clock, -goesOnMs);
      return isOver || isLeft ? `${prefix}.${(Number(last.clientId.split('.')[1]) || 0) + 1}` : last.clientId;
    },
  };
}

function lastSignOf({ startedAt, lastByteAt, handedOverAt }: DownloadRow): string {
  return [startedAt, lastByteAt ?? '', handedOverAt ?? ''].toSorted().at(-1) ?? startedAt;
}

export function ticketInvalid(): AppError {
  return new AppError('ticket_invalid', 'This download link no longer holds. Start the download again.');
}

export function fileMissing(): AppError {
  return new AppError(
    'file_missing',
    'File not available on server. The game file may have been moved or deleted.',
  );
}
