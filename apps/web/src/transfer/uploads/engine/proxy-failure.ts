// Recognizes chunks that a proxy between the browser and the server does not let through.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import type { ProxyCuts } from '@cellar/contract/transfer/rules/proxy-cuts.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { UploadError } from './upload-error.ts';

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
