// The lists of contributions: those that wait, for admins, and a contributor's own.
import type { Contribution, Contributions } from '@cellar/contract/contributions.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db } from '#db/schema.ts';
import { pageCount } from '#platform/page-count.ts';
import type { ListedRow } from './contribution-lists.repository.ts';
import * as lists from './contribution-lists.repository.ts';
import { listExtras, listFiles } from './contributions.repository.ts';

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
  const filesOf = await readFiles(db, rows);
  return {
    contributions: rows.map((row) => present(row, filesOf(row))),
    currentPage: page,
    totalPages: pageCount(total, limit),
    waiting,
  };
}

/** Only of those that wait: later, the files are in a game with others, or deleted. */
async function readFiles(
  db: Db,
  rows: readonly ListedRow[],
): Promise<(row: ListedRow) => Contribution['files']> {
  const ids = rows.flatMap(({ state, gameId }) => (state === 'waiting' && gameId !== null ? [gameId] : []));
  if (ids.length === 0) return () => [];
  const [files, extras] = await Promise.all([listFiles(db, ids), listExtras(db, ids)]);
  return ({ state, gameId: id }) => {
    if (state !== 'waiting') return [];
    const ofGame = ({ gameId }: { gameId: string }) => gameId === id;
    return [
      ...files.filter(ofGame).map(({ platform, fileSize }) => ({ platform, fileSize, extra: null })),
      ...extras.filter(ofGame).map(({ platform, fileSize, ...extra }) => ({ platform, fileSize, extra })),
    ];
  };
}

function present(
  { id, title, gameTitle, state, userName, userEmail, ...row }: ListedRow,
  files: Contribution['files'],
): Contribution {
  const contributor = userName === null || userEmail === null ? null : { name: userName, email: userEmail };
  return {
    ...row,
    _id: id,
    state,
    // An admin may have edited the title.
    title: state === 'waiting' ? (gameTitle ?? title) : title,
    files,
    contributor,
  };
}
