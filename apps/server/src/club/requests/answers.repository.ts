// Requests whose voters are still to be told of their state.

import type { RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Db, Trx } from '#db/schema.ts';

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
export async function advance(
  trx: Trx,
  { id, state, toldThrough }: Answered,
  through: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('gameRequests')
    .set({ toldThrough: through })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('toldThrough', '=', toldThrough)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
