import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batchEvery } from './batch-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('batchEvery acts at once on the first request, and once on all requests that follow soon', () => {
  const act = vi.fn();
  const ask = batchEvery<string>(act, 1000);
  ask('games');
  expect(act.mock.calls).toEqual([[['games']]]);
  for (let time = 0; time < 60; time += 1) ask(time % 2 ? 'games' : 'matches');
  vi.advanceTimersByTime(5000);
  expect(act.mock.calls.slice(1)).toEqual([[['matches', 'games']]]);
  ask('games');
  expect(act).toHaveBeenCalledTimes(3);
});
