// However fast small files complete, each list is refreshed rarely, and always after the last of them.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiClient } from '#lib/api-client.ts';
import { Listeners } from '#lib/listeners.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { UploadEvent, UploadRecord } from './engine/upload-record.ts';
import { refreshLists, unfinishedUploadsQuery } from './uploads.queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([20, 160, 900])(
  '61 uploads, one each %i ms, refresh each list at most once a second',
  async (everyMs) => {
    const events = new Listeners<UploadEvent>();
    const refreshes = new Map<string, number[]>();
    refreshLists({ on: events.add }, (key) => {
      const name = key.join('/');
      refreshes.set(name, [...(refreshes.get(name) ?? []), Date.now()]);
    });
    const record = {} as UploadRecord;
    for (let upload = 0; upload < 61; upload += 1) {
      events.call({ type: 'started', record });
      await vi.advanceTimersByTimeAsync(everyMs);
      events.call({ type: 'completed', record, game: undefined });
    }
    const last = Date.now();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...refreshes.keys()].sort()).toEqual([
      'contributions/own',
      'games',
      'matches',
      'unfinished-uploads',
    ]);
    for (const times of refreshes.values()) {
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.min(1000, ...pauses)).toBe(1000);
      expect(times.at(-1)).toBeGreaterThanOrEqual(last);
    }
  },
);

it('a completed upload makes everything stale that shows games', () => {
  const events = new Listeners<UploadEvent>();
  const queryClient = new QueryClient();
  const { home, checklist, storage, collections } = queryKeys;
  const keys = [home, checklist, storage, collections.all];
  for (const key of [...keys, queryKeys.settings]) queryClient.setQueryData(key, {});
  refreshLists({ on: events.add }, (queryKey) => void queryClient.invalidateQueries({ queryKey }));
  events.call({ type: 'completed', record: {} as UploadRecord, game: undefined });
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(keys.filter((key) => !isStale(key))).toEqual([]);
  expect(isStale(queryKeys.settings)).toBe(false);
});

it('a slow server is asked for the list at most once a second', async () => {
  const askedAt: number[] = [];
  const call = () => {
    askedAt.push(Date.now());
    return new Promise(() => undefined);
  };
  const query = unfinishedUploadsQuery({ call } as unknown as ApiClient);
  const queryClient = new QueryClient();
  queryClient.setQueryData(query.queryKey, { uploads: [], currentPage: 1, totalPages: 1 } as never);
  await vi.advanceTimersByTimeAsync(5000);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  // Cancels the request that has no answer yet.
  void queryClient.invalidateQueries({ queryKey: queryKeys.unfinishedUploads });
  await vi.advanceTimersByTimeAsync(5000);
  stop();
  const [first = 0, second = 0] = askedAt;
  expect(second - first).toBe(1000);
});
