// The admin's download log in the database: filtered pages, counts, running downloads, clearing.

import { foldText } from '@cellar/contract/rules/sort.ts';
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { contains, unindexed } from '#db/conditions.ts';
import { countChanged, countRows } from '#db/rows.ts';
import type { Db, Schema } from '#db/schema.ts';
import type { DownloadRow } from '../downloads/downloads.repository.ts';

export interface LogFilter {
  /** Part of a name or email address, or an id; empty for all members. */
  member: string;
  /** Part of a title, or an id; empty for all games. */
  game: string;
  status?: DownloadRow['status'] | undefined;
  /** The download began in this period. */
  from: string;
  to?: string | undefined;
}

export interface GameColumns {
  title: string | null;
  boxArt: string | null;
  thumbhash: string | null;
}

export type LoggedRow = DownloadRow & GameColumns & { userName: string | null; userEmail: string | null };

/** The last entry of a batch. The next batch continues with older entries. */
export type Cursor = Pick<DownloadRow, 'startedAt' | 'id'>;

type Query<O> = SelectQueryBuilder<Schema, 'downloads', O>;

function filtered<O>(query: Query<O>, { member, game, status, from, to }: LogFilter): Query<O> {
  let result = query.where('downloads.logged', '=', 1).where('downloads.startedAt', '>=', from);
  if (status) result = result.where('downloads.status', '=', status);
  if (to) result = result.where('downloads.startedAt', '<=', to);
  if (game) result = ofGame(result, game);
  return member ? ofMember(result, member) : result;
}

/** Excludes anonymous entries: a search would otherwise reveal whose they are. */
function ofMember<O>(query: Query<O>, member: string): Query<O> {
  return query.where('downloads.anonymous', '=', 0).where('downloads.userId', 'in', (eb) =>
    eb
      .selectFrom('users')
      .select('users.id')
      .where(({ or, eb: user, ref, fn }) =>
        or([
          user('users.id', '=', member),
          contains(ref('users.nameFold'), foldText(member)),
          contains(fn<string>('lower', ['users.name']), member.toLowerCase()),
          contains(ref('users.email'), member.toLowerCase()),
        ]),
      ),
  );
}

/** Searches current titles, and the last titles of deleted games. Two index lookups, because an `or` would scan the table. */
function ofGame<O>(query: Query<O>, game: string): Query<O> {
  return query.where('downloads.id', 'in', (eb) =>
    eb
      .selectFrom('downloads as some')
      .select('some.id')
      .where((some) => some('some.gameId', 'in', gamesNamed(some, game)))
      .unionAll(
        eb
          .selectFrom('downloads as deleted')
          .select('deleted.id')
          .where('deleted.gameId', 'is', null)
          .where(({ ref }) => isTitled(ref('deleted.gameTitle'), game)),
      ),
  );
}

/** The same condition as `ofGame`, for reading the log in batches in the order of time, so that no batch reads the whole log. */
function ofGameByTime<O>(query: Query<O>, game: string): Query<O> {
  return query.where((eb) =>
    eb.or([
      eb('downloads.gameId', 'in', gamesNamed(eb, game)),
      eb('downloads.gameId', 'is', null).and(isTitled(eb.ref('downloads.gameTitle'), game)),
    ]),
  );
}

function gamesNamed({ selectFrom }: Pick<ExpressionBuilder<Schema, never>, 'selectFrom'>, game: string) {
  return selectFrom('games')
    .select('games.id')
    .where(({ or, eb, ref }) =>
      or([eb('games.id', '=', game), contains(ref('games.titleFold'), foldText(game))]),
    );
}

function isTitled(title: Expression<string>, game: string) {
  return contains(sql<string>`lower(${title})`, game.toLowerCase());
}

export function countLogged(db: Db, filter: LogFilter): Promise<number> {
  return countRows(filtered(db.selectFrom('downloads'), filter));
}

interface Slice {
  limit: number;
  offset: number;
  order: 'asc' | 'desc';
}

