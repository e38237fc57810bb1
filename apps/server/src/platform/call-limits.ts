// Limits the rate of calls to another server, within one process. When several nodes together exceed the limit, the server
// answers 429, which pauses all of them (games/metadata).

import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';

export interface CallRule {
  /** The maximum number of calls in progress. */
  atOnce: number;
  /** The number of calls that may start without delay after a pause. */
  burst: number;
  /** After a burst, one call may start in each of these intervals. */
  everyMs: number;
}

export type CallLimiter = <Result>(call: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

export function createCallLimiter({ atOnce, burst, everyMs }: CallRule): CallLimiter {
  const open = pLimit(atOnce);
  /** The time at which a whole burst is available again. */
  let fullAt = 0;

  /** Reserves the next call. Returns the milliseconds until it may start. */
  function reserveCall(): number {
    const now = performance.now();
    fullAt = Math.max(fullAt, now) + everyMs;
    return Math.max(0, fullAt - burst * everyMs - now);
  }

  return (call, signal) =>
    open(async () => {
      const waitMs = everyMs > 0 ? reserveCall() : 0;
      if (waitMs > 0) await waitFor(waitMs, signal);
      signal?.throwIfAborted();
      return call();
    });
}

/** Waits. If the signal is aborted, throws its reason, as `fetch` does. Node's timers would throw an AbortError instead. */
export async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch((error) => {
    signal?.throwIfAborted();
    throw error;
  });
}

/**
 * Waits for `work` for a limited time. An unavailable share may not answer for minutes, and a program that asks for the state of
 * the server gives up long before that. The work itself continues.
 * @throws what `late` returns, after `ms`
 */
export async function withinMs<T>(
  ms: number,
  work: Promise<T>,
  late = () => new Error(`there was no answer within ${ms} ms`),
): Promise<T> {
  const limit = Promise.withResolvers<never>();
  let isOver = false;
  const giveUp = () => {
    if (!isOver) limit.reject(late());
  };
  // The answer may have come while this process could not hear it.
  const timer = setTimeout(() => setImmediate(giveUp), ms).unref();
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
