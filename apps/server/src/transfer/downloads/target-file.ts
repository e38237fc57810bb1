// The file of a download: a platform file or an extra. open-download.ts reads it from the database.
import type { Selectable } from 'kysely';
import type { SingleFile } from '#folders/in-place/single-files.service.ts';
import { AppError } from '#http/errors.ts';
import type { DownloadsTable, GameFilesTable } from '../tables.ts';

type DownloadRow = Selectable<DownloadsTable>;

/** The address of a file in a request. `singleFileId`: one file of the set or folder that the platform file or extra is. */
export type DownloadTarget = { gameId: string; singleFileId?: string | undefined } & (
  | { platform: string }
  | { extraId: string }
);

/** `id`, `storageKey` and the like are those of the platform file or extra, also if `singleFile` is set. */
export interface TargetFile extends Omit<Selectable<GameFilesTable>, 'hasPieces'> {
  kind: 'platformFile' | 'extra';
  gameTitle: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The name and version of an extra. Null for a platform file. */
  extraName: string | null;
  fileName: string;
  /** The file of a set or folder that is sent, to which name, size and digest belong. Null: the whole platform file or extra. */
  singleFile: SingleFile | null;
}

/**
 * Returns whether a ticket's download is for this target. A deleted game or extra leaves no id behind, so its ticket is accepted
 * for any; the response then says that the file is missing.
 */
export function isDownloadOf(download: DownloadRow, target: DownloadTarget): boolean {
  const { gameId, extraId, extraName, platform, singleFileId } = download;
  if (singleFileId !== (target.singleFileId ?? null)) return false;
  if (gameId !== null && gameId !== target.gameId) return false;
  if ('platform' in target) return extraName === null && platform === target.platform;
  return extraName !== null && (extraId === null || extraId === target.extraId);
}

/** Returns whether the download is one of this file. */
export function isOfFile(
  { fileId, extraId, singleFileId }: DownloadRow,
  { kind, id, singleFile }: TargetFile,
): boolean {
  return (kind === 'extra' ? extraId : fileId) === id && singleFileId === (singleFile?.id ?? null);
}

/** The columns of a download that refer to its file and describe it. */
export function targetColumns(file: TargetFile) {
  const { id, kind, gameId, gameTitle, platform, extraName, extension, fileSize, singleFile } = file;
  const isExtra = kind === 'extra';
  return {
    gameId,
    fileId: isExtra ? null : id,
    extraId: isExtra ? id : null,
    gameTitle,
    platform,
    extraName,
    singleFileId: singleFile?.id ?? null,
    fileName: isExtra || singleFile ? file.fileName : null,
    extension,
    fileSize,
    contentTag: file.contentTag,
  };
}

export type Content = Pick<TargetFile, 'fileSize' | 'contentTag'>;

/** What tells whether two requests for a file, or a download and a file, have the same bytes. */
export function contentOf({ fileSize, contentTag }: Content): string {
  return `${fileSize} ${contentTag ?? ''}`;
}

/** Returns whether the download is complete with another content than the file has now. It is kept, and never counted again. */
export function isOfEarlierContent(download: DownloadRow, file: Content): boolean {
  return download.status === 'completed' && contentOf(download) !== contentOf(file);
}

export function addressOf(target: DownloadTarget): string {
  const game = `/api/games/${target.gameId}`;
  if ('platform' in target) return `${game}/download/${encodeURIComponent(target.platform)}`;
  return `${game}/extras/${target.extraId}/download`;
}

export function fileMissing(): AppError {
  return new AppError(
    'file_missing',
    'File not available on server. The game file may have been moved or deleted.',
  );
}

export function ticketInvalid(): AppError {
  return new AppError('ticket_invalid', 'This download link no longer holds. Start the download again.');
}
