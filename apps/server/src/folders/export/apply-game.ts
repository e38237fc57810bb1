// Copies the facts of an exported game to a game of this library. Never changes a field that an admin has set here.

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
import type { SpellingRules } from '#games/spellings/spelling-rules.service.ts';
import { AppError } from '#http/errors.ts';
import type { Clock } from '#platform/clock.ts';
import { streamOf } from '#platform/storage/stream-of.ts';
import type { FilesService } from '#transfer/files/files.service.ts';
import type { LibraryBytes } from '../in-place/library-bytes.service.ts';
import { cheatsFolder, type ExportedGame, picturesFolder } from './export-format.ts';
import { type ExportFolder, openExported, readExported } from './exported-files.ts';

export interface ExportedGamesDeps {
  db: Db;
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
  clock: Clock;
  log: FastifyBaseLogger;
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
