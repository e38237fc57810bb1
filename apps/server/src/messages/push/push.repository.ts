import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { isClaimed } from '../outbox.ts';
import type { PushMessagesTable, PushSubscriptionsTable } from '../tables.ts';

export type PushMessageRow = Selectable<PushMessagesTable>;

export function findSubscription(db: Db, sessionId: string) {
  return db
    .selectFrom('pushSubscriptions')
    .select('sessionId')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
}

export function findSessionId(db: Db, tokenHash: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('sessions').select('id').where('tokenHash', '=', tokenHash).executeTakeFirst();
}

/** Keeps the session until the end of the transaction. */
export function lockSessionId(trx: Trx, tokenHash: string): Promise<{ id: string } | undefined> {
  const query = trx.selectFrom('sessions').select('id').where('tokenHash', '=', tokenHash);
  return lockRows(trx, query).executeTakeFirst();
}

/** Replaces what this session has, and what another session of the same browser had. */
export async function putSubscription(trx: Trx, row: PushSubscriptionsTable): Promise<void> {
  await trx
    .deleteFrom('pushSubscriptions')
    .where('endpointHash', '=', row.endpointHash)
    .where('sessionId', '!=', row.sessionId)
    .execute();
  await trx
    .insertInto('pushSubscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ ...row }))
    .execute();
}

/** Deletes all but the newest subscriptions of a member. */
export async function deleteSurplus(trx: Trx, userId: string, kept: number): Promise<void> {
  const rows = await trx
    .selectFrom('pushSubscriptions')
    .select('sessionId')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .offset(kept)
    .limit(100)
    .execute();
  const ids = rows.map(({ sessionId }) => sessionId);
  if (ids.length > 0) await trx.deleteFrom('pushSubscriptions').where('sessionId', 'in', ids).execute();
}

/** `endpointHash`: only if this is still the session's subscription. */
export async function deleteSubscription(db: Db, sessionId: string, endpointHash?: string): Promise<void> {
  await db
    .deleteFrom('pushSubscriptions')
    .where('sessionId', '=', sessionId)
    .$if(endpointHash !== undefined, (query) => query.where('endpointHash', '=', endpointHash as string))
    .execute();
}

/** Lists the sessions of these members whose browsers get messages. */
export async function listSessionIds(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('pushSubscriptions')
    .select('sessionId')
    .where('userId', 'in', userIds)
    .orderBy('sessionId')
    .execute();
  return rows.map(({ sessionId }) => sessionId);
}

/** A new message about an alert replaces one that is waiting, and its attempts start again. */
export async function insertMessages(trx: Trx, rows: PushMessageRow[]): Promise<void> {
  await trx
    .insertInto('pushMessages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['sessionId', 'kind', 'subject']).doUpdateSet((eb) => ({
        id: eb.ref('excluded.id'),
        attempts: 0,
        nextAttemptAt: eb.ref('excluded.nextAttemptAt'),
      })),
    )
    .execute();
}

/** Returns the message that has been due longest. */
export function findNextMessage(db: Db, now: string): Promise<PushMessageRow | undefined> {
  return db
    .selectFrom('pushMessages')
    .selectAll()
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Postpones a claimed message and all new ones to this browser, so that a push service that does not answer holds up no others. Does nothing
 * if the claim was lost.
 */
export async function postponeMessages(db: Db, row: PushMessageRow, nextAttemptAt: string): Promise<void> {
  await db
    .updateTable('pushMessages')
    .set({ nextAttemptAt })
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('pushMessages as claimed').select('claimed.id').where(isClaimed(row))),
    )
    .where((eb) => {
      const isNew = eb('sessionId', '=', row.sessionId).and('attempts', '=', 0);
      return eb.or([isClaimed(row), isNew.and('nextAttemptAt', '<', nextAttemptAt)]);
    })
    .execute();
}

/** Does nothing if the alert has changed: then the message has another id. */
export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pushMessages').where('id', '=', id).execute();
}

/** Returns what to send where. Undefined if the session or access has ended, or the alert is gone or read. */
export function findContent(db: Db, { sessionId, kind, subject }: PushMessageRow, now: string) {
  return db
    .selectFrom('pushSubscriptions')
    .innerJoin('sessions', 'sessions.id', 'pushSubscriptions.sessionId')
    .innerJoin('users', 'users.id', 'pushSubscriptions.userId')
    .innerJoin('alerts', 'alerts.userId', 'pushSubscriptions.userId')
    .select(['pushSubscriptions.sealed', 'pushSubscriptions.endpointHash', 'users.language', 'alerts.data'])
    .where('pushSubscriptions.sessionId', '=', sessionId)
    .where('sessions.expiresAt', '>', now)
    .where('users.verifiedAt', 'is not', null)
    .where('users.approvedAt', 'is not', null)
    .where('users.suspendedAt', 'is', null)
    .where('alerts.kind', '=', kind)
    .where('alerts.subject', '=', subject)
    .where('alerts.readAt', 'is', null)
    .executeTakeFirst();
}
