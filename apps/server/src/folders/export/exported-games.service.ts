// Uses an export that lies in a library folder (`cellar-export` at its top): gives titles and platforms to the items that are found
// there, and facts, pictures, matches and cheat files to their games. Someone who can write to the folder can change the export, so
// everything in it is checked like input of a client.
import { ZodError } from 'zod';
import { AppError } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { ReadFailure, StorageUnavailableError } from '#platform/storage/storage.ts';
import { applyGame, type ExportedGamesDeps } from './apply-game.ts';
import { exportedGame } from './export-format.ts';
import type { ExportFolder } from './exported-files.ts';
import * as repository from './exported-games.repository.ts';
import { readExport } from './read-export.ts';
import { type FoundFile, findExportedFile } from './recognize-exported.ts';

export interface ExportSuggestion {
  title: string;
  platform: string;
}

const atOnce = 100;

export type ExportedGamesService = ReturnType<typeof createExportedGames>;

export function createExportedGames(deps: ExportedGamesDeps) {
  return {
    /**
     * Reads the export of a folder if there is a new one. Call this before a scan. Returns whether the folder has an export.
     * @throws StorageUnavailableError
     */
    read: (folder: ExportFolder) => readExport(deps, folder),
    suggest: (item: FoundFile) => suggest(deps, item),
    /** A job: gives the facts of exports to games whose files were recognized. */
    apply: (signal?: AbortSignal) => applyAll(deps, signal),
  };
}

/** Returns title and platform of the exported game to which a file belongs. */
async function suggest({ db }: ExportedGamesDeps, item: FoundFile): Promise<ExportSuggestion | undefined> {
  const file = await findExportedFile(db, item);
  const game = file && (await repository.findGame(db, file));
  return game && { title: game.title, platform: file.platform };
}

async function applyAll(deps: ExportedGamesDeps, signal?: AbortSignal): Promise<void> {
  for (const folder of await repository.listExportFolders(deps.db)) {
    try {
      await applyExport(deps, folder, signal);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError || error instanceof ReadFailure)) throw error;
      deps.log.warn({ err: error, folderId: folder.id }, 'the export in a library folder could not be used');
    }
  }
}

async function applyExport(
  deps: ExportedGamesDeps,
  folder: ExportFolder,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = -1; !signal?.aborted; ) {
    const games = await repository.listUnapplied(deps.longReads, folder.id, after, atOnce);
    const last = games.at(-1);
    if (!last) return;
    await applyRecognized(deps, folder, games);
    after = last.position;
  }
}

async function applyRecognized(
  deps: ExportedGamesDeps,
  folder: ExportFolder,
  games: Awaited<ReturnType<typeof repository.listUnapplied>>,
): Promise<void> {
  const { db, longReads, clock, log } = deps;
  const positions = games.map(({ position }) => position);
  const owners = await repository.listOwners(longReads, folder.id, positions);
  const ownerOf = new Map(owners.map(({ position, gameId }) => [position, gameId]));
  for (const row of games) {
    const gameId = ownerOf.get(row.position);
    if (!gameId) continue;
    try {
      await applyGame(deps, folder, gameId, exportedGame.parse(JSON.parse(row.game)));
    } catch (error) {
      // Whatever is full or unavailable may not be so at the next run.
      if (!(error instanceof AppError || error instanceof ZodError)) throw error;
      log.error({ err: error, gameId }, 'the facts of an exported game could not be used');
    }
    await repository.markApplied(db, row, isoAt(clock));
  }
}
