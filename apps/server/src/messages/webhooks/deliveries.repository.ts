// The outbox of webhooks in the database.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { WebhookDeliveriesTable } from '../tables.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** A literal, not a parameter: a partial index is used only if the query contains the condition of the index. */
const waiting = sql.lit('waiting') as RawBuilder<never>;

export async function insertDeliveries(db: Db, rows: DeliveryRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('webhookDeliveries').values(rows).execute();
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

/** Makes deliveries due whose next attempt is after `latest`: the clock was ahead when it was set. */
export async function bringBack(db: Db, { now, latest }: { now: string; latest: string }): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: now })
    .where('status', '=', waiting)
    .where('nextAttemptAt', '>', latest)
    .execute();
  await db.updateTable('webhooks').set({ pausedUntil: null }).where('pausedUntil', '>', latest).execute();
}

/** Claims a delivery for one attempt. Returns false if another node has claimed it since `row` was read. */
export async function claimDelivery(db: Db, row: DeliveryRow, until: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: until, claimedUntil: until, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', row.attempts)
    .where('nextAttemptAt', '=', row.nextAttemptAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes a delivery that was claimed as `row`. Does nothing if another node has claimed it since: each claim is a further attempt. */
export async function updateClaimed(db: Db, row: DeliveryRow, changes: Partial<DeliveryRow>): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set(changes)
    .where('id', '=', row.id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', row.attempts + 1)
    .where('claimedUntil', 'is not', null)
    .execute();
}

export function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes a delivery due now and resets its attempts. Returns false if it was sent or is being sent. */
export async function retryDelivery(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now, claimedUntil: null })
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

export async function countDeliveries(db: Db, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhookDeliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('webhookId', '=', webhookId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes up to `limit` deliveries that were created before, and returns their number. */
export async function deleteOldDeliveries(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('webhookDeliveries')
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
