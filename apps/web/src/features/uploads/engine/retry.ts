// Retries of the requests of an upload.
import { ApiError } from '#lib/api-error.ts';
import { sleep } from '#lib/sleep.ts';

export interface RetryDelays {
  retries: number;
  retryMs: number;
}

/** The longest accepted Retry-After. A longer pause would look like a hang. */
const longestWaitMs = 300_000;

/** Retries after temporary errors: no answer, 408, 425, 429, 5xx. Throws all others at once. */
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
      if (tried >= retries || !isTemporary(error)) throw error;
      await sleep(retryDelayOf(error, retryMs), signal);
    }
  }
}

function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  // The bytes were damaged in transit, and the chunk was not stored.
  if (error.code === 'chunk_mismatch') return true;
  // Seconds do not help against a full disk. Stored chunks stay, so the upload can be resumed later.
  if (error.code === 'storage_full') return false;
  const { status } = error;
  return status < 400 || status >= 500 || status === 408 || status === 425 || status === 429;
}

function retryDelayOf(error: ApiError, retryMs: number): number {
  const asked = error.retryAfterSeconds;
  return asked === undefined ? retryMs : Math.min(asked * 1000, longestWaitMs);
}
