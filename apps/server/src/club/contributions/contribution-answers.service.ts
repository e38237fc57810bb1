// What becomes of a contribution: an admin accepts or declines it, or its contributor withdraws it. The first answer counts.
import { beginGameDeletion } from '#db/deletions.ts';
import type { Trx } from '#db/schema.ts';
import { notFound } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { acceptContribution } from './accepting.ts';
import { type AnswerDeps, answeredAlready, prepareNews, tellContributor } from './answering.ts';
import type { ContributionRow } from './contributions.repository.ts';
import * as repository from './contributions.repository.ts';

type Admin = { id: string; email: string };

export type ContributionAnswers = ReturnType<typeof createContributionAnswers>;

export function createContributionAnswers(deps: AnswerDeps) {
  return {
    /** Returns the id of the game that has the files. @throws AppError not_found, contribution_answered, game_exists … */
    accept: (admin: Admin, id: string, seenFiles?: number) => acceptContribution(deps, admin, id, seenFiles),
    decline: (admin: Admin, id: string, reason: string) => decline(deps, admin, id, reason),
    withdraw: (member: { id: string }, id: string) => withdraw(deps, member, id),
  };
}

/** @throws AppError not_found, contribution_answered */
async function decline(deps: AnswerDeps, admin: Admin, id: string, reason: string): Promise<void> {
  const { db, clock, audit, mails } = deps;
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
}

/** @throws AppError not_found, contribution_answered */
async function withdraw(deps: AnswerDeps, member: { id: string }, id: string): Promise<void> {
  const contribution = await repository.findContribution(deps.db, id);
  if (contribution?.userId !== member.id) throw notFound('Contribution');
  await end(deps, contribution, (trx) => repository.deleteContribution(trx, id));
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
