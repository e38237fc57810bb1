import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { PasskeysTable } from '../tables.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
}

/** Returns false if there is a passkey with this credential id, of any account. */
export async function insertPasskey(trx: Trx, row: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if the passkey is gone, or was used since it was read. Of two concurrent calls, only one gets true. */
export async function recordUse(
  trx: Trx,
  { id, counter }: PasskeyRow,
  changes: Pick<PasskeyRow, 'counter' | 'isSynced' | 'lastUsedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set(changes)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Undefined if the member has no such passkey. */
export function renamePasskey(
  db: Db,
  { userId, id, name }: Pick<PasskeyRow, 'userId' | 'id' | 'name'>,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Undefined if the member has no such passkey. */
export function deletePasskey(trx: Trx, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePasskeysOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('userId', '=', userId).execute();
}
