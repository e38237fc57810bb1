import type { RequestFilter, RequestSort } from '@cellar/contract/club/rules/requests.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { contains, unindexed } from '#db/conditions.ts';
import { lockRows } from '#db/database.ts';
import { countRows, hasChanged, hasRow } from '#db/rows.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import type { GameRequestsTable, RequestCommentsTable } from '../tables.ts';

export type RequestRow = Selectable<GameRequestsTable>;

interface Filter {
  show: RequestFilter;
  search: string;
  readerId: string;
}

type Query<O> = SelectQueryBuilder<Schema, 'gameRequests', O>;

function filtered<O>(query: Query<O>, { show, search, readerId }: Filter): Query<O> {
  let result = query;
  if (show === 'waiting') result = query.where('isWaiting', '=', 1);
  else if (show === 'own') result = query.where('requestedBy', '=', readerId);
  else if (show !== 'all') result = query.where('state', '=', show);
  return search ? result.where((eb) => contains(eb.ref('titleFold'), foldText(search))) : result;
}

export function countRequests(db: Db, filter: Filter): Promise<number> {
  return countRows(filtered(db.selectFrom('gameRequests'), filter));
}

/** Reads the ids first, in an index, and then only the rows of the page. */
export async function listRequests(
  db: Db,
  filter: Filter,
  { sort, limit, offset }: { sort: RequestSort; limit: number; offset: number },
): Promise<ReadRequest[]> {
  const wanted = await filtered(db.selectFrom('gameRequests'), filter)
    .select('id')
    .$if(sort === 'votes', (query) => query.orderBy('votes', 'desc'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = wanted.map(({ id }) => id);
  const byId = new Map((await readRequests(db, ids, filter.readerId)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type ReadRequest = Awaited<ReturnType<typeof readRequests>>[number];

/** Requests with what a reader sees of them. */
export async function readRequests(db: Db, ids: readonly string[], readerId: string) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('gameRequests')
    .leftJoin('users', 'users.id', 'gameRequests.requestedBy')
    .leftJoin('games', 'games.id', 'gameRequests.gameId')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .leftJoin('requestVotes', (join) =>
      join.onRef('requestVotes.requestId', '=', 'gameRequests.id').on('requestVotes.userId', '=', readerId),
    )
    .selectAll('gameRequests')
    .select([
      'users.name as requester',
      'games.title as gameTitle',
      'games.isHidden as isGameHidden',
      'games.boxArt',
      'artworks.thumbhash',
      'requestVotes.userId as votedBy',
    ])
    .where('gameRequests.id', 'in', ids)
    .execute();
}

export function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('gameRequests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the request until the transaction ends. */
export function lockRequest(trx: Trx, id: string): Promise<RequestRow | undefined> {
  const query = trx.selectFrom('gameRequests').selectAll().where('id', '=', id);
  return lockRows(trx, query).executeTakeFirst();
}

/** Finds the request that waits for this game: with the same title, unless both years are known and differ. */
export async function findSame(
  db: Db,
  { titleKey, year, entries }: { titleKey: string; year: number | null; entries: readonly string[] },
): Promise<string | undefined> {
  const byTitle = await db
    .selectFrom('gameRequests')
    .select('id')
    .where('titleKey', '=', titleKey)
    .where(unindexed<number>('isWaiting'), '=', 1)
    .$if(year !== null, (query) =>
      query.where((eb) => eb.or([eb('year', 'is', null), eb('year', '=', year)])),
    )
    .orderBy('votes', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (byTitle || entries.length === 0) return byTitle?.id;
  const byCandidate = await db
    .selectFrom('requestCandidates')
    .innerJoin('gameRequests', 'gameRequests.id', 'requestCandidates.requestId')
    .select('gameRequests.id')
    .where('requestCandidates.entry', 'in', entries)
    .where(unindexed<number>('gameRequests.isWaiting'), '=', 1)
    .limit(1)
    .executeTakeFirst();
  return byCandidate?.id;
}

/** Returns false if another request for the game waits already. */
export async function insertRequest(trx: Trx, row: Insertable<GameRequestsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('gameRequests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function insertEntries(trx: Trx, requestId: string, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ entry, requestId }));
  await trx.insertInto('requestCandidates').values(rows).execute();
}

export async function updateRequest(
  trx: Trx,
  id: string,
  changes: Updateable<GameRequestsTable>,
): Promise<void> {
  await trx.updateTable('gameRequests').set(changes).where('id', '=', id).execute();
}

export async function deleteRequest(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('gameRequests').where('id', '=', id).execute();
}

export function countWaitingOf(db: Db, userId: string): Promise<number> {
  return countRows(
    db
      .selectFrom('gameRequests')
      .where('requestedBy', '=', userId)
      .where(unindexed<number>('isWaiting'), '=', 1),
  );
}

/** Voting twice counts once. */
export async function insertVote(trx: Trx, requestId: string, userId: string): Promise<void> {
  await trx
    .insertInto('requestVotes')
    .values({ requestId, userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteVote(trx: Trx, requestId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('requestVotes')
    .where('requestId', '=', requestId)
    .where('userId', '=', userId)
    .execute();
}

/** Whether someone other than this member has voted. */
export function hasOtherVotes(db: Db, requestId: string, userId: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('requestVotes')
      .select('userId')
      .where('requestId', '=', requestId)
      .where('userId', '<>', userId)
      .limit(1),
  );
}

/** Newest first, starting after the comment `before`. */
export function listComments(
  db: Db,
  requestId: string,
  { before, limit }: { before: string | undefined; limit: number },
) {
  return db
    .selectFrom('requestComments')
    .innerJoin('users', 'users.id', 'requestComments.userId')
    .selectAll('requestComments')
    .select('users.name as by')
    .where('requestId', '=', requestId)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('requestComments.createdAt', 'requestComments.id'),
          '<',
          selectFrom('requestComments as last')
            .select(['last.createdAt', 'last.id'])
            .where('last.id', '=', before ?? '')
            .$asTuple('createdAt', 'id'),
        ),
      ),
    )
    .orderBy('requestComments.createdAt', 'desc')
    .orderBy('requestComments.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertComment(trx: Trx, comment: Insertable<RequestCommentsTable>): Promise<void> {
  await trx.insertInto('requestComments').values(comment).execute();
}

export function findComment(db: Db, requestId: string, id: string) {
  return db
    .selectFrom('requestComments')
    .selectAll()
    .where('id', '=', id)
    .where('requestId', '=', requestId)
    .executeTakeFirst();
}

export function deleteComment(trx: Trx, id: string): Promise<boolean> {
  return hasChanged(trx.deleteFrom('requestComments').where('id', '=', id));
}
