import { MutationObserver, notifyManager } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

const { queries } = createQueryClient().getDefaultOptions();
const retry = queries?.retry as (failures: number, error: ApiError) => boolean;
const delay = queries?.retryDelay as (failures: number, error: ApiError) => number;

const refusal = (status: number, code: ApiErrorCode, retryAfterSeconds?: number) =>
  new ApiError('no', { status, code, retryAfterSeconds });

describe('a question without an answer', () => {
  it('is asked twice more where the connection or the server may be back by then', () => {
    for (const error of [refusal(0, 'network'), refusal(503, 'unavailable')]) {
      expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, true, false]);
      expect([0, 1].map((failures) => delay(failures, error))).toEqual([1000, 2000]);
    }
    expect(retry(0, refusal(404, 'not_found'))).toBe(false);
  });

  it('is not asked again where the server took all the time there is', () => {
    expect(retry(0, refusal(0, 'timeout'))).toBe(false);
  });

  it('waits as long as the server says, and not at all for minutes', () => {
    expect(retry(0, refusal(429, 'too_many_requests', 5))).toBe(true);
    expect(delay(0, refusal(429, 'too_many_requests', 5))).toBe(5000);
    expect(retry(0, refusal(429, 'too_many_requests', 900))).toBe(false);
  });
});

it('reports a running save before the second click of a double-click', async () => {
  const save = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) });
  const statuses: string[] = [];
  save.subscribe(notifyManager.batchCalls(({ status }) => statuses.push(status)));
  void save.mutate();
  // The second click is a task of its own, and all microtasks run before it.
  await new Promise((resolve) => setImmediate(resolve));
  expect(statuses).toEqual(['pending']);
});
