// Takes everything of a library folder out of the library, before the folder itself is forgotten. Nothing on the disk is touched.

import { setImmediate } from 'node:timers/promises';
import { beginGameDeletion } from '#db/deletions.ts';
import type { GamesService } from '#games/games.service.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import type { DownloadReferences } from '#transfer/downloads/download-references.service.ts';
import type { ExtrasService } from '#transfer/files/extras.service.ts';
import type { FilesService } from '#transfer/files/files.service.ts';
import type { LibraryBytes } from '../in-place/library-bytes.service.ts';
import type { ExtraOfFolder, FileOfFolder } from './folder-contents.repository.ts';
import * as repository from './folder-contents.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads'> {
  extras: ExtrasService;
  files: FilesService;
  games: GamesService;
  downloadReferences: DownloadReferences;
  libraryBytes: LibraryBytes;
}

interface RemoveOptions {
  /** Also deletes the games that are left without a platform file, with their facts, pictures and cheat files. */
  deletesGames: boolean;
  signal: AbortSignal;
}

const filesPerStep = 50;
const itemsPerStep = 250;

export type FolderContents = ReturnType<typeof createFolderContents>;

export function createFolderContents(deps: Deps) {
  return {
    /** Returns the number of platform files in a folder, and of the games that have no other file. */
    count: (folderId: string) => repository.countContents(deps.longReads, folderId),

    /**
     * Works in small steps, between which other requests run: on SQLite, a transaction never lets them. Ends early if the signal is
     * aborted; the next run goes on.
     */
    async remove(folderId: string, options: RemoveOptions): Promise<void> {
      const { db, files, libraryBytes } = deps;
      const { signal } = options;
      await repository.unmarkAll(db, folderId);
      const steps = {
        files: () => repository.listFiles(db, folderId, filesPerStep),
        extras: () => repository.listExtras(db, folderId, filesPerStep),
      };
      await eachOf(steps.files, signal, (file) => removeFile(deps, file, options));
      await eachOf(steps.extras, signal, (extra) => removeExtra(deps, extra));
      if (options.deletesGames) await files.removeMarkedFiles(signal);
      for (const itemId of await repository.listItemsWithMembers(db, folderId)) {
        if (signal.aborted) return;
        await libraryBytes.forgetMembers(itemId);
      }
      while (!signal.aborted && (await repository.deleteItems(db, folderId, itemsPerStep)) > 0)
        await setImmediate();
    },
  };
}

/** Lists and removes until nothing is left. */
async function eachOf<Row>(
  list: () => Promise<Row[]>,
  signal: AbortSignal,
  remove: (row: Row) => Promise<void>,
): Promise<void> {
  for (let rows = await list(); rows.length > 0; rows = await list())
    for (const row of rows) {
      if (signal.aborted) return;
      await remove(row);
      await setImmediate();
    }
}

async function removeFile(
  { db, files, games, downloadReferences }: Deps,
  { id, gameId, platform }: FileOfFolder,
  { deletesGames }: RemoveOptions,
): Promise<void> {
  await downloadReferences.release('fileId', id);
  const isLast = deletesGames && !(await repository.hasOtherFile(db, gameId, id));
  if (isLast) await downloadReferences.release('gameId', gameId);
  const removing = db.transaction().execute(async (trx) => {
    if (deletesGames) await beginGameDeletion(trx);
    // The lock keeps others from adding a file to the game.
    await games.lock(trx, gameId);
    await files.removeFile(trx, gameId, platform);
    if (deletesGames && !(await repository.hasOtherFile(trx, gameId, id)))
      await games.removeGame(trx, gameId);
  });
  await removing.catch(unlessGone);
}

async function removeExtra(
  { db, extras, downloadReferences }: Deps,
  { id, gameId }: ExtraOfFolder,
): Promise<void> {
  await downloadReferences.release('extraId', id);
  const removing = db.transaction().execute((trx) => extras.removeExtra(trx, gameId, id));
  await removing.catch(unlessGone);
}

/** An admin has just deleted the game or the extra. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}
