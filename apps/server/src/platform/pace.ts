// Keeps calls to another server at its pace: so many at once, a burst, and then one every so often. Of one process: what
// several nodes ask together is held by the other side's 429, which pauses all of them (features/metadata).
import pLimit from 'p-limit';
import { waitFor } from './wait-for.ts';

export interface PaceRule {
  /** Calls that are open at the same time. */
  atOnce: number;
  /** Calls that may follow each other at once after a rest. */
  burst: number;
  /** One more call is allowed after each of these. */
  everyMs: number;
}

export type Pace = <Result>(call: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

export function createPace({ atOnce, burst, everyMs }: PaceRule): Pace {
  const open = pLimit(atOnce);
  /** When the allowance is whole again. */
  let fullAt = 0;

  /** Takes the next turn, and gives the milliseconds until it. */
  function takeTurn(): number {
    const now = performance.now();
    fullAt = Math.max(fullAt, now) + everyMs;
    return Math.max(0, fullAt - burst * everyMs - now);
  }

  return (call, signal) =>
    open(async () => {
      const waitMs = everyMs > 0 ? takeTurn() : 0;
      if (waitMs > 0) await waitFor(waitMs, signal);
      signal?.throwIfAborted();
      return call();
    });
}
