import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { WebhooksTable } from '../tables.ts';

export type WebhookRow = Selectable<WebhooksTable>;

export function listWebhooks(db: Db): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('createdAt').orderBy('id').execute();
}

export function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The rows stay as they are until the transaction ends, so that deliveries can refer to them. */
export async function lockEnabled(trx: Trx): Promise<Pick<WebhookRow, 'id' | 'events'>[]> {
  const enabled = trx.selectFrom('webhooks').select(['id', 'events']).where('isEnabled', '=', 1);
  return lockRows(trx, enabled.orderBy('id')).execute();
}

export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertWebhook(db: Db, row: WebhookRow): Promise<void> {
  await db.insertInto('webhooks').values(row).execute();
}

/** Returns false if there is no such webhook. */
export async function updateWebhook(db: Db, id: string, changes: Partial<WebhookRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the rows in the order of `lockEnabled`, because two orders could wait for each other. */
export async function pauseHost(trx: Trx, host: string, pausedUntil: string): Promise<void> {
  const rows = trx.selectFrom('webhooks').select('id').where('host', '=', host).orderBy('id');
  await lockRows(trx, rows).execute();
  await trx.updateTable('webhooks').set({ pausedUntil }).where('host', '=', host).execute();
}

/** Returns the name of the deleted webhook, or undefined if there was none. */
export async function deleteWebhook(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('webhooks').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

/** Whether the webhook is still there. It stays until the transaction ends. */
export async function lockWebhook(trx: Trx, id: string): Promise<boolean> {
  const row = await lockRows(
    trx,
    trx.selectFrom('webhooks').select('id').where('id', '=', id),
  ).executeTakeFirst();
  return row !== undefined;
}
