import type { Selectable, SelectQueryBuilder } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { requiredSecondFactor } from '../auth/sessions.repository.ts';
import type { ApiTokensTable } from '../tables.ts';

export type ApiTokenRow = Selectable<ApiTokensTable>;

/** Compiles the query once, because every request of a program runs it. */
export function prepareFindApiToken(db: Db) {
  const query = db
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.userId')
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    .select(['users.verifiedAt', 'users.approvedAt', 'users.suspendedAt', 'users.secondFactorAt'])
    .select(requiredSecondFactor(db))
    .select(['apiTokens.id as tokenId', 'apiTokens.scopes', 'apiTokens.expiresAt', 'apiTokens.lastUsedAt'])
    .where('apiTokens.tokenHash', '=', '');
  const statement = query.compile();

  return async function findApiToken(tokenHash: string) {
    const { rows } = await db.executeQuery<Found<typeof query>>({ ...statement, parameters: [tokenHash] });
    return rows[0];
  };
}

type Found<Query> = Query extends SelectQueryBuilder<never, never, infer Row> ? Row : never;

/** Lists a member's tokens, the newest first. */
export function listApiTokens(db: Db, userId: string): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('apiTokens')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Counts a member's tokens. Until the end of the transaction, no other one can count or add tokens of the member. */
export async function countForAddition(trx: Trx, userId: string): Promise<number> {
  await lockRows(trx, trx.selectFrom('users').select('id').where('id', '=', userId)).execute();
  return countRows(trx.selectFrom('apiTokens').where('userId', '=', userId));
}

export async function insertApiToken(trx: Trx, row: ApiTokenRow): Promise<void> {
  await trx.insertInto('apiTokens').values(row).execute();
}

export async function touchApiToken(
  db: Db,
  id: string,
  use: Pick<ApiTokenRow, 'lastUsedAt' | 'lastUsedNetwork'>,
): Promise<void> {
  await db.updateTable('apiTokens').set(use).where('id', '=', id).execute();
}

/** Returns the deleted token; undefined if the member has no such token. */
export function deleteApiToken(
  trx: Trx,
  userId: string,
  id: string,
): Promise<Pick<ApiTokenRow, 'tokenHash' | 'name'> | undefined> {
  return trx
    .deleteFrom('apiTokens')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['tokenHash', 'name'])
    .executeTakeFirst();
}

export async function deleteApiTokensOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('apiTokens').where('userId', '=', userId).execute();
}

export async function deleteExpiredBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('apiTokens').where('expiresAt', '<=', time).execute();
}
