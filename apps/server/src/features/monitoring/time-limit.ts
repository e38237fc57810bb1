import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for `work`, but only for a time: a share that went away may not answer for minutes, and whoever asks for the state of
 * the server gives up long before. The work itself goes on.
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
