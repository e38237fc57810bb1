// Copies the facts of an exported game to a game of this library. Never changes a field that an admin has set here.

import { buffer } from 'node:stream/consumers';
import { exportFolder } from '@cellar/contract/folders/rules/library-files.ts';
import type { GameChanges } from '@cellar/contract/games/game-edit.ts';
import { artworkMaxBytes, artworkNameOf, artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import type { CheatsService } from '#games/cheats/cheats.service.ts';
import type { GameEditingService } from '#games/game-editing.service.ts';
import type { ManyGames } from '#games/many-games.service.ts';
import type { MatchesService } from '#games/metadata/matches/matches.service.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import type { SpellingRules } from '#games/spellings/spellings.service.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { FileMissingError, type StoredFile, UnreadableError } from '#platform/storage/storage.ts';
import { streamOf } from '#platform/storage/whole-files.ts';
import type { FilesService } from '#transfer/files/files.service.ts';
import { openFileAt } from '../in-place/file-in-place.ts';
import type { LibraryBytes } from '../in-place/library-bytes.service.ts';
import type { ExportedFileRow } from './export.repository.ts';
import * as repository from './export.repository.ts';
import { cheatsFolder, type ExportedGame, picturesFolder } from './export-format.ts';

export interface ExportedGamesDeps extends Pick<Base, 'db' | 'clock' | 'log'> {
  /** For reads of many rows. */
  longReads: Db;
  artwork: ArtworkService;
  cheats: CheatsService;
  files: FilesService;
  gameEditing: GameEditingService;
  libraryBytes: LibraryBytes;
  manyGames: ManyGames;
  matches: MatchesService;
  platforms: PlatformsService;
  spellingRules: SpellingRules;
}

/** @throws StorageUnavailableError, ReadFailure */
export async function applyGame(
  deps: ExportedGamesDeps,
  folder: ExportFolder,
  gameId: string,
  game: ExportedGame,
): Promise<void> {
  const { db, gameEditing, manyGames, matches } = deps;
  const facts = await withPictures(deps, folder, await deps.spellingRules.respell(game.facts));
  await db.transaction().execute(async (trx) => {
    for (const isByHand of [false, true]) {
      const found = await gameEditing.lockGame(trx, gameId);
      if (!found) return;
      const edited: string[] = JSON.parse(found.game.editedFields);
      const isWanted = (name: string) =>
        !edited.includes(name) && game.editedFields.includes(name) === isByHand;
      const changes = Object.fromEntries(Object.entries(facts).filter(([name]) => isWanted(name)));
      await gameEditing.changeGame(trx, found.game, changes, { isByHand });
    }
    if (game.isHidden) await manyGames.editFacts(trx, [gameId], () => ({ facts: { isHidden: true } }));
    if (game.matchId) await matches.adopt(trx, gameId, game.matchId);
  });
  for (const cheat of game.cheats) await addCheat(deps, folder, gameId, cheat);
}

/** Stores the pictures of an export. Leaves out those that are missing, unreadable or damaged. */
async function withPictures(
  deps: ExportedGamesDeps,
  folder: ExportFolder,
  { boxArtUrl, gameplayImages, ...facts }: ExportedGame['facts'],
): Promise<GameChanges> {
  const keep = async (url: string) => {
    const name = `${picturesFolder}/${artworkNameOf(url)}`;
    const bytes = await readExported(deps, folder, { name, maxBytes: artworkMaxBytes });
    const kept = bytes && (await deps.artwork.accept(bytes).catch(unlessRefused));
    return kept && artworkUrl(kept.name);
  };
  const cover = boxArtUrl ? await keep(boxArtUrl) : undefined;
  const images: string[] = [];
  for (const url of gameplayImages ?? []) {
    const kept = await keep(url);
    if (kept) images.push(kept);
  }
  return {
    ...facts,
    ...(cover && { boxArtUrl: cover }),
    ...(images.length > 0 && { gameplayImages: images }),
  };
}

async function addCheat(
  deps: ExportedGamesDeps,
  folder: ExportFolder,
  gameId: string,
  { sha256, fileSize, createdAt, originalFileName, ...fields }: ExportedGame['cheats'][number],
): Promise<void> {
  const { db, files, cheats } = deps;
  if ((await cheats.listCheats(gameId)).some((known) => known.sha256 === sha256)) return;
  const file = await openExported(deps, folder, `${cheatsFolder}/${sha256}.zip`);
  if (!file) return;
  if (file.size !== fileSize) return file.close();
  const archive = await files.store(streamOf(file)).finally(() => file.close());
  try {
    if (archive.sha256 !== sha256) return await files.discardStored(archive.storageKey);
    await db
      .transaction()
      .execute((trx) => cheats.insert(trx, { gameId, fields, originalFileName, archive }));
  } catch (error) {
    await files.discardStored(archive.storageKey);
    throw error;
  }
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
  return undefined;
}

// The files of an export in a library folder, whose disk or share may stop answering.

interface Deps {
  libraryBytes: LibraryBytes;
  log: FastifyBaseLogger;
}

export interface ExportFolder {
  id: string;
  /** Absolute, without symbolic links. */
  path: string;
}

/** Returns undefined for a file that is missing or can't be opened. @throws StorageUnavailableError */
export async function openExported(
  { libraryBytes, log }: Deps,
  { id, path }: ExportFolder,
  name: string,
): Promise<StoredFile | undefined> {
  const place = { run: libraryBytes.gateOf(id), folderPath: path, path: `${exportFolder}/${name}` };
  return openFileAt(place).catch((error) => {
    if (error instanceof FileMissingError) return undefined;
    if (!(error instanceof UnreadableError)) throw error;
    log.warn({ err: error, folderId: id, path: place.path }, 'a file of an export could not be read');
    return undefined;
  });
}

/** Returns undefined for a file that is missing, empty or too large, or can't be opened. @throws StorageUnavailableError, ReadFailure */
export async function readExported(
  deps: Deps,
  folder: ExportFolder,
  { name, maxBytes }: { name: string; maxBytes: number },
): Promise<Buffer | undefined> {
  const file = await openExported(deps, folder, name);
  if (!file) return undefined;
  try {
    return file.size > 0 && file.size <= maxBytes ? await buffer(streamOf(file)) : undefined;
  } finally {
    await file.close();
  }
}

// Recognizes a file of a library folder, whose digest is not known yet, in the export of the folder: by its path, or else by its name.
// Both count only with the size.

/** An item of a library folder. */
export interface FoundFile {
  folderId: string;
  path: string;
  kind: 'file' | 'set' | 'folder';
  /** Bytes on the disk. */
  size: number;
}

interface Exported {
  fileName: string;
  fileSize: number;
  libraryPath: string | null;
}

export async function findExportedFile(db: Db, item: FoundFile): Promise<ExportedFileRow | undefined> {
  const atPath = recognize(item, await repository.listFilesAt(db, item.folderId, item.path));
  if (atPath || item.kind !== 'file') return atPath;
  return recognize(item, await repository.listFilesOfSize(db, item.folderId, item.size));
}

/** Returns the extra that a found extra of a game was in the export. Use what it says like input of a client. */
export async function findExportedExtra(
  db: Db,
  item: FoundFile,
  gameId: string,
): Promise<ExportedGame['extras'][number] | undefined> {
  for (const file of await repository.listFoundFiles(db, item.folderId, gameId)) {
    const exported = await findExportedFile(db, file);
    const game = exported && (await repository.findGame(db, exported));
    const extra = game && recognize(item, game.extras ?? []);
    if (extra) return extra;
  }
  return undefined;
}

function recognize<File extends Exported>({ path, kind, size }: FoundFile, files: File[]): File | undefined {
  // The size of the download of several files is that of their ZIP.
  const isSameSize = ({ fileSize }: File) => kind !== 'file' || fileSize === size;
  const atPath = files.find((file) => file.libraryPath === path && isSameSize(file));
  if (atPath || kind !== 'file') return atPath;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const sameName = files.filter((file) => file.fileName.toLowerCase() === name && isSameSize(file));
  return sameName.length === 1 ? sameName[0] : undefined;
}
