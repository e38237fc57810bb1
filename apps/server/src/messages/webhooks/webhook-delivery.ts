// Delivers the outbox of webhooks.

import type { Base } from '#platform/base.ts';
import { dayMs, isoAt, longestPauseMs, minuteMs } from '#platform/clock.ts';
import { afterFailure, createOutbox, isClaimed } from '../outbox.ts';
import { type SendDeps, sendDelivery } from './send-delivery.ts';
import type { DeliveryRow } from './webhooks.repository.ts';
import * as repository from './webhooks.repository.ts';

/** The pauses after failed attempts, about a day in all. When there is no further pause, the delivery has failed. */
const pauses = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs);
const claimMs = minuteMs;
const parallelDeliveries = 3;
const keptMs = 30 * dayMs;
const deletedAtOnce = 500;

export interface DeliveryDeps extends Pick<Base, 'db' | 'log'>, SendDeps {}

export function createWebhookDelivery(deps: DeliveryDeps) {
  const { db, clock } = deps;
  const { deliverDue, close } = createOutbox({
    ...{ db, clock, table: 'webhookDeliveries', claimMs, parallelDeliveries },
    prepare: () => repository.endFarPauses(db, isoAt(clock, longestPauseMs)),
    findNext: (now) => repository.findNextDelivery(db, now),
    deliver: (row) => deliver(deps, row),
  });
  return {
    deliverDue,
    close,

    /** A job. */
    async removeOld(): Promise<void> {
      const before = isoAt(clock, -keptMs);
      while ((await repository.deleteOldDeliveries(db, before, deletedAtOnce)) === deletedAtOnce);
    },
  };
}

async function deliver(deps: DeliveryDeps, row: DeliveryRow): Promise<void> {
  const { db, clock, log } = deps;
  const { id, webhookId, event, attempts } = row;
  const webhook = await repository.findWebhook(db, webhookId);
  // Deleted since, together with the delivery.
  if (!webhook) return;
  const { retryAfterMs, ...outcome } = await sendDelivery(deps, webhook, row);
  const { problem, httpStatus } = outcome;
  if (problem) log.warn({ webhookId, deliveryId: id, event, problem, httpStatus }, 'a webhook failed');
  if (problem === 'rate_limited') {
    const until = isoAt(clock, retryAfterMs ?? minuteMs);
    await db.transaction().execute((trx) => repository.pauseHost(trx, webhook.host, until));
  }
  const result = problem
    ? afterFailure(clock, pauses[attempts], retryAfterMs)
    : { status: 'sent' as const, sentAt: isoAt(clock), nextAttemptAt: null, claimedUntil: null };
  await db
    .updateTable('webhookDeliveries')
    .set({ ...outcome, ...result })
    .where(isClaimed(row))
    .execute();
}
