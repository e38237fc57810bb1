import { MutationObserver, notifyManager } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

const { queries } = createQueryClient().getDefaultOptions();
const retry = queries?.retry as (failures: number, error: ApiError) => boolean;
const delay = queries?.retryDelay as (failures: number, error: ApiError) => number;

const refusal = (status: number, code: ApiErrorCode, retryAfterSeconds?: number) =>
  new ApiError('no', { status, code, retryAfterSeconds });

describe('a failed query', () => {
  it('is retried twice after a lost connection or while the server is unavailable', () => {
    for (const error of [refusal(0, 'network'), refusal(503, 'unavailable')]) {
      expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, true, false]);
      expect([0, 1].map((failures) => delay(failures, error))).toEqual([1000, 2000]);
    }
    expect(retry(0, refusal(404, 'not_found'))).toBe(false);
  });

  it('is not retried after a timeout', () => {
    expect(retry(0, refusal(0, 'timeout'))).toBe(false);
  });

  it('is retried after the pause that the server requests, unless the pause takes minutes', () => {
    expect(retry(0, refusal(429, 'too_many_requests', 5))).toBe(true);
    expect(delay(0, refusal(429, 'too_many_requests', 5))).toBe(5000);
    expect(retry(0, refusal(429, 'too_many_requests', 900))).toBe(false);
  });
});

it('the query client reports a running save before the second click of a double-click', async () => {
  const save = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) });
  const statuses: string[] = [];
  save.subscribe(notifyManager.batchCalls(({ status }) => statuses.push(status)));
  void save.mutate();
  // The second click is a separate task, and all microtasks run before it.
  await new Promise((resolve) => setImmediate(resolve));
  expect(statuses).toEqual(['pending']);
});
