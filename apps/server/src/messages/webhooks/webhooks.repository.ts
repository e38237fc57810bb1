// Webhooks and their deliveries in the database.

import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countChanged, countRows, hasChanged, hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { waiting } from '../outbox.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../tables.ts';

export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

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

export function countWebhooks(db: Db): Promise<number> {
  return countRows(db.selectFrom('webhooks'));
}

export async function insertWebhook(db: Db, row: WebhookRow): Promise<void> {
  await db.insertInto('webhooks').values(row).execute();
}

/** Returns false if there is no such webhook. */
export function updateWebhook(db: Db, id: string, changes: Partial<WebhookRow>): Promise<boolean> {
  return hasChanged(db.updateTable('webhooks').set(changes).where('id', '=', id));
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
export function lockWebhook(trx: Trx, id: string): Promise<boolean> {
  return hasRow(lockRows(trx, trx.selectFrom('webhooks').select('id').where('id', '=', id)));
}

export async function insertDeliveries(db: Db, rows: DeliveryRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('webhookDeliveries').values(rows).execute();
}

/** Ends pauses until after `latest`: the clock was ahead when they were set. */
export async function endFarPauses(db: Db, latest: string): Promise<void> {
  await db.updateTable('webhooks').set({ pausedUntil: null }).where('pausedUntil', '>', latest).execute();
}

/** Returns the delivery that has been due longest and whose webhook is neither off nor paused. */
export function findNextDelivery(db: Db, now: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .selectAll('webhookDeliveries')
    .where('webhookDeliveries.status', '=', waiting)
    .where('webhookDeliveries.nextAttemptAt', '<=', now)
    .where('webhooks.isEnabled', '=', 1)
    .where((eb) => eb.or([eb('webhooks.pausedUntil', 'is', null), eb('webhooks.pausedUntil', '<=', now)]))
    .orderBy('webhookDeliveries.nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
}

export function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Gives up what a webhook has not delivered yet. */
export async function giveUp(db: Db, webhookId: string, problem: string): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', problem, httpStatus: null, answer: null, nextAttemptAt: null })
    .where('webhookId', '=', webhookId)
    .where('status', '=', waiting)
    .execute();
}

export function listDeliveries(
  db: Db,
  webhookId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

export function countDeliveries(db: Db, webhookId: string): Promise<number> {
  return countRows(db.selectFrom('webhookDeliveries').where('webhookId', '=', webhookId));
}

/** Deletes up to `limit` deliveries that were created before, and returns their number. */
export function deleteOldDeliveries(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit);
  return countChanged(db.deleteFrom('webhookDeliveries').where('id', 'in', old));
}
