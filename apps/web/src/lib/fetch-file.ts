// Fetches an answer that is a file, with progress. Used by the API client alone.
import { ApiError, errorOfAnswer } from './api-error.ts';

export interface FileRequest {
  url: string;
  headers: Record<string, string>;
  onProgress: ((percent: number) => void) | undefined;
  timeoutMs: number;
}

/** As a blob the bytes are the browser's: it puts large ones on disk. */
export async function fetchBlob({ url, headers, onProgress, timeoutMs }: FileRequest): Promise<Blob> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { headers, credentials: 'include', signal });
    if (!response.ok) {
      throw errorOfAnswer(response.status, await response.text(), response.headers.get('retry-after'));
    }
    return await counted(response, onProgress).blob();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (signal.aborted)
      throw new ApiError('The server did not answer in time.', { status: 0, code: 'timeout' });
    throw new ApiError('Could not connect to the server.', { status: 0, code: 'network' });
  }
}

/** The same answer, telling how far it has come where its length is known. */
function counted(response: Response, onProgress: FileRequest['onProgress']): Response {
  const total = Number(response.headers.get('content-length'));
  if (!onProgress || !total || !response.body) return response;
  let received = 0;
  const watched = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        received += piece.length;
        onProgress(Math.min(100, Math.floor((received / total) * 100)));
        controller.enqueue(piece);
      },
    }),
  );
  return new Response(watched, { headers: response.headers });
}
