import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { OidcProvidersTable } from '../tables.ts';

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
export async function updateProvider(db: Db, id: string, changes: Partial<ProviderRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oidcProviders')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the label of the deleted provider, or undefined if there was none. */
export async function deleteProvider(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('oidcProviders').where('id', '=', id).returning('label').executeTakeFirst();
  return row?.label;
}
