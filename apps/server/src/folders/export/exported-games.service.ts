// Uses an export that lies in a library folder (`cellar-export` at its top): gives titles and platforms to the items that are found
// there, and facts, pictures, matches and cheat files to their games. Someone who can write to the folder can change the export, so
// everything in it is checked like input of a client.

import type { Insertable } from 'kysely';
import { ZodError } from 'zod';
import { isDatabaseUnavailable } from '#db/database.ts';
import { AppError } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { FileMissingError, ReadFailure, StorageUnavailableError } from '#platform/storage/storage.ts';
import { streamOf } from '#platform/storage/whole-files.ts';
import type { ExportedFilesTable, ExportedGamesTable } from '../tables.ts';
import {
  applyGame,
  type ExportedGamesDeps,
  type ExportFolder,
  type FoundFile,
  findExportedFile,
  openExported,
  readExported,
} from './apply-export.ts';
import * as repository from './export.repository.ts';
import {
  type ExportedGame,
  type ExportSummary,
  exportedGame,
  exportSummary,
  gamesName,
  summaryName,
} from './export-format.ts';

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

// Reads the list of games of an export in a library folder into the database.

const maxSummaryBytes = 1024 ** 2;
const maxLineBytes = 1024 ** 2;
const insertedPerStep = 100;

interface Rows {
  games: Insertable<ExportedGamesTable>[];
  files: Insertable<ExportedFilesTable>[];
}

/** An export that can't be used does not stop the scan. */
async function readExport(deps: ExportedGamesDeps, folder: ExportFolder): Promise<boolean> {
  try {
    return await readNewExport(deps, folder);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    deps.log.warn({ err: error, folderId: folder.id }, 'the export in a library folder could not be read');
    return false;
  }
}

async function readNewExport(deps: ExportedGamesDeps, folder: ExportFolder): Promise<boolean> {
  const { db, log } = deps;
  const summary = await readSummary(deps, folder);
  const known = await repository.findExportTag(db, folder.id);
  if (!summary) return typeof known === 'string';
  const tag = `${summary.exportedAt} ${summary.games}`;
  if (tag === known) return true;
  await deps.platforms.addMissing(summary.ownPlatforms);
  await repository.setExportTag(db, folder.id, null);
  let isMore = true;
  while (isMore) isMore = await db.transaction().execute((trx) => repository.deleteSome(trx, folder.id));
  let position = 0;
  for await (const { rows, refused } of readRows(deps, folder)) {
    await db.transaction().execute((trx) => repository.insertGames(trx, rows.games, rows.files));
    position += rows.games.length;
    if (refused > 0)
      log.warn({ folderId: folder.id, refused }, 'an export contains games that are not valid');
  }
  await repository.setExportTag(db, folder.id, tag);
  log.info({ folderId: folder.id, games: position }, 'read the export in a library folder');
  return true;
}

/** Returns undefined without a complete and valid export. */
async function readSummary(
  deps: ExportedGamesDeps,
  folder: ExportFolder,
): Promise<ExportSummary | undefined> {
  const bytes = await readExported(deps, folder, { name: summaryName, maxBytes: maxSummaryBytes });
  return bytes && exportSummary.safeParse(parseJson(bytes.toString())).data;
}

/** Yields the rows of up to 100 games at a time. */
async function* readRows(
  deps: ExportedGamesDeps,
  folder: ExportFolder,
): AsyncGenerator<{ rows: Rows; refused: number }> {
  const file = await openExported(deps, folder, gamesName);
  if (!file) throw new FileMissingError('the export has no list of games');
  try {
    let rows: Rows = { games: [], files: [] };
    let [position, refused] = [0, 0];
    for await (const line of linesOf(streamOf(file))) {
      const game = exportedGame.safeParse(parseJson(line));
      if (!game.success) {
        refused += 1;
        continue;
      }
      addRows(rows, { folderId: folder.id, position }, game.data);
      position += 1;
      if (rows.games.length < insertedPerStep) continue;
      yield { rows, refused };
      rows = { games: [], files: [] };
      refused = 0;
    }
    if (rows.games.length > 0 || refused > 0) yield { rows, refused };
  } finally {
    await file.close();
  }
}

/** Yields lines of at most 1 MiB; a longer line is yielded as an empty one. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      length += end - start;
      yield length > maxLineBytes ? '' : Buffer.concat([...pieces, chunk.subarray(start, end)]).toString();
      [pieces, length, start] = [[], 0, end + 1];
    }
    length += chunk.length - start;
    if (length <= maxLineBytes) pieces.push(chunk.subarray(start));
  }
  if (length > 0 && length <= maxLineBytes) yield Buffer.concat(pieces).toString();
}

function addRows(rows: Rows, key: { folderId: string; position: number }, game: ExportedGame): void {
  rows.games.push({ ...key, game: JSON.stringify(game), appliedAt: null });
  const byPlatform = new Map(game.files.map((file) => [file.platform, file]));
  for (const { platform, fileName, fileSize, sha256, libraryPath } of byPlatform.values()) {
    const name = fileName.toLowerCase();
    rows.files.push({ ...key, platform, fileName: name, fileSize, sha256, libraryPath });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
