// What becomes of a contribution: an admin accepts or declines it, or its contributor withdraws it. The first answer counts.

import { titleKey } from '@cellar/contract/rules/sort.ts';
import { isUniqueViolation } from '#db/database.ts';
import { beginGameDeletion } from '#db/deletions.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { type AnswerDeps, answeredAlready, prepareNews, tellContributor } from './answering.ts';
import * as conflicts from './conflicts.repository.ts';
import type { ContributionRow, FoundGame } from './contributions.repository.ts';
import * as repository from './contributions.repository.ts';

type Admin = { id: string; email: string };

export type ContributionAnswers = ReturnType<typeof createContributionAnswers>;

export function createContributionAnswers(deps: AnswerDeps) {
  const { db, clock, audit, mails } = deps;
  return {
    /** Returns the id of the game that has the files. @throws AppError not_found, contribution_answered, game_exists … */
    async accept(admin: AcceptingAdmin, id: string, seenFiles?: number): Promise<string> {
      for (let attempt = 1; ; attempt += 1) {
        const plan = await planAcceptance(deps.db, id);
        const gameId = await carryOut(deps, admin, { ...plan, seenFiles }).catch((error) => {
          if (attempt < attempts && isUniqueViolation(error)) return undefined;
          throw error;
        });
        if (gameId !== undefined) return gameId;
        if (attempt === attempts) throw answeredAlready();
      }
    },

    /** @throws AppError not_found, contribution_answered */
    async decline(admin: Admin, id: string, reason: string): Promise<void> {
      const contribution = await repository.findContribution(db, id);
      if (!contribution) throw notFound('Contribution');
      const { title } =
        (contribution.gameId && (await repository.findGame(db, contribution.gameId))) || contribution;
      const news = await prepareNews(deps, contribution, { state: 'declined', title, reason, gameId: null });
      await end(deps, contribution, async (trx) => {
        const answer = { state: 'declined', answeredBy: admin.id, answeredAt: isoAt(clock) } as const;
        const waiting = contribution.gameId ?? '';
        const files = JSON.stringify((await repository.listContributedFiles(trx, [waiting]))(waiting));
        await repository.updateContribution(trx, id, { ...answer, title, reason, files, gameId: null });
        await audit.write(trx, {
          action: 'contribution_declined',
          actor: admin.email,
          subject: title,
          detail: reason,
        });
        await tellContributor(deps, trx, news);
      });
      mails.deliverSoon();
    },

    /** @throws AppError not_found, contribution_answered */
    async withdraw(member: { id: string }, id: string): Promise<void> {
      const contribution = await repository.findContribution(deps.db, id);
      if (contribution?.userId !== member.id) throw notFound('Contribution');
      await end(deps, contribution, (trx) => repository.deleteContribution(trx, id));
    },
  };
}

/** Deletes the waiting game with its files, unless the contribution was answered. `record` writes what became of it. */
async function end(
  { db, games, files, downloadReferences }: AnswerDeps,
  { id, gameId }: ContributionRow,
  record: (trx: Trx) => Promise<void>,
): Promise<void> {
  if (gameId === null) throw answeredAlready();
  await db.transaction().execute((trx) => requireWaiting(trx, id, gameId));
  await downloadReferences.release('gameId', gameId);
  const { storageKeys } = await db.transaction().execute(async (trx) => {
    await beginGameDeletion(trx);
    await repository.lockGames(trx, [gameId]);
    await requireWaiting(trx, id, gameId);
    await record(trx);
    return games.removeGame(trx, gameId);
  });
  await files.removeNow(storageKeys);
}

async function requireWaiting(trx: Trx, id: string, gameId: string): Promise<void> {
  const contribution = await repository.lockContribution(trx, id);
  if (contribution?.state !== 'waiting' || contribution.gameId !== gameId) throw answeredAlready();
}

// Accepts a contribution. If the library has a game for it, the files move there. Otherwise the waiting game becomes visible.

/** Another game may get the title, or be deleted, between the plan and the transaction. */
const attempts = 3;

interface Plan {
  contribution: ContributionRow;
  /** The waiting game. */
  game: FoundGame;
  /** The game of the library that gets the files. Undefined if the waiting game becomes visible. */
  target: FoundGame | undefined;
  /** How many files and extras the admin has seen. */
  seenFiles?: number | undefined;
}

type AcceptingAdmin = { id: string; email: string };

