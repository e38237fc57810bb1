// Writes everything that people have made (facts, pictures, cheat files, rules, matches) into a folder, in a form that other
// programs can read. The game files are not copied; their digests say which game they belong to.

import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { artworkNameOf } from '@cellar/contract/games/rules/artwork.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { FoundGame, GameEditingService } from '#games/game-editing.service.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import type { SanitizationService } from '#games/sanitization/sanitization.service.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { createFolder, flushFolder, makeFolder } from '#platform/storage/disk/flush.ts';
import { FileMissingError, type StoredFile } from '#platform/storage/storage.ts';
import { streamOf } from '#platform/storage/whole-files.ts';
import { listGamePages, listParts } from './export.repository.ts';
import {
  cheatsFolder,
  type ExportedGame,
  type ExportSummary,
  exportFormat,
  gamesName,
  picturesFolder,
  summaryName,
} from './export-format.ts';

interface Deps extends Pick<Base, 'storage' | 'clock'> {
  /** Long reads, which do not delay a running server. */
  longReads: Db;
  gameEditing: GameEditingService;
  settings: SettingsService;
  sanitization: SanitizationService;
  platforms: PlatformsService;
  version: string;
}

export interface ExportResult {
  folder: string;
  games: number;
  /** Pictures and cheat files that an earlier export had not written. */
  newFiles: number;
  /** Pictures and cheat files that are missing in the library. */
  missing: string[];
}

/** Thrown if the folder holds anything other than an export. */
export class ExportError extends Error {}

/**
 * Writes the whole library, or what has changed since an earlier export into the same folder. The list of games and the summary are
 * replaced at once, so an interrupted export leaves the earlier one.
 * @throws ExportError, StorageUnavailableError
 */
export async function exportLibrary(deps: Deps, folder: string): Promise<ExportResult> {
  const result: ExportResult = { folder: resolve(folder), games: 0, newFiles: 0, missing: [] };
  await prepareFolder(result.folder);
  const target = join(result.folder, gamesName);
  const draft = `${target}.part`;
  const lines = createWriteStream(draft, { mode: 0o640, flush: true });
  await pipeline(listGameLines(deps, result), lines);
  // The list of games names only files that a power failure leaves there.
  for (const name of [picturesFolder, cheatsFolder]) await flushFolder(join(result.folder, name));
  await rename(draft, target);
  const { siteName } = await deps.settings.get();
  const rules = await deps.sanitization.list();
  const platforms = await deps.platforms.list();
  const summary: ExportSummary = {
    format: exportFormat,
    version: deps.version,
    exportedAt: isoAt(deps.clock),
    siteName,
    games: result.games,
    sanitizationRules: rules.map(({ find, replace, description }) => ({ find, replace, description })),
    ownPlatforms: platforms.map(({ name, aliases, icon }) => ({ name, aliases, icon })),
  };
  const summaryPath = join(result.folder, summaryName);
  await writeWhole(summaryPath, [Buffer.from(`${JSON.stringify(summary, undefined, 2)}\n`)]);
  await flushFolder(result.folder);
  return result;
}

async function prepareFolder(folder: string): Promise<void> {
  await createFolder(folder, 0o750);
  const names = await readdir(folder);
  const ours = [summaryName, gamesName, `${gamesName}.part`, picturesFolder, cheatsFolder];
  const other = names.find((name) => !ours.includes(name) && name !== `${summaryName}.part`);
  if (other)
    throw new ExportError(`${folder} contains ${other}, so it is not an export. Choose an empty folder.`);
  for (const name of [picturesFolder, cheatsFolder]) await makeFolder(join(folder, name));
}

/** Yields one line per game, after its pictures and cheat files were written. */
async function* listGameLines(deps: Deps, result: ExportResult): AsyncGenerator<string> {
  for await (const page of listGamePages(deps.longReads)) {
    const partsOf = groupByGame(await listParts(deps.longReads, page));
    for (const id of page) {
      const found = await deps.gameEditing.findGame(id);
      if (!found) continue;
      const parts = partsOf(id);
      const game = describe(found, parts);
      for (const url of [game.facts.boxArtUrl, ...(game.facts.gameplayImages ?? [])]) {
        if (url) await keepPicture(deps, result, artworkNameOf(url));
      }
      for (const cheat of parts.cheats) await keepCheat(deps, result, cheat);
      result.games += 1;
      yield `${JSON.stringify(game)}\n`;
    }
  }
}

function describe(
  { game, values: { title, ...facts } }: FoundGame,
  { files, cheats, extras, matches }: ReturnType<ReturnType<typeof groupByGame>>,
): ExportedGame {
  return {
    title,
    facts,
    editedFields: JSON.parse(game.editedFields),
    matchId: matches[0]?.matchId ?? null,
    isHidden: game.isHidden === 1,
    createdAt: game.createdAt,
    files: files.map(({ platform, extension, fileSize, sha256, libraryPath }) => ({
      platform,
      fileName: downloadFileName(title, platform, extension),
      fileSize,
      sha256,
      libraryPath,
    })),
    cheats: cheats.map(({ id, gameId, storageKey, downloadCount, ...cheat }) => cheat),
    extras: extras.map(
      ({ id, gameId, storageKey, extension, libraryItemId, contentTag, contentChangedAt, ...extra }) => extra,
    ),
  };
}

function groupByGame(parts: Awaited<ReturnType<typeof listParts>>) {
  const by = <Row extends { gameId: string }>(rows: Row[]) => Map.groupBy(rows, ({ gameId }) => gameId);
  const [files, cheats, matches] = [by(parts.files), by(parts.cheats), by(parts.matches)];
  const extras = by(parts.extras);
  return (id: string) => ({
    files: files.get(id) ?? [],
    cheats: cheats.get(id) ?? [],
    extras: extras.get(id) ?? [],
    matches: matches.get(id) ?? [],
  });
}

async function keepPicture({ storage }: Deps, result: ExportResult, name: string): Promise<void> {
  const open = async () => storage.pictures.open(name);
  await keepFile(result, join(picturesFolder, name), open);
}

async function keepCheat(
  { storage }: Deps,
  result: ExportResult,
  { sha256, storageKey }: { sha256: string; storageKey: string },
): Promise<void> {
  const open = () =>
    storage.openFile(storageKey).catch((error) => {
      if (error instanceof FileMissingError) return undefined;
      throw error;
    });
  await keepFile(result, join(cheatsFolder, `${sha256}.zip`), open);
}

/** Files are named by their content, so one that exists is complete and right. */
async function keepFile(
  result: ExportResult,
  name: string,
  open: () => Promise<StoredFile | undefined>,
): Promise<void> {
  const target = join(result.folder, name);
  if (await exists(target)) return;
  const file = await open();
  if (!file) {
    result.missing.push(name);
    return;
  }
  try {
    await writeWhole(target, streamOf(file));
  } finally {
    await file.close();
  }
  result.newFiles += 1;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The file is complete or absent. */
async function writeWhole(path: string, body: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  const draft = `${path}.part`;
  try {
    await pipeline(body, createWriteStream(draft, { mode: 0o640, flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
