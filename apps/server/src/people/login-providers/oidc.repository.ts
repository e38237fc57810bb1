// Logins that are under way at a provider, what finished ones have left, and how sessions end there.

import type { Selectable } from 'kysely';
import { countRows, hasChanged, hasRow } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, minuteMs } from '#platform/clock.ts';
import { hasNotEnded } from '#platform/lifetimes.ts';
import type { OidcLinksTable, OidcLoginsTable, OidcProvidersTable, OidcResultsTable } from '../tables.ts';

/** Nothing here lasts longer. */
const longestMs = 10 * minuteMs;

export type LoginRow = Selectable<OidcLoginsTable>;
export type ResultRow = Selectable<OidcResultsTable>;

export async function insertLogin(db: Db, row: LoginRow): Promise<void> {
  await db.insertInto('oidcLogins').values(row).execute();
}

/** Returns the unexpired login and deletes it, so that only one of several calls gets it. */
export function takeLogin(db: Db, stateHash: string, clock: Clock): Promise<LoginRow | undefined> {
  return db
    .deleteFrom('oidcLogins')
    .where('stateHash', '=', stateHash)
    .where(hasNotEnded(clock, longestMs))
    .returningAll()
    .executeTakeFirst();
}

export async function insertResult(db: Db, row: ResultRow): Promise<void> {
  await db.insertInto('oidcResults').values(row).execute();
}

/** Returns the unexpired result and deletes it, so that only one of several calls gets it. */
export function takeResult(
  db: Db,
  found: { codeHash: string; browserHash: string; kind: ResultRow['kind'] },
  clock: Clock,
): Promise<ResultRow | undefined> {
  return db
    .deleteFrom('oidcResults')
    .where('codeHash', '=', found.codeHash)
    .where('browserHash', '=', found.browserHash)
    .where('kind', '=', found.kind)
    .where(hasNotEnded(clock, longestMs))
    .returningAll()
    .executeTakeFirst();
}

/** Finds the newest login that this browser can link to the user. */
export function findOffer(
  db: Db,
  userId: string,
  browserHash: string,
  clock: Clock,
): Promise<ResultRow | undefined> {
  return db
    .selectFrom('oidcResults')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'offer')
    .where('browserHash', '=', browserHash)
    .where(hasNotEnded(clock, longestMs))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

export async function deleteOffersOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('oidcResults').where('userId', '=', userId).where('kind', '=', 'offer').execute();
}

export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('oidcLogins').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('oidcResults').where('expiresAt', '<=', now).execute();
}

export async function insertLogout(db: Db, tokenHash: string, sealedUrl: string): Promise<void> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  await db.insertInto('oidcLogouts').values({ sessionId: id, sealedUrl }).execute();
}

export async function findSealedLogout(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('oidcLogouts')
    .innerJoin('sessions', 'sessions.id', 'oidcLogouts.sessionId')
    .select('oidcLogouts.sealedUrl')
    .where('sessions.tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row?.sealedUrl;
}

// Which accounts of providers belong to which users.

export type LinkRow = Selectable<OidcLinksTable>;

export function findLink(db: Db, issuer: string, sub: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('oidcLinks')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .executeTakeFirst();
}

export function listLinks(db: Db, userId: string): Promise<LinkRow[]> {
  return db
    .selectFrom('oidcLinks')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Counts the members without a login of these issuers. */
export function countUnlinked(db: Db, issuers: string[]): Promise<number> {
  return countRows(
    db
      .selectFrom('users')
      .where('approvedAt', 'is not', null)
      .where('suspendedAt', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('oidcLinks')
              .select('oidcLinks.id')
              .whereRef('oidcLinks.userId', '=', 'users.id')
              .where('oidcLinks.issuer', 'in', ['', ...issuers]),
          ),
        ),
      ),
  );
}

/** @throws a unique violation if the provider's account is linked already */
export async function insertLink(db: Db, row: LinkRow): Promise<void> {
  await db.insertInto('oidcLinks').values(row).execute();
}

export async function touchLink(
  db: Db,
  id: string,
  used: Pick<LinkRow, 'email' | 'lastUsedAt'>,
): Promise<void> {
  await db.updateTable('oidcLinks').set(used).where('id', '=', id).execute();
}

export async function deleteLink(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('oidcLinks').where('userId', '=', userId).where('id', '=', id).execute();
}

export async function deleteLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('oidcLinks').where('userId', '=', userId).execute();
}

export function hasPasskey(db: Db, userId: string): Promise<boolean> {
  return hasRow(db.selectFrom('passkeys').select('id').where('userId', '=', userId).limit(1));
}

export type ProviderRow = Selectable<OidcProvidersTable>;

export function listProviders(db: Db): Promise<ProviderRow[]> {
  return db.selectFrom('oidcProviders').selectAll().orderBy('createdAt').orderBy('id').execute();
}

export function findProvider(db: Db, id: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('oidcProviders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws a unique violation if there is a provider with the same issuer */
export async function insertProvider(db: Db, row: ProviderRow): Promise<void> {
  await db.insertInto('oidcProviders').values(row).execute();
}

/** Returns false if there is no such provider. @throws a unique violation */
export function updateProvider(db: Db, id: string, changes: Partial<ProviderRow>): Promise<boolean> {
  return hasChanged(db.updateTable('oidcProviders').set(changes).where('id', '=', id));
}

/** Returns the label of the deleted provider, or undefined if there was none. */
export async function deleteProvider(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('oidcProviders').where('id', '=', id).returning('label').executeTakeFirst();
  return row?.label;
}
