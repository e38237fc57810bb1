// Sends the requests of an upload, and accepts only answers that have the shape of Cellar's.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ProxyCuts } from '@cellar/contract/transfer/rules/proxy-cuts.ts';
import type { ChunkStored } from '@cellar/contract/transfer/uploads.endpoints.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError, foreignAnswer } from '#lib/api-error.ts';
import { sleep } from '#lib/sleep.ts';
import { UploadError } from './upload-error.ts';
import type { UploadInput } from './upload-plan.ts';

type Api = Pick<ApiClient, 'sendForm'>;

interface Sending {
  form: FormData;
  signal: AbortSignal;
  onProgress?: ((sent: number) => void) | undefined;
}

export async function sendChunk(api: Api, input: UploadInput, sending: Sending): Promise<void> {
  const answer = await send(api, input, sending);
  const isStored = answer !== null && typeof answer === 'object' && 'chunkNumber' in answer;
  if (!isStored || String(answer.chunkNumber) !== sending.form.get('chunkNumber')) throw foreignAnswer(200);
}

export async function sendCompletion(api: Api, input: UploadInput, sending: Sending): Promise<Game> {
  const answer = await send(api, input, sending);
  if (answer !== null && typeof answer === 'object' && '_id' in answer) return answer;
  throw foreignAnswer(200);
}

function send(api: Api, { gameId, extra }: UploadInput, options: Sending): Promise<Game | ChunkStored> {
  if (gameId === undefined) return api.sendForm(contributorApi.addGame, options);
  const ofGame = { params: { id: gameId }, ...options };
  if (extra) return api.sendForm(contributorApi.addExtra, ofGame);
  return api.sendForm(contributorApi.addFile, ofGame);
}

// The abort signal of one chunk's request.

interface ChunkSignals {
  stopped: AbortSignal;
  ended: AbortSignal;
  /** Aborted when the request has ended, to remove the listener from `stopped`, which lives as long as the run. */
  done: AbortSignal;
}

/**
 * Returns a signal that aborts whenever `ended` does, but with `stopped` only until half of the chunk has been sent.
 * After that it is better to finish, because an aborted chunk must be sent again from its start.
 */
export function chunkSignal({ stopped, ended, done }: ChunkSignals, isPastHalf: () => boolean): AbortSignal {
  const early = new AbortController();
  const handleStop = () => {
    if (!isPastHalf()) early.abort(stopped.reason);
  };
  if (stopped.aborted) handleStop();
  else stopped.addEventListener('abort', handleStop, { once: true, signal: done });
  return AbortSignal.any([early.signal, ended]);
}

// Retries the requests of an upload.

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

// Recognizes chunks that a proxy between the browser and the server does not let through.

interface Attempt {
  begunAt: number;
  endedAt: number;
  /** How much of the body was sent. */
  sent: 'nothing' | 'a part' | 'all';
}

/** Returns undefined if the same request may get through the next time. */
export function proxyFailure(
  error: unknown,
  cuts: ProxyCuts,
  { sent, ...times }: Attempt,
): UploadError | undefined {
  if (!(error instanceof ApiError) || error.body) return undefined;
  const { status, code } = error;
  if (status === 413) return new UploadError('proxy_too_large', error);
  // Some proxies answer with an empty 200 when they end a request. Over HTTP/1.1, Chrome then repeats the request on its own until
  // our time limit ends it.
  const isStopped = sent === 'a part' || (sent === 'nothing' && code !== 'timeout');
  const isCut = isStopped && (status < 300 || status === 408 || status >= 499);
  return isCut && cuts.add(times) ? new UploadError('proxy_cut', error) : undefined;
}

/** Returns whether smaller or fewer chunks at a time may get through. */
export function isByProxy(error: unknown): error is UploadError {
  return error instanceof UploadError && (error.code === 'proxy_too_large' || error.code === 'proxy_cut');
}

/** Some storages accept no small chunks, or not as many as a file would have then. */
export function isTooSmall(error: unknown): boolean {
  const code = error instanceof ApiError ? error.body?.code : undefined;
  return code === 'malformed_request' || code === 'payload_too_large' || code === 'validation_failed';
}

export async function cancelIfKnown(
  api: Pick<ApiClient, 'call'>,
  uploadId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await api.call(contributorApi.cancelUpload, { params: { uploadId }, signal });
  } catch (error) {
    // The server forgets an upload of which no chunk was stored.
    if (!(error instanceof ApiError && error.body?.code === 'not_found')) throw error;
  }
}

// Asks the server which chunks of an upload from an earlier session it has stored.

/**
 * Returns the digests of stored chunks. Chunks without a digest cannot be compared, so they are sent again. If the server no longer
 * knows the upload, there are none.
 */
export async function storedDigests(
  client: Pick<ApiClient, 'call'>,
  uploadId: string,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const digests = new Map<number, string>();
  let after: number | undefined;
  do {
    const query = after === undefined ? {} : { after: String(after) };
    const { chunks } = await client
      .call(contributorApi.listUploadChunks, { params: { uploadId }, query, signal })
      .catch(noneIfUnknown);
    for (const { chunkNumber, sha256 } of chunks) if (sha256) digests.set(chunkNumber, sha256);
    after = chunks.length === limits.storedChunksPerAnswer ? chunks.at(-1)?.chunkNumber : undefined;
  } while (after !== undefined);
  return digests;
}

function noneIfUnknown(error: unknown): { chunks: [] } {
  if (error instanceof ApiError && error.code === 'not_found') return { chunks: [] };
  throw error;
}
