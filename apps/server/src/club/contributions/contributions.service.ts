// Receives what contributors upload. Each contribution waits in a hidden game of its own, so that nothing of it is listed, downloaded or
// announced (ADR 0038). contribution-answers.service.ts answers it.

import type {
  ContributedFile,
  Contribution,
  ContributionKind,
  Contributions,
} from '@cellar/contract/club/contributions.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import type { Db, Trx } from '#db/schema.ts';
import { waitingKey } from '#db/waiting-key.ts';
import type { WaitingGames } from '#games/game-editing.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';
import type { ExtrasService } from '#transfer/files/extras.service.ts';
import type { ListedRow } from './contribution-lists.repository.ts';
import * as lists from './contribution-lists.repository.ts';
import * as repository from './contributions.repository.ts';
import { listContributedFiles } from './contributions.repository.ts';

interface Deps extends Pick<Base, 'db' | 'clock'> {
  extras: Pick<ExtrasService, 'refuseExisting'>;
  waitingGames: WaitingGames;
}

/** What a contributor uploads. */
export interface Contributed {
  /** Null if the account was deleted while an admin continued its upload. */
  userId: string | null;
  /** The game that gets the file. Null for a new game. */
  gameId: string | null;
  title: string;
  extra: ExtraFacts | undefined;
}

export type ContributionsService = ReturnType<typeof createContributions>;

export function createContributions(deps: Deps) {
  const { db } = deps;
  return {
    check: (userId: string, title: string, platform: string) => check(db, userId, title, platform),
    refuseExisting: (file: Contributed & { platform: string }) => refuseExisting(deps, file),
    receive: (trx: Trx, file: Contributed) => receive(deps, trx, file),

    /** @throws AppError too_many_contributions */
    async refuseTooMany(trx: Trx, userId: string): Promise<void> {
      await repository.lockContributor(trx, userId);
      const max = limits.waitingFilesPerContributor;
      if ((await repository.countFiles(trx, userId)) < max) return;
      throw new AppError(
        'too_many_contributions',
        `${max} of your files wait for review or are being uploaded. Please wait until some are answered.`,
      );
    },
  };
}

/** Whether a game with this title exists that the contributor sees, and whether it has a file for the platform. */
async function check(db: Db, userId: string, title: string, platform: string) {
  const known = await repository.findGameByKey(db, titleKey(title));
  const visible = known?.isHidden === 0 ? known : undefined;
  const game = visible ?? (await repository.findGameByKey(db, waitingKey(title, userId)));
  if (!game) return { exists: false, platformExists: false, gameId: null };
  const platformExists =
    (await repository.hasFile(db, game.id, platform)) ||
    (await repository.hasWaitingFile(db, { userId, targetGameId: game.id, platform }));
  return { exists: true, platformExists, gameId: game.id };
}

/** Never reveals games that the contributor does not see. @throws AppError game_exists, extra_exists */
async function refuseExisting(
  { db, extras }: Deps,
  { userId, gameId, title, platform, extra }: Contributed & { platform: string },
): Promise<void> {
  if (gameId && extra) return extras.refuseExisting(gameId, extra);
  const owner = userId ?? '';
  const exists = gameId
    ? (await repository.hasFile(db, gameId, platform)) ||
      (await repository.hasWaitingFile(db, { userId: owner, targetGameId: gameId, platform }))
    : (await check(db, owner, title, platform)).platformExists;
  if (!exists) return;
  throw new AppError('game_exists', `Game "${title}" already exists for platform "${platform}"`);
}

/** Returns the waiting game that gets the file. `isNew`: the contribution is a new game that is not in the library. */
async function receive(deps: Deps, trx: Trx, file: Contributed): Promise<{ gameId: string; isNew: boolean }> {
  if (file.gameId === null) return receiveGame(deps, trx, file);
  const [game] = await repository.lockGames(trx, [file.gameId]);
  // The game was deleted, and the upload's row with it.
  if (!game) throw notFound('Upload');
  if (game.isWaiting === 1) return { gameId: game.id, isNew: false };
  return { gameId: await addFor(deps, trx, file, game), isNew: false };
}

