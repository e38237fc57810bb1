// Which games of the library fulfil which requests.

import type { RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';

/** A game that may fulfil a request that waits. */
export interface Arrival {
  requestId: string;
  gameId: string;
  gameTitle: string;
  /** The years, if they are known and only the titles are the same. */
  wantedYear: number | null;
  releaseDate: string | null;
}

interface Page {
  /** The id of the last request of the page before. */
  after: string;
  limit: number;
}

/** Lists a page of the ids of the requests that wait. */
export async function listWaiting(db: Db, { after, limit }: Page): Promise<string[]> {
  const rows = await db
    .selectFrom('gameRequests')
    .select('id')
    .where('isWaiting', '=', 1)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Members see the game and can download it. */
const isThere = sql<boolean>`${unindexed('games.isHidden')} = 0
  and exists (select 1 from "gameFiles" where "gameFiles"."gameId" = games.id)`;

/** The game was announced, so the search for its metadata is over, and nobody has said that the request means another game. */
const fulfils = sql<boolean>`games."announcedAt" is not null and ${isThere}
  and not exists (select 1 from "requestRefusals" where "requestRefusals"."requestId" = "gameRequests".id
    and "requestRefusals"."gameId" = games.id)`;

const arrivalColumns = [
  'gameRequests.id as requestId',
  'games.id as gameId',
  'games.title as gameTitle',
] as const;

/** Lists the games that may fulfil these requests. The games of the same candidate come first. */
export async function listArrivals(db: Db, requestIds: readonly string[]): Promise<Arrival[]> {
  if (requestIds.length === 0) return [];
  const rows = await db
    .selectFrom('gameRequests')
    .innerJoin('games', 'games.titleKey', 'gameRequests.titleKey')
    .select(arrivalColumns)
    .select(['gameRequests.year as wantedYear', 'games.releaseDate'])
    .where('gameRequests.id', 'in', requestIds)
    .where(fulfils)
    .execute();
  const byMatch = await db
    .selectFrom('gameRequests')
    .innerJoin('requestCandidates', 'requestCandidates.requestId', 'gameRequests.id')
    .innerJoin('gameMatches', (join) => join.on(beginsWith('requestCandidates.entry')))
    .innerJoin('games', 'games.id', 'gameMatches.gameId')
    .select(arrivalColumns)
    .where('gameRequests.id', 'in', requestIds)
    .where(fulfils)
    .execute();
  return [...byMatch.map((row) => ({ ...row, wantedYear: null, releaseDate: null })), ...rows];
}

/** `steam:220` matches `steam:220` and `steam:220+igdb:233`, as a range of the index: `,` follows `+`. */
function beginsWith(column: string) {
  const entry = sql.ref(column);
  return sql<boolean>`("gameMatches"."matchId" >= ${entry} and "gameMatches"."matchId" < ${entry} || ',')`;
}

/** Records the games that are there already: the member has seen them and wishes for another one. */
export async function refuseKnownGames(
  trx: Trx,
  requestId: string,
  { titleKey, entries }: { titleKey: string; entries: readonly string[] },
): Promise<void> {
  const byTitle = await trx
    .selectFrom('games')
    .select('games.id')
    .where('titleKey', '=', titleKey)
    .where(isThere)
    .execute();
  const byMatch = [];
  for (const entry of entries) {
    byMatch.push(
      ...(await trx
        .selectFrom('gameMatches')
        .innerJoin('games', 'games.id', 'gameMatches.gameId')
        .select('games.id')
        .where('matchId', '>=', entry)
        .where('matchId', '<', `${entry},`)
        .where(isThere)
        .execute()),
    );
  }
  for (const { id } of [...byTitle, ...byMatch]) await refuseGame(trx, requestId, id);
}

export async function refuseGame(trx: Trx, requestId: string, gameId: string): Promise<void> {
  await trx
    .insertInto('requestRefusals')
    .values({ requestId, gameId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the title of a game that members see. */
export async function findVisibleGame(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('games')
    .select('title')
    .where('id', '=', id)
    .where('isHidden', '=', 0)
    .executeTakeFirst();
  return row?.title;
}

// Requests whose voters are still to be told of their state.

export interface Answered {
  id: string;
  title: string;
  state: RequestState;
  reason: string;
  toldThrough: string | null;
  /** The game that members see now. */
  game: { id: string; title: string } | null;
}

/** A member who is to be told. */
export interface Voter {
  id: string;
  name: string;
  email: string;
  language: Language;
  wantsMail: boolean;
}

export async function findAnswered(db: Db): Promise<Answered | undefined> {
  const row = await db
    .selectFrom('gameRequests')
    .leftJoin('games', (join) => join.onRef('games.id', '=', 'gameRequests.gameId').on('isHidden', '=', 0))
    .select(['gameRequests.id', 'gameRequests.title', 'state', 'reason', 'toldThrough'])
    .select(['games.id as gameId', 'games.title as gameTitle'])
    .where('toldThrough', 'is not', null)
    .orderBy('gameRequests.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { gameId, gameTitle, ...request } = row;
  return { ...request, game: gameId && gameTitle ? { id: gameId, title: gameTitle } : null };
}

/**
 * Lists the next members who have voted for the request and may log in. `through` is the last member who was read, or null if that
 * were all.
 */
export async function listVoters(
  db: Db,
  { id, toldThrough }: Answered,
  limit: number,
): Promise<{ voters: Voter[]; through: string | null }> {
  const rows = await db
    .selectFrom('requestVotes')
    .innerJoin('users', 'users.id', 'requestVotes.userId')
    .select(['users.id', 'name', 'email', 'language', 'requestMails'])
    .select(['approvedAt', 'verifiedAt', 'suspendedAt'])
    .where('requestId', '=', id)
    .where('userId', '>', toldThrough ?? '')
    .orderBy('userId')
    .limit(limit)
    .execute();
  const voters = rows
    .filter(({ approvedAt, verifiedAt, suspendedAt }) => approvedAt && verifiedAt && !suspendedAt)
    .map(({ id, name, email, language, requestMails }) => ({
      ...{ id, name, email, language },
      wantsMail: requestMails === 1,
    }));
  return { voters, through: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/** Records the last member who was told. Returns false if another node did so first, or if the request has got another state. */
export function advance(
  trx: Trx,
  { id, state, toldThrough }: Answered,
  through: string | null,
): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('gameRequests')
      .set({ toldThrough: through })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('toldThrough', '=', toldThrough),
  );
}
