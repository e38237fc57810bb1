// Limits the rate of calls to another server, within one process. When several nodes together exceed the limit, the server
// answers 429, which pauses all of them (games/metadata).
import pLimit from 'p-limit';
import { waitFor } from './wait-for.ts';

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
