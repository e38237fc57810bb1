// Contributions in the database, and what their services must know of games and files.

import type { ContributedFile } from '@cellar/contract/club/contributions.endpoints.ts';
import type { Selectable, Updateable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { ContributionsTable } from '../tables.ts';

export type ContributionRow = Selectable<ContributionsTable>;

export async function insertContribution(trx: Trx, row: ContributionRow): Promise<void> {
  await trx.insertInto('contributions').values(row).execute();
}

export function findContribution(db: Db, id: string): Promise<ContributionRow | undefined> {
  return db.selectFrom('contributions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the contribution until the transaction ends. Lock its games first, as a deletion of games does. */
export function lockContribution(trx: Trx, id: string): Promise<ContributionRow | undefined> {
  return lockRows(trx, trx.selectFrom('contributions').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function isWaiting(db: Db, gameId: string): Promise<boolean> {
  const query = db.selectFrom('contributions').select('id').where('gameId', '=', gameId);
  return (await query.where('state', '=', 'waiting').executeTakeFirst()) !== undefined;
}

export async function updateContribution(
  trx: Trx,
  id: string,
  changes: Updateable<ContributionsTable>,
): Promise<void> {
  await trx.updateTable('contributions').set(changes).where('id', '=', id).execute();
}

export async function deleteContribution(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('contributions').where('id', '=', id).execute();
}

/** Locks the account, so that its requests at the same time count one after the other. */
export async function lockContributor(trx: Trx, userId: string): Promise<void> {
  await lockRows(trx, trx.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

/** Counts the files of a contributor that wait for an admin or are being uploaded. Their number is limited. */
export async function countFiles(db: Db, userId: string): Promise<number> {
  const waiting = db
    .selectFrom('contributions')
    .select('gameId')
    .where('userId', '=', userId)
    .where('state', '=', 'waiting');
  const { files, extras, uploads } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('gameFiles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('gameId', 'in', waiting)
        .as('files'),
      eb
        .selectFrom('gameExtras')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('gameId', 'in', waiting)
        .as('extras'),
      eb
        .selectFrom('uploads')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('isContribution', '=', 1)
        .where('state', '=', 'open')
        .as('uploads'),
    ])
    .executeTakeFirstOrThrow();
  return Number(files) + Number(extras) + Number(uploads);
}

/** Whether the contributor has contributed a file for this platform to a game of the library, and it still waits. */
export function hasWaitingFile(
  db: Db,
  { userId, targetGameId, platform }: { userId: string; targetGameId: string; platform: string },
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('contributions')
      .innerJoin('gameFiles', 'gameFiles.gameId', 'contributions.gameId')
      .select('gameFiles.id')
      .where('contributions.userId', '=', userId)
      .where('contributions.targetGameId', '=', targetGameId)
      .where('contributions.state', '=', 'waiting')
      .where('gameFiles.platform', '=', platform),
  );
}

export type FoundGame = Pick<
  { id: string; title: string; titleKey: string; isWaiting: number; isHidden: number },
  'id' | 'title' | 'titleKey' | 'isWaiting' | 'isHidden'
>;

const gameColumns = ['id', 'title', 'titleKey', 'isWaiting', 'isHidden'] as const;

export function findGame(db: Db, id: string): Promise<FoundGame | undefined> {
  return db.selectFrom('games').select(gameColumns).where('id', '=', id).executeTakeFirst();
}

/** `titleKey`: that of a title, or of a waiting game. */
export function findGameByKey(db: Db, titleKey: string): Promise<FoundGame | undefined> {
  return db.selectFrom('games').select(gameColumns).where('titleKey', '=', titleKey).executeTakeFirst();
}

/** Locks the games until the transaction ends, in the order of their ids. Omits games that do not exist. */
export function lockGames(trx: Trx, ids: readonly string[]): Promise<FoundGame[]> {
  const query = trx.selectFrom('games').select(gameColumns).where('id', 'in', ids).orderBy('id');
  return lockRows(trx, query).execute();
}

export async function hasFile(db: Db, gameId: string, platform: string): Promise<boolean> {
  const query = db.selectFrom('gameFiles').select('id').where('gameId', '=', gameId);
  return (await query.where('platform', '=', platform).executeTakeFirst()) !== undefined;
}

/** Returns what these games have, by game: first the platform files, then the extras. */
export async function listContributedFiles(
  db: Db,
  gameIds: readonly string[],
): Promise<(gameId: string) => ContributedFile[]> {
  if (gameIds.length === 0) return () => [];
  const [files, extras] = await Promise.all([listFiles(db, gameIds), listExtras(db, gameIds)]);
  return (id) => [
    ...files
      .filter(({ gameId }) => gameId === id)
      .map(({ platform, fileSize }) => ({ platform, fileSize, extra: null })),
    ...extras
      .filter(({ gameId }) => gameId === id)
      .map(({ gameId: _, platform, fileSize, ...extra }) => ({ platform, fileSize, extra })),
  ];
}

export function listFiles(db: Db, gameIds: readonly string[]) {
  return db
    .selectFrom('gameFiles')
    .select(['gameId', 'platform', 'fileSize'])
    .where('gameId', 'in', gameIds)
    .orderBy('gameId')
    .orderBy('platform')
    .execute();
}

export function listExtras(db: Db, gameIds: readonly string[]) {
  return db
    .selectFrom('gameExtras')
    .select(['gameId', 'platform', 'fileSize', 'kind', 'name', 'version'])
    .where('gameId', 'in', gameIds)
    .orderBy('gameId')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
