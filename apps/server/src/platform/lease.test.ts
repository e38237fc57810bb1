import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { keepLease, LeaseLostError, newLease } from './lease.ts';

const durationMs = 60_000;
let renewals: string[];
let failures: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') });
  renewals = [];
  failures = [];
});
afterEach(() => vi.useRealTimers());

/** Starts work that ends when the gate opens or the lease is lost. */
function start(renew: () => Promise<boolean>, closing?: AbortSignal) {
  const gate = Promise.withResolvers<string>();
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => gate.reject(new Error('the work was cut off')));
    return gate.promise;
  };
  const keeping = {
    ...{ clock: systemClock, durationMs, closing, about: {} },
    log: { warn: ({ err }: { err: unknown }) => failures.push(err) },
    renew: (leaseUntil: string) => {
      renewals.push(leaseUntil);
      return renew();
    },
  };
  const result = keepLease(keeping, work);
  result.catch(() => undefined);
  return { gate, result };
}

describe('a lease', () => {
  it('has a new holder for every claim, and ends after its duration', () => {
    const [first, second] = [newLease(systemClock, durationMs), newLease(systemClock, durationMs)];
    expect(first.holder).not.toBe(second.holder);
    expect(first.leaseUntil).toBe('2030-01-01T00:01:00.000Z');
  });

  it('is renewed until the work ends', async () => {
    const { gate, result } = start(async () => true);
    await vi.advanceTimersByTimeAsync(3 * durationMs);
    expect(renewals).toHaveLength(9);
    expect(renewals.slice(0, 2)).toEqual(['2030-01-01T00:01:20.000Z', '2030-01-01T00:01:40.000Z']);
    gate.resolve('done');
    expect(await result).toBe('done');
    await vi.advanceTimersByTimeAsync(durationMs);
    expect(renewals).toHaveLength(9);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts the work when the row has another holder', async () => {
    const { result } = start(async () => false);
    await vi.advanceTimersByTimeAsync(durationMs / 3);
    await expect(result).rejects.toThrow(LeaseLostError);
  });

  it('survives failed renewals if one succeeds before the lease expires', async () => {
    let isAway = true;
    const { gate, result } = start(async () => {
      if (isAway) throw new Error('the database is away');
      return true;
    });
    await vi.advanceTimersByTimeAsync(durationMs / 2);
    isAway = false;
    await vi.advanceTimersByTimeAsync(durationMs);
    expect(failures).toHaveLength(1);
    gate.resolve('done');
    expect(await result).toBe('done');
  });

  it('aborts the work when no renewal has succeeded in time', async () => {
    const { result } = start(() => Promise.reject(new Error('the database is away')));
    await vi.advanceTimersByTimeAsync(durationMs);
    await expect(result).rejects.toThrow(LeaseLostError);
  });

  it('starts its duration when a renewal is sent, not when the response arrives', async () => {
    let isFirst = true;
    const { result } = start(() => {
      const answerMs = isFirst ? durationMs / 2 : 10 * durationMs;
      isFirst = false;
      return new Promise((resolve) => setTimeout(() => resolve(true), answerMs));
    });
    let isLost = false;
    result.catch(() => {
      isLost = true;
    });
    const firstRenewalAt = durationMs / 3;
    await vi.advanceTimersByTimeAsync(firstRenewalAt + durationMs - 1);
    expect(isLost).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isLost).toBe(true);
  });

  it('aborts the work when the server stops', async () => {
    const closing = new AbortController();
    const { result } = start(async () => true, closing.signal);
    closing.abort(new Error('the server stops'));
    await expect(result).rejects.toThrow('the server stops');
  });
});