/** Reads the ids from the index alone, then only the rows of the page. */
export async function listLogged(
  db: Db,
  filter: LogFilter,
  { limit, offset, order }: Slice,
): Promise<LoggedRow[]> {
  const ids = await filtered(db.selectFrom('downloads').select('downloads.id'), filter)
    .orderBy('downloads.startedAt', order)
    .orderBy('downloads.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  if (ids.length === 0) return [];
  return withGameAndMember(db)
    .where(
      'downloads.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('downloads.startedAt', 'desc')
    .orderBy('downloads.id', 'desc')
    .execute();
}

export function listLoggedAfter(
  db: Db,
  filter: LogFilter,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<LoggedRow[]> {
  const { game, ...others } = filter;
  return withGameAndMember(db)
    .$call((query) => {
      const wanted = filtered(query as never, { ...others, game: '' });
      return (game ? ofGameByTime(wanted, game) : wanted) as unknown as typeof query;
    })
    .$if(after !== undefined, (query) =>
      query
        .where('downloads.startedAt', '<=', after?.startedAt ?? '')
        .where((eb) =>
          eb.or([
            eb('downloads.startedAt', '<', after?.startedAt ?? ''),
            eb('downloads.id', '<', after?.id ?? ''),
          ]),
        ),
    )
    .orderBy('downloads.startedAt', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute();
}

export function listRunning(db: Db, limit: number): Promise<LoggedRow[]> {
  return withGameAndMember(db)
    .where('downloads.status', '=', 'in_progress')
    .orderBy('downloads.startedAt', 'desc')
    .limit(limit)
    .execute();
}

/** Counts running downloads; with `loggedSince` only those in the log that began since then. */
export function countRunning(db: Db, loggedSince?: string): Promise<number> {
  return countRows(
    db
      .selectFrom('downloads')
      .where('status', '=', 'in_progress')
      .$if(loggedSince !== undefined, (query) =>
        query.where(unindexed<number>('logged'), '=', 1).where('startedAt', '>=', loggedSince ?? ''),
      ),
  );
}

function withGameAndMember(db: Db) {
  return db
    .selectFrom('downloads')
    .leftJoin('games', 'games.id', 'downloads.gameId')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .leftJoin('users', 'users.id', 'downloads.userId')
    .selectAll('downloads')
    .select(['games.title', 'games.boxArt', 'artworks.thumbhash'])
    .select(['users.name as userName', 'users.email as userEmail']);
}

/** Starts from the members and games: each needs one index lookup, however long the log is. */
export async function countUsersAndGames(db: Db, since: string): Promise<{ users: number; games: number }> {
  const users = db
    .selectFrom('users')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('downloads')
          .select('downloads.id')
          .whereRef('downloads.userId', '=', 'users.id')
          .where('downloads.logged', '=', 1)
          .where('downloads.anonymous', '=', 0)
          .where('downloads.startedAt', '>=', since),
      ),
    );
  const games = db
    .selectFrom('games')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('downloads')
          .select('downloads.id')
          .whereRef('downloads.gameId', '=', 'games.id')
          .where('downloads.logged', '=', 1)
          .where('downloads.startedAt', '>=', since),
      ),
    );
  const deleted = await db
    .selectFrom('downloads')
    .select((eb) => eb.fn.count<number>('gameTitle').distinct().as('count'))
    .where('gameId', 'is', null)
    .where('logged', '=', 1)
    .where('startedAt', '>=', since)
    .executeTakeFirstOrThrow();
  return { users: await countRows(users), games: (await countRows(games)) + Number(deleted.count) };
}

/** Removes up to `limit` entries that began before `before` from the log. Returns the number removed. */
export function removeFromLog(db: Db, { before, limit }: { before: string; limit: number }): Promise<number> {
  return countChanged(
    db
      .updateTable('downloads')
      .set({ logged: 0 })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('downloads')
          .select('id')
          .where('logged', '=', 1)
          .where('startedAt', '<', before)
          .orderBy('startedAt')
          .orderBy('id')
          .limit(limit),
      ),
  );
}
