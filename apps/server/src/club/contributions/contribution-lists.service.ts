// The lists of contributions: those that wait, for admins, and a contributor's own.
import type { ContributedFile, Contribution, Contributions } from '@cellar/contract/club/contributions.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db } from '#db/schema.ts';
import { pageCount } from '#platform/page-count.ts';
import type { ListedRow } from './contribution-lists.repository.ts';
import * as lists from './contribution-lists.repository.ts';
import { listContributedFiles } from './contributions.repository.ts';

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
