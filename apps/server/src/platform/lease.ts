// A lease: the `holder` of a row may work on it until `leaseUntil`. If the holder dies, another one takes over after that
// time.
import { type SqlBool, sql } from 'kysely';
import { type Clock, isoAt, minuteMs } from './clock.ts';

import { newId } from './tokens.ts';

/** The columns of a leased row, for the statement that claims it. */
export interface Lease {
  /** New for every claim, so that a process never mistakes an earlier claim of a row for the current one. */
  holder: string;
  leaseUntil: string;
}

export function newLease(clock: Clock, durationMs: number): Lease {
  return { holder: newId(), leaseUntil: isoAt(clock, durationMs) };
}

/**
 * No lease lasts longer than this, and the clocks of two nodes differ by less. A lease that claims to end later was taken while the clock
 * was ahead: it counts as over.
 */
const longestMs = 10 * minuteMs;

const latestAfter = (now: string) => new Date(Date.parse(now) + longestMs).toISOString();

/** A condition for the statement that claims a row. It ensures that only one of several nodes succeeds. */
export function isUnleased(now: string, column = 'leaseUntil') {
  const end = sql.ref(column);
  return sql<SqlBool>`(${end} is null or ${end} <= ${now} or ${end} > ${latestAfter(now)})`;
}

/** The opposite of `isUnleased`. */
export const isLeased = (now: string) =>
  sql<SqlBool>`("leaseUntil" > ${now} and "leaseUntil" <= ${latestAfter(now)})`;

/** Returns whether a lease with this end still counts. */
export function isHeld(leaseUntil: string | null, now: string): boolean {
  return leaseUntil !== null && leaseUntil > now && leaseUntil <= latestAfter(now);
}

/** The columns of a row without a holder. */
export const released = { holder: null, leaseUntil: null };

export class LeaseLostError extends Error {}

interface LeaseKeeping {
  clock: Clock;
  durationMs: number;
  /** Also aborts the work, for example when the server stops. */
  closing?: AbortSignal;
  /** Writes the new end of the lease if the row still has this holder. Returns false if it does not. */
  renew(leaseUntil: string): Promise<boolean>;
  onRenewalFailure(error: unknown): void;
}

/**
 * Does work under a lease that was just claimed, and renews the lease every third of its duration. Aborts the work if another
 * holder has claimed the row, or if no renewal succeeded before the lease ran out. The abort may come late, so every statement
 * of the work that writes must also check the holder.
 * @throws LeaseLostError (its cause is the error of the work), or the reason of `closing`, if the work was aborted and failed
 */
export async function keepLease<Result>(
  { clock, durationMs, closing, renew, onRenewalFailure }: LeaseKeeping,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const lose = () => lost.abort(new LeaseLostError('the lease was lost'));
  const signal = closing ? AbortSignal.any([closing, lost.signal]) : lost.signal;
  let isOver = false;
  let expiry = setTimeout(lose, durationMs);

  async function renewOnce(): Promise<void> {
    const sentAt = performance.now();
    const isOurs = await renew(isoAt(clock, durationMs));
    if (isOver) return;
    clearTimeout(expiry);
    if (isOurs) expiry = setTimeout(lose, durationMs - (performance.now() - sentAt));
    else lose();
  }

  const renewal = setInterval(() => renewOnce().catch(onRenewalFailure), durationMs / 3);
  try {
    return await work(signal);
  } catch (error) {
    if (lost.signal.aborted) throw new LeaseLostError('the lease was lost', { cause: error });
    signal.throwIfAborted();
    throw error;
  } finally {
    isOver = true;
    clearInterval(renewal);
    clearTimeout(expiry);
  }
}
