// When a request of an upload is tried again, and how long it waits before. Used by the upload engine.
import { ApiError } from '#lib/api-error.ts';
import { sleep } from '#lib/sleep.ts';

export interface RetryDelays {
  retries: number;
  retryMs: number;
}

/** Longest wait a server may ask for; a longer one would look like a standstill. */
const longestWaitMs = 300_000;

/** Tries again after what may pass: no answer, 408, 425, 429, 5xx. Everything else is thrown at once. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, retryMs }: RetryDelays,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (tried >= retries || !mayPass(error)) throw error;
      await sleep(waitBefore(error, retryMs), signal);
    }
  }
}

function mayPass(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  // Bytes were damaged on the way: the chunk was not stored, and sending it again mends it.
  if (error.code === 'chunk_mismatch') return true;
  // A full disk does not empty itself in seconds; what is stored stays, so the upload can go on later.
  if (error.code === 'storage_full') return false;
  const { status } = error;
  return status < 400 || status >= 500 || status === 408 || status === 425 || status === 429;
}

function waitBefore(error: ApiError, retryMs: number): number {
  const asked = error.retryAfterSeconds;
  return asked === undefined ? retryMs : Math.min(asked * 1000, longestWaitMs);
}
