import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProportionalCache } from './shared-work.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function createCounter() {
  const cache = createProportionalCache<number>();
  let computed = 0;
  const compute = async () => {
    vi.advanceTimersByTime(10);
    computed += 1;
    return computed;
  };
  return { ask: (isExpensive = true) => cache('key', compute, () => isExpensive), count: () => computed };
}

it('uses an expensive answer for 100 times as long as it took', async () => {
  const { ask, count } = createCounter();
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(await ask()).toBe(1);
  expect(count()).toBe(1);
});

it('computes the first answer once for all who ask at the same time', async () => {
  const { ask, count } = createCounter();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(count()).toBe(1);
});

it('computes the next answer while it returns the outdated one', async () => {
  const { ask, count } = createCounter();
  await ask();
  vi.advanceTimersByTime(1001);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(count()).toBe(2);
  expect(await ask()).toBe(2);
});

it('waits for one new answer when the old one is too old', async () => {
  const { ask, count } = createCounter();
  await ask();
  vi.advanceTimersByTime(2001);
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
  expect(count()).toBe(2);
});

it('computes a cheap answer every time', async () => {
  const { ask } = createCounter();
  expect(await ask(false)).toBe(1);
  expect(await ask(false)).toBe(2);
});

it('tries again after a failure, and returns the outdated answer until then', async () => {
  const cache = createProportionalCache<string>();
  const slowly = async () => {
    vi.advanceTimersByTime(10);
    return 'first';
  };
  await cache('key', slowly, () => true);
  vi.advanceTimersByTime(1001);
  const fail = async () => {
    throw new Error('the database is away');
  };
  expect(await cache('key', fail, () => true)).toBe('first');
  vi.advanceTimersByTime(1000);
  await expect(cache('key', fail, () => true)).rejects.toThrow('the database is away');
  expect(
    await cache(
      'key',
      async () => 'second',
      () => true,
    ),
  ).toBe('second');
});