async function planAcceptance(db: Db, id: string): Promise<Plan> {
  const contribution = await repository.findContribution(db, id);
  if (!contribution) throw notFound('Contribution');
  if (contribution.state !== 'waiting' || contribution.gameId === null) throw answeredAlready();
  const game = await repository.findGame(db, contribution.gameId);
  if (!game) throw answeredAlready();
  return { contribution, game, target: await findTarget(db, contribution, game) };
}

/** A file or extra goes to the game for which it was contributed, whatever that is called now. */
async function findTarget(
  db: Db,
  { kind, targetGameId }: ContributionRow,
  game: FoundGame,
): Promise<FoundGame | undefined> {
  if (kind !== 'game' && targetGameId !== null) return repository.findGame(db, targetGameId);
  return repository.findGameByKey(db, titleKey(game.title));
}

/** Returns undefined, and changes nothing, if the plan is out of date. */
async function carryOut(deps: AnswerDeps, admin: AcceptingAdmin, plan: Plan): Promise<string | undefined> {
  const { db, clock, audit, downloadReferences, mails } = deps;
  const { contribution, game, target } = plan;
  const { title, id: gameId } = target ?? game;
  const news = await prepareNews(deps, contribution, { state: 'accepted', title, reason: '', gameId });
  if (target) await downloadReferences.release('gameId', game.id);
  const isDone = await db.transaction().execute(async (trx) => {
    if (!(await isCurrent(trx, plan))) return false;
    const now = isoAt(clock);
    const files = JSON.stringify((await repository.listContributedFiles(trx, [game.id]))(game.id));
    const answer = {
      state: 'accepted',
      answeredBy: admin.id,
      answeredAt: now,
      title,
      gameId,
      files,
    } as const;
    await repository.updateContribution(trx, contribution.id, answer);
    if (target) await moveTo(deps, trx, game, target);
    else await makeVisible(deps, trx, game, now);
    await audit.write(trx, { action: 'contribution_accepted', actor: admin.email, subject: title });
    await tellContributor(deps, trx, news);
    return true;
  });
  if (!isDone) return undefined;
  mails.deliverSoon();
  return gameId;
}

/** Locks the games first and then the contribution, as a deletion of games does. */
async function isCurrent(trx: Trx, { contribution, game, target, seenFiles }: Plan): Promise<boolean> {
  await beginGameDeletion(trx);
  const games = await repository.lockGames(trx, [game.id, ...(target ? [target.id] : [])]);
  const now = await repository.lockContribution(trx, contribution.id);
  if (now?.state !== 'waiting' || now.gameId !== game.id) throw answeredAlready();
  // Another file cannot arrive while the game is locked.
  const files = await repository.listFiles(trx, [game.id]);
  const extras = await repository.listExtras(trx, [game.id]);
  if (seenFiles !== undefined && files.length + extras.length !== seenFiles) throw filesAdded();
  const found = games.find(({ id }) => id === game.id);
  if (found?.title !== game.title) return false;
  return (await findTarget(trx, now, found))?.id === target?.id;
}

/** @throws AppError game_exists, extra_exists */
async function moveTo(deps: AnswerDeps, trx: Trx, game: FoundGame, target: FoundGame): Promise<void> {
  const { games, files, extras, cheats, uploads } = deps;
  const move = { from: game.id, to: target.id };
  const platform = await conflicts.findSamePlatform(trx, move);
  if (platform !== undefined) {
    throw new AppError(
      'game_exists',
      `Game "${target.title}" already has a file for platform "${platform}". Delete that file first, or decline this one.`,
    );
  }
  const extra = await conflicts.findSameExtra(trx, move);
  if (extra) throw extras.existsError(extra);
  for (const feature of [files, cheats, uploads]) await feature.moveToGame(trx, move);
  await games.removeGame(trx, game.id);
}

/** @throws AppError contribution_without_game */
async function makeVisible(
  { waitingGames }: AnswerDeps,
  trx: Trx,
  game: FoundGame,
  now: string,
): Promise<void> {
  if (!(await conflicts.hasPlatformFile(trx, game.id))) {
    throw new AppError(
      'contribution_without_game',
      `The game "${game.title}" is no longer in the library, so this extra has no game.`,
    );
  }
  await waitingGames.show(trx, game, now);
}

function filesAdded(): AppError {
  return new AppError(
    'edit_conflict',
    'Files were added to this contribution in the meantime. Please review them first.',
  );
}
