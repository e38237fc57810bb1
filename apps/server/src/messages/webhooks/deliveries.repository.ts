// The outbox of webhooks in the database.
import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import { waiting } from '../outbox.ts';
import type { WebhookDeliveriesTable } from '../tables.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

export async function insertDeliveries(db: Db, rows: DeliveryRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('webhookDeliveries').values(rows).execute();
}

/**
 * Returns the delivery that has been due longest and whose webhook is neither off nor paused. A pause until after `latest` does not count:
 * the clock was ahead when it was set.
 */
export function findNextDelivery(
  db: Db,
  { now, latest }: { now: string; latest: string },
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .selectAll('webhookDeliveries')
    .where('webhookDeliveries.status', '=', waiting)
    .where('webhookDeliveries.nextAttemptAt', '<=', now)
    .where('webhooks.isEnabled', '=', 1)
    .where((eb) =>
      eb.or([
        eb('webhooks.pausedUntil', 'is', null),
        eb('webhooks.pausedUntil', '<=', now),
        eb('webhooks.pausedUntil', '>', latest),
      ]),
    )
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
