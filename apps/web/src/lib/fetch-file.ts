// Downloads a file and reports progress. Used by the API client.
import { ApiError, errorOfAnswer, networkError, timeoutError } from './api-error.ts';

export interface FileRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Sent as JSON, if it is defined. */
  body: unknown;
  onProgress: ((percent: number) => void) | undefined;
  /** The download fails after this many milliseconds without a byte. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Downloads into a blob, because browsers keep large blobs on disk. */
export async function fetchBlob({
  url,
  method,
  headers,
  body,
  onProgress,
  timeoutMs,
  signal,
}: FileRequest): Promise<Blob> {
  const idle = new IdleTimeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, idle.signal]) : idle.signal;
  try {
    // Bypasses the browser's cache, because every download counts and large files should not be stored twice.
    const response = await fetch(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'include',
      cache: 'no-store',
      signal: either,
    });
    idle.restart();
    if (!response.ok) {
      throw errorOfAnswer(response.status, await response.text(), response.headers);
    }
    return await withProgress(response, { onBytes: () => idle.restart(), onProgress }).blob();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    throw idle.signal.aborted ? timeoutError() : networkError();
  } finally {
    idle.end();
  }
}

/** Aborts after a period without progress. */
class IdleTimeout {
  #controller = new AbortController();
  #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

interface ProgressHandlers {
  onBytes(): void;
  onProgress: FileRequest['onProgress'];
}

/** Returns a copy of the response that reports progress if the length is known. */
function withProgress(response: Response, { onBytes, onProgress }: ProgressHandlers): Response {
  const total = Number(response.headers.get('content-length'));
  if (!response.body) return response;
  let received = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        onBytes();
        received += piece.length;
        if (total) onProgress?.(Math.min(100, Math.floor((received / total) * 100)));
        controller.enqueue(piece);
      },
    }),
  );
  return new Response(body, { headers: response.headers });
}
