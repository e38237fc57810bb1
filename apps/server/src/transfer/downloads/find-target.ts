// Finds the platform file or extra of a download, or the single file of one.
import { posix } from 'node:path';
import { downloadFileName, safeFileName } from '@cellar/contract/rules/file-names.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { GamesService } from '#games/games.service.ts';
import type { ExtrasService } from '../files/extras.service.ts';
import type { FilesService } from '../files/files.service.ts';
import type { GameExtrasTable, GameFilesTable } from '../tables.ts';
import type { DownloadRow } from './downloads.repository.ts';
import { type DownloadTarget, fileMissing, type TargetFile } from './target-file.ts';

interface Deps {
  games: GamesService;
  files: FilesService;
  extras: ExtrasService;
}

/** @throws AppError not_found, file_missing, file_preparing */
export async function findTarget(deps: Deps, target: DownloadTarget): Promise<TargetFile> {
  const { singleFileId } = target;
  const file = await findWhole(deps, target);
  if (singleFileId === undefined) return file;
  const single = await withSingleFile(deps, file, singleFileId);
  if (!single) throw fileMissing();
  return single;
}

async function findWhole({ games, files, extras }: Deps, target: DownloadTarget): Promise<TargetFile> {
  const title = await games.getTitle(target.gameId);
  if ('platform' in target) {
    const file = await files.findFile(target.gameId, target.platform);
    if (file) return platformFile(file, title);
  } else {
    const extra = await extras.findExtra(target.gameId, target.extraId);
    if (extra) return extraFile(extra, title);
  }
  throw fileMissing();
}

/** Returns the file of a download that has begun, or undefined if it was deleted. @throws AppError file_preparing */
export async function findTargetOf(
  deps: Pick<Deps, 'files'> & { db: Db },
  download: DownloadRow,
): Promise<TargetFile | undefined> {
  const file = await findWholeOf(deps.db, download);
  return file && download.singleFileId !== null ? withSingleFile(deps, file, download.singleFileId) : file;
}

async function findWholeOf(db: Db, download: DownloadRow): Promise<TargetFile | undefined> {
  const { fileId, extraId, gameTitle } = download;
  if (extraId !== null) {
    const extra = await db.selectFrom('gameExtras').selectAll().where('id', '=', extraId).executeTakeFirst();
    return extra && extraFile(extra, gameTitle);
  }
  if (fileId === null) return undefined;
  const file = await db.selectFrom('gameFiles').selectAll().where('id', '=', fileId).executeTakeFirst();
  return file && platformFile(file, gameTitle);
}

function platformFile(file: Selectable<GameFilesTable>, gameTitle: string): TargetFile {
  const fileName = downloadFileName(gameTitle, file.platform, file.extension);
  return { ...file, kind: 'platformFile', gameTitle, extraName: null, singleFile: null, fileName };
}

function extraFile({ platform, ...extra }: Selectable<GameExtrasTable>, gameTitle: string): TargetFile {
  const shown = { gameTitle, platform: platform ?? '', extraName: extraLabel(extra), singleFile: null };
  return { ...extra, ...shown, kind: 'extra' };
}

/** Returns undefined if the set or folder has no such file. @throws AppError file_preparing */
async function withSingleFile(
  { files }: Pick<Deps, 'files'>,
  file: TargetFile,
  id: string,
): Promise<TargetFile | undefined> {
  const singleFile = await files.findSingleFile(file, id);
  if (!singleFile) return undefined;
  const { path, size: fileSize, modifiedAt, sha256 } = singleFile;
  const fileName = safeFileName(posix.basename(path)) || 'file';
  const extension = posix.extname(fileName).toLowerCase();
  // Not the tag of the set or folder, which changes with any of its files.
  const contentTag = `${singleFile.id}-${fileSize}-${modifiedAt}`;
  return { ...file, singleFile, contentTag, fileName, extension, fileSize, sha256 };
}
