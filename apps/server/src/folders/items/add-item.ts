// Adds an item to the library: its platform file, and its game if that is new.

import { posix } from 'node:path';
import type { Trx } from '#db/schema.ts';
import type { GamesService } from '#games/games.service.ts';
import type { MatchesService } from '#games/metadata/matches/matches.service.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import type { Base } from '#platform/base.ts';
import { ReadFailure } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import type { ExtrasService } from '#transfer/files/extras.service.ts';
import type { FilesService, NewFile } from '#transfer/files/files.service.ts';
import type { RootFinder } from '../in-place/folder-access.ts';
import type { LibraryBytes } from '../in-place/library-bytes.service.ts';
import type { MarkedItem } from './adding.repository.ts';
import * as repository from './adding.repository.ts';
import { describeExtra, markExtras } from './found-extras.ts';

export interface AddingDeps
  extends Pick<Base, 'db' | 'longReads' | 'unflushed' | 'log' | 'storage' | 'clock'> {
  extras: ExtrasService;
  files: FilesService;
  games: GamesService;
  matches: MatchesService;
  platforms: PlatformsService;
  libraryBytes: LibraryBytes;
  findRoot: RootFinder;
}

/** Adds an item whose files stay where they are. @throws ReadFailure */
export async function addInPlace(deps: AddingDeps, item: MarkedItem, signal: AbortSignal): Promise<void> {
  const { db, libraryBytes } = deps;
  const fileSize = await libraryBytes.prepareItem(item.id, signal).catch(throwReadFailure);
  await db.transaction().execute(async (trx) => {
    if (!(await repository.finishAdding(trx, item))) return;
    const inPlace = { libraryItemId: item.id, contentTag: item.fingerprint };
    await addFile(trx, deps, item, { fileSize, storageKey: newId(), ...inPlace });
  });
  await markExtrasOf(deps, item);
}

export function throwReadFailure(cause: unknown): never {
  throw new ReadFailure('the item could not be read', { cause });
}

/** The extras of a game that was added follow it. */
export async function markExtrasOf(
  deps: AddingDeps,
  { folderId, path, extraKind }: MarkedItem,
): Promise<void> {
  if (extraKind === null) await markExtras(deps, { folderId, itemPath: path });
}

/**
 * Adds the platform file of an item, and its game if it is new; or the extra of a game.
 * @throws a unique violation if the platform is taken, AppError validation_failed if it is unknown, OwnerGoneError
 */
export async function addFile(
  trx: Trx,
  { extras, games, files, matches, platforms }: AddingDeps,
  item: MarkedItem,
  file: Omit<NewFile, 'gameId' | 'platform' | 'extension'>,
): Promise<void> {
  const { title, platformKey: platform, extension } = item;
  if (item.extraKind !== null) {
    const extra = await describeExtra(trx, item, item.extraKind);
    if (extra.facts.platform !== null) await platforms.refuseUnknown(trx, extra.facts.platform);
    return extras.addFound(trx, { ...extra, ...file });
  }
  await platforms.refuseUnknown(trx, platform);
  const gameId = await games.ensureGame(trx, title);
  await matches.queueAdded(trx, { gameId, fileName: nameForMatching(item) });
  await files.addFile(trx, { gameId, platform, extension, ...file });
}

/** The item's own name, with the ids that the scan has found in the names of folders around it. */
function nameForMatching({ path, ids }: MarkedItem): string {
  const name = posix.basename(path);
  const others = Object.entries(JSON.parse(ids) as Record<string, string>)
    .filter(([source, id]) => !new RegExp(`${source}\\W+${id}`, 'i').test(name))
    .map(([source, id]) => `[${source}-${id}]`);
  return [...others, name].join(' ');
}
