// The outboxes of emails, webhooks and push messages. A row is written in the transaction of its cause and delivered after the commit, by
// whichever node claims it, and again after growing pauses if that fails.

import { type SqlBool, sql } from 'kysely';
import { hasChanged } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt, longestPauseMs } from '#platform/clock.ts';

interface OutboxRow {
  id: string;
  attempts: number;
  nextAttemptAt: string | null;
}

interface OutboxOptions<Row extends OutboxRow> {
  db: Db;
  clock: Clock;
  table: 'mails' | 'webhookDeliveries' | 'pushMessages';
  /** After each delivery, the next row is looked for again. */
  parallelDeliveries: number;
  /** Longer than an attempt may take, in milliseconds. If its node dies, another one may try after this time. */
  claimMs: number;
  /** Runs before each look through the outbox. */
  prepare?(closing: AbortSignal): Promise<void>;
  /** Returns the row to deliver next among those that are due, or undefined if none can be delivered now. */
  findNext(now: string): Promise<Row | undefined>;
  /** Delivers a claimed row, which is passed as it was before the claim, and records the result where `isClaimed` holds. */
  deliver(row: Row): Promise<void>;
}

/** A literal, not a parameter: a partial index is used only if the query contains the condition of the index. */
export const waiting = sql.lit('waiting' as const);

export function createOutbox<Row extends OutboxRow>({
  db,
  clock,
  table,
  parallelDeliveries,
  claimMs,
  ...options
}: OutboxOptions<Row>) {
  const closing = new AbortController();
  let delivering: Promise<void> | undefined;
  let isWanted = false;

  async function deliverWhileWanted(): Promise<void> {
    try {
      while (isWanted && !closing.signal.aborted) {
        isWanted = false;
        await rescheduleFarFuture();
        await options.prepare?.(closing.signal);
        // Wait for all workers before reporting a failure, because the caller may close the database next.
        const ends = await Promise.allSettled(Array.from({ length: parallelDeliveries }, work));
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      }
    } finally {
      delivering = undefined;
    }
  }

  /** Makes rows due whose next attempt is later than any pause: the clock was ahead when it was set. */
  async function rescheduleFarFuture(): Promise<void> {
    await db
      .updateTable(table)
      .set({ nextAttemptAt: isoAt(clock) })
      .where('nextAttemptAt', '>', isoAt(clock, longestPauseMs))
      // All push messages are waiting, because they are deleted when they are sent.
      .$if(table !== 'pushMessages', (query) => query.where('status', '=', waiting))
      .execute();
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const row = await options.findNext(isoAt(clock));
      if (!row) return;
      if (await claim(row)) await options.deliver(row);
    }
  }

  /** Returns false if the row has changed since it was read, for example because another node has claimed it. */
  function claim({ id, attempts, nextAttemptAt }: OutboxRow): Promise<boolean> {
    const until = isoAt(clock, claimMs);
    return hasChanged(
      db
        .updateTable(table)
        .set({ nextAttemptAt: until, attempts: attempts + 1 })
        // Admins cannot retry push messages, so nobody needs to know whether one is being sent.
        .$if(table !== 'pushMessages', (query) => query.set({ claimedUntil: until }))
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('nextAttemptAt', '=', nextAttemptAt),
    );
  }

  return {
    /** Delivers what is due. A call during a delivery joins it, and makes it look through the outbox once more. */
    deliverDue(): Promise<void> {
      isWanted = true;
      delivering ??= deliverWhileWanted();
      return delivering;
    },

    /** Waits until what is being sent is recorded; otherwise it would be sent again after the next start. */
    async close(): Promise<void> {
      closing.abort();
      await delivering?.catch(() => undefined);
    },
  };
}

/**
 * A condition for the statement that records the result of an attempt. It does not hold if the row has been given up since, or if another
 * node has claimed it, because this one was paused for too long: each claim is a further attempt.
 */
export function isClaimed({ id, attempts }: OutboxRow) {
  return sql<SqlBool>`(id = ${id} and attempts = ${attempts + 1} and "nextAttemptAt" is not null)`;
}

/** Returns the columns of a row after a failed attempt. Without a further pause, the delivery has failed. Times in milliseconds. */
export function afterFailure(clock: Clock, pauseMs: number | undefined, leastMs = 0) {
  const nextAttemptAt = pauseMs === undefined ? null : isoAt(clock, Math.max(pauseMs, leastMs));
  const status = nextAttemptAt === null ? ('failed' as const) : ('waiting' as const);
  return { status, nextAttemptAt, claimedUntil: null };
}

/** Makes a row due now and resets its attempts. Returns false if it was sent or is being sent. */
export function retryRow(
  db: Db,
  table: 'mails' | 'webhookDeliveries',
  { id, now }: { id: string; now: string },
): Promise<boolean> {
  return hasChanged(
    db
      .updateTable(table)
      .set({ status: 'waiting', attempts: 0, nextAttemptAt: now, claimedUntil: null })
      .where('id', '=', id)
      .where('status', '!=', 'sent')
      .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)])),
  );
}
