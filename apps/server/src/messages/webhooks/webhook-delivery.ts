// Delivers the outbox of webhooks: each delivery once, by whichever node claims it, with growing pauses after failures.

import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { dayMs, isoAt, longestPauseMs, minuteMs } from '#platform/clock.ts';

import type { DeliveryRow } from './deliveries.repository.ts';
import * as repository from './deliveries.repository.ts';
import { type Outcome, type SendDeps, sendDelivery } from './send-delivery.ts';
import { findWebhook, pauseHost, type WebhookRow } from './webhooks.repository.ts';

/** The pauses after failed attempts, about a day in all. When there is no further pause, the delivery has failed. */
const pauses = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs);
/** Longer than an attempt may take. If its node dies, another one may try after this time. */
const claimMs = minuteMs;
const parallelDeliveries = 3;
const keptMs = 30 * dayMs;
const deletedAtOnce = 500;

export interface DeliveryDeps extends SendDeps {
  db: Db;
  log: FastifyBaseLogger;
}

interface Context extends DeliveryDeps {
  closing: AbortController;
}

export function createWebhookDelivery(deps: DeliveryDeps) {
  const context: Context = { ...deps, closing: new AbortController() };
  let delivering: Promise<void> | undefined;
  let isWanted = false;

  async function deliverWhileWanted(): Promise<void> {
    try {
      while (isWanted && !context.closing.signal.aborted) {
        isWanted = false;
        await deliverWaiting(context);
      }
    } finally {
      delivering = undefined;
    }
  }

  return {
    /** Delivers what is due. A call during a delivery joins it, and makes it check the outbox once more. */
    deliverDue(): Promise<void> {
      isWanted = true;
      delivering ??= deliverWhileWanted();
      return delivering;
    },

    /** A job. */
    async removeOld(): Promise<void> {
      const before = isoAt(deps.clock, -keptMs);
      while ((await repository.deleteOldDeliveries(deps.db, before, deletedAtOnce)) === deletedAtOnce);
    },

    /** Waits until what is being sent is recorded; otherwise it would be sent again after the next start. */
    async close(): Promise<void> {
      context.closing.abort();
      await delivering?.catch(() => undefined);
    },
  };
}

async function deliverWaiting(context: Context): Promise<void> {
  const { db, clock } = context;
  await repository.bringBack(db, { now: isoAt(clock), latest: isoAt(clock, longestPauseMs) });
  const work = async () => {
    while (!context.closing.signal.aborted) {
      const row = await claimNext(context);
      if (!row) return;
      await deliverOne(context, row);
    }
  };
  // Wait for all workers before reporting a failure, because the caller may close the database next.
  const ends = await Promise.allSettled(Array.from({ length: parallelDeliveries }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

async function claimNext({ db, clock }: Context): Promise<DeliveryRow | undefined> {
  for (;;) {
    const row = await repository.findNextDelivery(db, isoAt(clock));
    if (!row || (await repository.claimDelivery(db, row, isoAt(clock, claimMs)))) return row;
  }
}

async function deliverOne(context: Context, row: DeliveryRow): Promise<void> {
  const { db, clock } = context;
  const webhook = await findWebhook(db, row.webhookId);
  // Deleted since, together with the delivery.
  if (!webhook) return;
  const outcome = await sendDelivery(context, webhook, row);
  if (outcome.problem) return recordFailure(context, webhook, row, outcome);
  const { httpStatus } = outcome;
  await repository.updateClaimed(db, row, {
    ...{ status: 'sent', sentAt: isoAt(clock), httpStatus },
    ...{ problem: null, answer: null, nextAttemptAt: null, claimedUntil: null },
  });
}

async function recordFailure(
  { db, clock, log }: Context,
  webhook: WebhookRow,
  row: DeliveryRow,
  { retryAfterMs, ...outcome }: Outcome,
): Promise<void> {
  const { problem, httpStatus } = outcome;
  const { id, event } = row;
  log.warn({ webhookId: webhook.id, deliveryId: id, event, problem, httpStatus }, 'a webhook failed');
  const pause = pauses[row.attempts];
  if (problem === 'rate_limited') {
    const until = isoAt(clock, retryAfterMs ?? minuteMs);
    await db.transaction().execute((trx) => pauseHost(trx, webhook.host, until));
  }
  await repository.updateClaimed(db, row, {
    ...outcome,
    status: pause === undefined ? 'failed' : 'waiting',
    nextAttemptAt: pause === undefined ? null : isoAt(clock, Math.max(pause, retryAfterMs ?? 0)),
    claimedUntil: null,
  });
}
