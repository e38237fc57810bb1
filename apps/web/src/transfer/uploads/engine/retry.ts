// Retries the requests of an upload.
import { ApiError } from '#lib/api-error.ts';
import { sleep } from '#lib/sleep.ts';

export interface RetryDelays {
  retries: number;
  retryMs: number;
}

/** The longest accepted Retry-After. During a longer pause, the upload would seem to hang. */
const longestWaitMs = 300_000;

/** Retries after temporary errors: no response, 408, 425, 429, 5xx. Throws other errors at once. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, retryMs }: RetryDelays,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 0; ; ) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (tried >= retries || !isTemporary(error)) throw error;
      // The server is still working, so this was no failed attempt.
      if (error.code !== 'upload_completing') tried += 1;
      await sleep(retryDelayOf(error, retryMs), signal);
    }
  }
}

function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  // The chunk was damaged in transit and was not stored.
  if (error.code === 'chunk_mismatch') return true;
  // Waiting a few seconds does not help if the disk is full. Stored chunks are kept, so the upload can be resumed
  // later.
  if (error.code === 'storage_full') return false;
  const { status } = error;
  return status < 400 || status >= 500 || status === 408 || status === 425 || status === 429;
}

function retryDelayOf(error: ApiError, retryMs: number): number {
  const asked = error.retryAfterSeconds;
  return asked === undefined ? retryMs : Math.min(asked * 1000, longestWaitMs);
}