/** A second file with the title of the contributor's waiting game is added to that game. */
async function receiveGame(
  deps: Deps,
  trx: Trx,
  file: Contributed,
): Promise<{ gameId: string; isNew: boolean }> {
  const { userId, title } = file;
  const known = await repository.findGameByKey(trx, titleKey(title));
  if (known?.isHidden === 0) return { gameId: await addFor(deps, trx, file, known), isNew: false };
  // Without its account, no other file can follow.
  const owner = userId ?? newId();
  const id = await deps.waitingGames.ensure(trx, { title, owner, now: isoAt(deps.clock) });
  const [game] = await repository.lockGames(trx, [id]);
  // It was answered or withdrawn at this moment. Then the next request finds what has become of it.
  if (game?.isWaiting !== 1) throw tryAgain();
  if (await repository.isWaiting(trx, id)) return { gameId: id, isNew: false };
  await insert(deps, trx, { userId, title, kind: 'game', gameId: id, targetGameId: null });
  return { gameId: id, isNew: true };
}

/** Adds the waiting game of a file or extra that is for a game of the library. */
async function addFor(
  deps: Deps,
  trx: Trx,
  { userId, extra }: Contributed,
  target: { id: string; title: string },
): Promise<string> {
  const { title } = target;
  const gameId = await deps.waitingGames.ensure(trx, { title, owner: newId(), now: isoAt(deps.clock) });
  const kind = extra ? 'extra' : 'file';
  await insert(deps, trx, { userId, title, kind, gameId, targetGameId: target.id });
  return gameId;
}

interface NewContribution {
  userId: string | null;
  title: string;
  kind: ContributionKind;
  gameId: string;
  targetGameId: string | null;
}

function insert({ clock }: Deps, trx: Trx, contribution: NewContribution): Promise<void> {
  return repository.insertContribution(trx, {
    ...contribution,
    id: newId(),
    state: 'waiting',
    reason: '',
    files: '[]',
    answeredBy: null,
    createdAt: isoAt(clock),
    answeredAt: null,
  });
}

function tryAgain(): AppError {
  const error = new AppError('upload_completing', 'This game has just been reviewed. Please ask again.');
  error.retryAfterSeconds = 1;
  return error;
}

// The lists of contributions: those that wait, for admins, and a contributor's own.

const limit = limits.contributionsPerPage;

export type ContributionLists = ReturnType<typeof createContributionLists>;

export function createContributionLists({ db }: { db: Db }) {
  return {
    list: ({ page, show }: { page: number; show: 'waiting' | 'answered' }) => readPage(db, { show }, page),
    listOwn: (userId: string, page: number) => readPage(db, { userId }, page),
  };
}

async function readPage(db: Db, filter: lists.Filter, page: number): Promise<Contributions> {
  const waitingOnes = filter.userId === undefined ? { show: 'waiting' as const } : filter;
  const [rows, total, waiting] = await Promise.all([
    lists.listContributions(db, filter, { limit, offset: (page - 1) * limit }),
    lists.countContributions(db, filter),
    lists.countContributions(db, { ...waitingOnes, show: 'waiting' }),
  ]);
  const waitingGames = rows.flatMap(({ state, gameId }) =>
    state === 'waiting' && gameId !== null ? [gameId] : [],
  );
  const filesOf = await listContributedFiles(db, waitingGames);
  const isOwn = filter.userId !== undefined;
  return {
    contributions: rows.map((row) => present(row, { filesOf, isOwn })),
    currentPage: page,
    totalPages: pageCount(total, limit),
    waiting,
  };
}

function present(
  { id, title, gameTitle, state, userName, userEmail, adminName, files, ...row }: ListedRow,
  { filesOf, isOwn }: { filesOf(gameId: string): ContributedFile[]; isOwn: boolean },
): Contribution {
  const contributor = userName === null || userEmail === null ? null : { name: userName, email: userEmail };
  const isWaiting = state === 'waiting';
  return {
    ...row,
    _id: id,
    state,
    // An admin may have edited the title.
    title: isWaiting ? (gameTitle ?? title) : title,
    files: isWaiting ? filesOf(row.gameId ?? '') : (JSON.parse(files) as ContributedFile[]),
    contributor,
    answeredBy: isOwn ? null : adminName,
  };
}
