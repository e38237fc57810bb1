import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for `work` for a limited time. An unavailable share may not answer for minutes, and a program that asks for the state of
 * the server gives up long before that. The work itself continues.
 * @throws Error after `ms`
 */
export async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const limit = sleep(ms, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`there was no answer within ${ms} ms`);
  });
  limit.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    late.abort();
  }
}
