// Finds the platform file or extra of a download.
import { extraLabel } from '@cellar/contract/rules/extras.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { ExtrasService } from '#features/files/extras/extras.service.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GameExtrasTable, GameFilesTable } from '#features/files/files.table.ts';
import type { GamesService } from '#features/games/games.service.ts';
import type { DownloadRow } from './downloads.repository.ts';
import { type DownloadTarget, fileMissing, type TargetFile } from './target-file.ts';

interface Deps {
  games: GamesService;
  files: FilesService;
  extras: ExtrasService;
}

/** @throws AppError not_found, file_missing */
export async function findTarget(
  { games, files, extras }: Deps,
  target: DownloadTarget,
): Promise<TargetFile> {
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

/** Returns the file of a download that has begun, or undefined if it was deleted. */
export async function findTargetOf(db: Db, download: DownloadRow): Promise<TargetFile | undefined> {
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
  return { ...file, kind: 'platformFile', gameTitle, extraName: null, fileName };
}

function extraFile({ platform, ...extra }: Selectable<GameExtrasTable>, gameTitle: string): TargetFile {
  const shown = { gameTitle, platform: platform ?? '', extraName: extraLabel(extra) };
  return { ...extra, ...shown, kind: 'extra' };
}
