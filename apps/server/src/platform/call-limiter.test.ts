import { describe, expect, it } from 'vitest';
import { createCallLimiter } from './call-limits.ts';

describe('a limiter', () => {
  it('starts a burst at once, and then one call per interval', async () => {
    const limiter = createCallLimiter({ atOnce: 20, burst: 3, everyMs: 40 });
    const from = performance.now();
    const moments = await Promise.all(
      Array.from({ length: 7 }, () => limiter(async () => performance.now() - from)),
    );
    // A timer may be late, but never early by more than a millisecond.
    for (const [index, moment] of moments.entries()) {
      expect(moment).toBeGreaterThanOrEqual(Math.max(0, index - 2) * 40 - 2);
    }
  });

  it('limits the number of calls in progress', async () => {
    const limiter = createCallLimiter({ atOnce: 2, burst: 100, everyMs: 0 });
    let open = 0;
    let most = 0;
    const call = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => limiter(call)));
    expect(most).toBe(2);
  });

  it('does not start an aborted call', async () => {
    const limiter = createCallLimiter({ atOnce: 1, burst: 1, everyMs: 60_000 });
    let calls = 0;
    const call = async () => (calls += 1);
    await limiter(call);
    const caller = new AbortController();
    const waiting = limiter(call, caller.signal);
    const reason = new Error('no longer wanted');
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(calls).toBe(1);
  });
});
