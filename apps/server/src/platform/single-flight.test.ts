import { describe, expect, it } from 'vitest';
import { createSingleFlight } from './shared-work.ts';

describe('a single flight', () => {
  it('shares the run in progress and its result', async () => {
    const flight = createSingleFlight<number>();
    const gate = Promise.withResolvers<number>();
    let runs = 0;
    const work = () => {
      runs += 1;
      return gate.promise;
    };
    const results = Promise.all([flight.run(work), flight.run(work)]);
    gate.resolve(7);
    expect(await results).toEqual([7, 7]);
    expect(runs).toBe(1);
  });

  it('starts a new run after the last one has ended, also after a failure', async () => {
    const flight = createSingleFlight<string>();
    await expect(flight.run(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await flight.run(async () => 'second')).toBe('second');
    expect(await flight.run(async () => 'third')).toBe('third');
  });

  it('runs the work of different keys at the same time', async () => {
    const flight = createSingleFlight<string>();
    const slow = Promise.withResolvers<string>();
    const first = flight.run(() => slow.promise, 'a');
    expect(await flight.run(async () => 'b', 'b')).toBe('b');
    slow.resolve('a');
    expect(await first).toBe('a');
  });

  it('waits for the run in progress, and does not throw if it fails', async () => {
    const flight = createSingleFlight<void>();
    const gate = Promise.withResolvers<void>();
    const run = flight.run(() => gate.promise);
    let hasEnded = false;
    const ended = flight.ended().then(() => {
      hasEnded = true;
    });
    await Promise.resolve();
    expect(hasEnded).toBe(false);
    gate.reject(new Error('cut'));
    await expect(run).rejects.toThrow('cut');
    await ended;
    expect(hasEnded).toBe(true);
  });

  it('does not wait when nothing is running', async () => {
    await expect(createSingleFlight().ended()).resolves.toBeUndefined();
  });
});
