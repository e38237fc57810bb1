// Who reads alerts, and what is unread. New games and waiting accounts have no rows: what a member has read is compared with the
// newest of them.
import { countRows } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import type { UsersTable } from '#people/tables.ts';

/** Members whose pages are connected. Sessions that have ended, and members without access, are missing from the answer. */
export function listReaders(db: Db, tokenHashes: readonly string[], now: string): Promise<Reader[]> {
  return readers(db)
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .select('sessions.tokenHash')
    .where('sessions.tokenHash', 'in', tokenHashes)
    .where('sessions.expiresAt', '>', now)
    .where('users.verifiedAt', 'is not', null)
    .where('users.approvedAt', 'is not', null)
    .where('users.suspendedAt', 'is', null)
    .execute();
}

export function findReader(db: Db, userId: string): Promise<Reader | undefined> {
  return readers(db).select('users.id as tokenHash').where('users.id', '=', userId).executeTakeFirst();
}

function readers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('alertStates', 'alertStates.userId', 'users.id')
    .leftJoin('visits', 'visits.userId', 'users.id')
    .select(['users.role', 'users.approvedAt', 'users.bellNewGames', 'users.bellApprovals'])
    .select(['gamesReadAt', 'approvalsReadAt', 'contributionsReadAt', 'previousAt'])
    .select((eb) =>
      eb
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('alerts.userId', '=', 'users.id')
        .where('readAt', 'is', null)
        .as('unreadRows'),
    );
}

export interface Reader {
  tokenHash: string;
  role: UsersTable['role'];
  approvedAt: string | null;
  bellNewGames: number;
  bellApprovals: number;
  gamesReadAt: string | null;
  approvalsReadAt: string | null;
  contributionsReadAt: string | null;
  /** The last time of the visit before. */
  previousAt: string | null;
  unreadRows: number | null;
}

/** The newest of what has no rows. Null if there is none. */
export interface News {
  /** When the newest game that members see was added. */
  gameAt: string | null;
  /** When the last one of the accounts that wait was verified. */
  waitingAt: string | null;
  /** When the newest contribution that waits was added. */
  contributedAt: string | null;
}

/** Reads the news and, of the members whose alerts have changed since then, at most `limit`. One small statement. */
export async function readChanges(
  db: Db,
  since: string,
  limit: number,
): Promise<{ news: News; members: { userId: string; changedAt: string }[] }> {
  const rows = await db
    .selectFrom(selectNews(db).as('news'))
    .leftJoin('alertStates', (join) => join.on('changedAt', '>', since))
    .select(['gameAt', 'waitingAt', 'contributedAt', 'userId', 'changedAt'])
    .limit(limit)
    .execute();
  const [{ gameAt, waitingAt, contributedAt } = { gameAt: null, waitingAt: null, contributedAt: null }] =
    rows;
  const members = rows.flatMap(({ userId, changedAt }) =>
    userId !== null && changedAt !== null ? [{ userId, changedAt }] : [],
  );
  return { news: { gameAt, waitingAt, contributedAt }, members };
}

export function readNews(db: Db): Promise<News> {
  return selectNews(db).executeTakeFirstOrThrow();
}

function selectNews(db: Db) {
  return db.selectNoFrom((eb) => [
    eb
      .selectFrom('games')
      .select('createdAt')
      .where('isHidden', '=', 0)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .as('gameAt'),
    eb
      .selectFrom('users')
      .select('verifiedAt')
      .where('verifiedAt', 'is not', null)
      .where('approvedAt', 'is', null)
      .where('suspendedAt', 'is', null)
      .orderBy('verifiedAt', 'desc')
      .limit(1)
      .as('waitingAt'),
    eb
      .selectFrom('contributions')
      .select('createdAt')
      .where('state', '=', 'waiting')
      .orderBy('createdAt', 'desc')
      .limit(1)
      .as('contributedAt'),
  ]);
}

/** Counts games that members see, added after `since`, up to `most`. */
export function countGames(db: Db, since: string, most: number): Promise<number> {
  const games = db.selectFrom('games').select('id').where('isHidden', '=', 0).where('createdAt', '>', since);
  return countRows(db.selectFrom(games.limit(most).as('found')));
}

/** Counts accounts that lack only approval, up to `most`. */
export function countWaiting(db: Db, most: number): Promise<number> {
  const users = db
    .selectFrom('users')
    .select('id')
    .where('verifiedAt', 'is not', null)
    .where('approvedAt', 'is', null)
    .where('suspendedAt', 'is', null);
  return countRows(db.selectFrom(users.limit(most).as('found')));
}

/** Counts contributions that wait for an admin, up to `most`. */
export function countContributions(db: Db, most: number): Promise<number> {
  const waiting = db.selectFrom('contributions').select('id').where('state', '=', 'waiting');
  return countRows(db.selectFrom(waiting.limit(most).as('found')));
}

// Decides what is unread of the alerts that have no rows: new games, and accounts and contributions that wait for an admin.

/**
 * Games are new if they were added after the visit before, as everywhere else, after the member was approved, and after the member last
 * marked them as read in the bell.
 */
export function gamesUnreadSince({ gamesReadAt, approvedAt, previousAt }: Reader): string {
  return [gamesReadAt ?? '', approvedAt ?? '', previousAt ?? ''].toSorted().at(-1) ?? '';
}

export function hasNewGames(reader: Reader, { gameAt }: News): boolean {
  return reader.bellNewGames === 1 && gameAt !== null && gameAt > gamesUnreadSince(reader);
}

export function hearsOfWaiting({ role, bellApprovals }: Reader, { waitingAt }: News): boolean {
  return role === 'admin' && bellApprovals === 1 && waitingAt !== null;
}

export function isWaitingRead({ approvalsReadAt }: Reader, { waitingAt }: News): boolean {
  return (waitingAt ?? '') <= (approvalsReadAt ?? '');
}

export function hearsOfContributions({ role, bellApprovals }: Reader, { contributedAt }: News): boolean {
  return role === 'admin' && bellApprovals === 1 && contributedAt !== null;
}

export function areContributionsRead({ contributionsReadAt }: Reader, { contributedAt }: News): boolean {
  return (contributedAt ?? '') <= (contributionsReadAt ?? '');
}

export function countUnread(reader: Reader, news: News): number {
  const waiting = hearsOfWaiting(reader, news) && !isWaitingRead(reader, news);
  const contributed = hearsOfContributions(reader, news) && !areContributionsRead(reader, news);
  const counted = [hasNewGames(reader, news), waiting, contributed].filter(Boolean).length;
  return Number(reader.unreadRows ?? 0) + counted;
}
