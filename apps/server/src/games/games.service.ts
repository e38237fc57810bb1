// Single games: reading a game, adding one when its upload is complete, and deleting one with its files.

import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import type { PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import type { Quarantine } from '@cellar/contract/transfer/extras.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { beginGameDeletion } from '#db/deletions.ts';
import type { Trx } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { DownloadReferences } from '#transfer/downloads/download-references.service.ts';
import type { ExtrasService } from '#transfer/files/extras.service.ts';
import type { FilesService, FileWithState } from '#transfer/files/files.service.ts';
import type { CheatsService } from './cheats/cheats.service.ts';
import { valuesOf } from './game-editing.service.ts';
import * as repository from './games.repository.ts';

/** The facts of a new game besides its title. */
export interface GameFacts {
  description?: string;
  boxArt?: string;
  releaseDate?: string;
  developer?: string;
  publisher?: string;
  genres?: string[];
  modes?: PlayMode[];
  maxPlayers?: number | null;
}

/** A member who asks about a game. */
export type Reader = Pick<Member, 'id' | 'isAdmin' | 'isContributor'>;

export type GamesService = ReturnType<typeof createGamesService>;

interface Deps extends Pick<Base, 'db' | 'clock'> {
  files: FilesService;
  extras: ExtrasService;
  downloadReferences: DownloadReferences;
  cheats: CheatsService;
  audit: AuditService;
}

export function createGamesService(deps: Deps) {
  const { db, files, downloadReferences, audit } = deps;
  /** Only admins reach a hidden game, and contributors what they have contributed. @throws AppError not_found */
  async function refuseHidden(id: string, member: Reader | undefined): Promise<void> {
    if (member?.isAdmin || !(await repository.isHidden(db, id))) return;
    if (member?.isContributor && (await repository.isOwnContribution(db, id, member.id))) return;
    throw notFound('Game');
  }

  return {
    getGame: (id: string, memberId: string | undefined) => getGame(deps, id, memberId),
    ensureGame: (trx: Trx, title: string, facts: GameFacts = {}) => ensureGame(deps, trx, title, facts),
    removeGame: (trx: Trx, id: string) => removeGame(deps, trx, id),
    removeGames: (trx: Trx, ids: readonly string[]) => removeGames(deps, trx, ids),

    /** @throws AppError not_found */
    async deleteGame(id: string, admin?: { email: string }): Promise<void> {
      await downloadReferences.release('gameId', id);
      const { storageKeys } = await db.transaction().execute(async (trx) => {
        await beginGameDeletion(trx);
        const game = await removeGame(deps, trx, id);
        await audit.write(trx, { action: 'game_deleted', actor: admin?.email, subject: game.title });
        return game;
      });
      await files.removeNow(storageKeys);
    },

    /** Returns the game without the file. @throws AppError not_found */
    async deletePlatformFile(
      id: string,
      platform: string,
      admin: { id: string; email: string },
    ): Promise<Game> {
      const file = await files.findFile(id, platform);
      if (file) await downloadReferences.release('fileId', file.id);
      const { storageKey } = await db.transaction().execute(async (trx) => {
        const game = await repository.lockGame(trx, id);
        if (!game) throw notFound('Game');
        const removed = await files.removeFile(trx, id, platform);
        if (!removed) throw notFound('Platform file');
        const subject = `${game.title} (${platform})`;
        await audit.write(trx, { action: 'file_deleted', actor: admin.email, subject });
        return removed;
      });
      await files.removeNow([storageKey]);
      return getGame(deps, id, admin.id);
    },

    /** Titles that differ only in case or spacing belong to the same game. */
    async checkGame(title: string, platform: string) {
      const game = await repository.findGameByTitleKey(db, titleKey(title));
      const file = game && (await files.findFile(game.id, platform));
      return { exists: game !== undefined, platformExists: file !== undefined, gameId: game?.id ?? null };
    },

    /** @throws AppError not_found */
    async getTitle(id: string): Promise<string> {
      const game = await repository.findGame(db, id);
      if (!game) throw notFound('Game');
      return game.title;
    },

    refuseHidden,

    /** Returns a game as a member may see it. @throws AppError not_found */
    async showTo(member: Reader, game: Game): Promise<Game> {
      await refuseHidden(game._id, member);
      return member.isAdmin ? game : withoutThreats(game);
    },

    /** Locks the game until the transaction ends. Returns its title. @throws AppError not_found */
    async lock(trx: Trx, id: string): Promise<string> {
      const game = await repository.lockGame(trx, id);
      if (!game) throw notFound('Game');
      return game.title;
    },
  };
}

/** Only members see extras and cheat files. `memberId`: the reader, or undefined for a visitor. @throws AppError not_found */
async function getGame(
  { db, files, extras, cheats }: Deps,
  id: string,
  memberId: string | undefined,
): Promise<Game> {
  const row = await repository.findGame(db, id);
  if (!row) throw notFound('Game');
  const [fileRows, icons, genres, media, thumbhash, cheatFiles, extraFiles, lastDownloadedAt] =
    await Promise.all([
      files.listFilesOf(id),
      repository.listPlatformIcons(db, id),
      repository.listGenres(db, id),
      repository.listMedia(db, id),
      row.boxArt ? repository.findThumbhash(db, row.boxArt) : undefined,
      memberId ? cheats.listCheats(id) : [],
      memberId ? extras.listExtras(id) : [],
      memberId ? repository.findLastDownload(db, memberId, id) : null,
    ]);
  return {
    _id: id,
    ...valuesOf(row, genres, media),
    createdAt: row.createdAt,
    boxArtThumbhash: thumbhash ?? null,
    platforms: fileRows.map(({ platform }) => platform),
    gameFiles: fileRows.map((file) =>
      presentFile(file, {
        title: row.title,
        icon: icons.get(file.platform) ?? null,
        isForMember: memberId !== undefined,
      }),
    ),
    downloadOptions: fileRows.map(({ platform, fileSize }) => ({ platform, fileSize })),
    cheatFiles,
    extras: extraFiles,
    lastDownloadedAt,
    totalSize: fileRows.reduce((sum, { fileSize }) => sum + fileSize, 0),
    isHidden: row.isHidden === 1,
    contributionId: row.isWaiting === 1 ? await repository.findContribution(db, id) : null,
    revision: row.revision,
    editedFields: JSON.parse(row.editedFields),
  };
}

function presentFile(
  file: FileWithState,
  { title, icon, isForMember }: { title: string; icon: GameFile['icon']; isForMember: boolean },
): GameFile {
  const { platform, extension, fileSize, sha256, createdAt: uploadedAt } = file;
  return {
    platform,
    icon,
    fileSize,
    sha256,
    uploadedAt,
    fileName: downloadFileName(title, platform, extension),
    isInPlace: file.isInPlace,
    missingSince: isForMember ? file.missingSince : null,
    preparing: isForMember ? file.preparing : null,
    problem: isForMember ? file.problem : null,
    fileCount: isForMember ? file.fileCount : null,
    leftOutLinks: isForMember ? file.leftOutLinks : 0,
    quarantine: isForMember ? file.quarantine : null,
  };
}

/** Returns the id of the game with this title, and adds the game if there is none. */
async function ensureGame(
  { clock }: Deps,
  trx: Trx,
  title: string,
  { genres = [], ...facts }: GameFacts,
): Promise<string> {
  const key = titleKey(title);
  const known = await repository.findGameByTitleKey(trx, key);
  if (known) return known.id;
  const id = newId();
  await repository.insertGame(trx, {
    id,
    title,
    titleKey: key,
    titleFold: foldText(title),
    createdAt: isoAt(clock),
    description: facts.description ?? '',
    boxArt: facts.boxArt ?? null,
    releaseDate: facts.releaseDate ?? null,
    developer: facts.developer ?? null,
    publisher: facts.publisher ?? null,
    modes: JSON.stringify(facts.modes ?? []),
    maxPlayers: facts.maxPlayers ?? null,
  });
  // Another transaction may have added a game with this title first.
  const game = await repository.findGameByTitleKey(trx, key);
  if (!game) throw new Error('the game vanished while it was added');
  if (game.id === id) await repository.insertGenres(trx, id, genres);
  return game.id;
}

/**
 * Deletes a game with everything that belongs to it. Call `beginGameDeletion` first, and `files.removeNow` after the commit.
 * @throws AppError not_found
 */
async function removeGame(
  deps: Deps,
  trx: Trx,
  id: string,
): Promise<{ title: string; storageKeys: string[] }> {
  const { games, storageKeys } = await removeGames(deps, trx, [id]);
  const [game] = games;
  if (!game) throw notFound('Game');
  return { title: game.title, storageKeys };
}

/** Like `removeGame`, for at most a few hundred games. Returns those that existed. */
async function removeGames(
  { files, clock }: Deps,
  trx: Trx,
  ids: readonly string[],
): Promise<{ games: { id: string; title: string }[]; storageKeys: string[] }> {
  const games = await repository.lockTitles(trx, ids);
  await files.prepareDeletion(trx, 'gameId', ids);
  const storageKeys = await repository.listStorageKeys(trx, ids);
  await repository.deleteGames(trx, ids, isoAt(clock));
  await files.markForRemoval(trx, storageKeys);
  return { games, storageKeys };
}

/** Only admins see what virus scans have found. */
export function withoutThreats(game: Game): Game {
  const hide = <File extends { quarantine: Quarantine }>(file: File): File =>
    file.quarantine ? { ...file, quarantine: { threat: null } } : file;
  return {
    ...game,
    gameFiles: game.gameFiles.map(hide),
    extras: game.extras.map(hide),
    cheatFiles: game.cheatFiles.map(hide),
  };
}
