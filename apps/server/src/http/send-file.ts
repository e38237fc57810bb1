// Answers a GET or HEAD with a file: whole, in ranges, or without a body if the client already has the file. Writes to Node's
// own response. docs/decisions/0003-file-sender.md explains why this is a loop of reads and writes, not a stream pipe.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import { createBufferPool } from './buffer-pool.ts';
import { type FileFacts, planFileAnswer } from './file-answer.ts';
import type { ByteRange } from './range.ts';

export interface FileSource {
  size: number;
  /** Returns the number of bytes read, 0 at the end of the file. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

export interface SendFileOptions extends Omit<FileFacts, 'size'> {
  request: IncomingMessage;
  response: ServerResponse;
  /** `sendFile` always closes the source, exactly once. */
  source: FileSource;
  headers?: OutgoingHttpHeaders;
  /** Returns the body of a 412 or 416. Without this option, the body is empty. */
  refusal?(status: 412 | 416): { contentType: string; body: string };
  /** Reports bytes of the file that were sent. After a broken connection, the client has received at most these. */
  onSent?(start: number, endExclusive: number): void;
  /** Cuts the connection when aborted. Bytes that are still buffered are dropped. */
  signal?: AbortSignal;
  /** A client that accepts no byte for this many milliseconds is disconnected. */
  idleMs?: number;
}

/**
 * `aborted`: the client disconnected, accepted nothing for too long, or was cut off by `signal`. `failed`: the file could not
 * be read to its announced end, and the connection was cut so that the client does not mistake a part for the whole file.
 */
export type SendFileResult = { outcome: 'sent' | 'aborted' } | { outcome: 'failed'; error: Error };

const KIB = 1024;
const [SMALL, MIDDLE, LARGE] = [64 * KIB, 256 * KIB, 1024 * KIB];
const TEN_MINUTES = 600_000;

// One pool for the whole process: 9 MiB shared by the fast clients, and 64 KiB for each slow client.
const buffers = createBufferPool([{ size: LARGE, limit: 6 }, { size: MIDDLE, limit: 12 }, { size: SMALL }]);
// Downloads occupy at most two of Node's file threads, so that a slow disk does not block the rest of the server.
const limitReads = pLimit(2);

export async function sendFile(options: SendFileOptions): Promise<SendFileResult> {
  const { request, response, source, signal } = options;
  // A reset also discards the data that the system has buffered for a slow client, which can take minutes to send.
  const cut = () => {
    response.socket?.resetAndDestroy();
    response.destroy();
  };
  signal?.addEventListener('abort', cut);
  try {
    if (signal?.aborted) cut();
    if (response.destroyed || request.socket.destroyed) return { outcome: 'aborted' };
    response.setTimeout(options.idleMs ?? TEN_MINUTES, cut);
    const sent = await answer(options);
    return { outcome: sent ? 'sent' : 'aborted' };
  } catch (error) {
    cut();
    return { outcome: 'failed', error: error as Error };
  } finally {
    signal?.removeEventListener('abort', cut);
    await source.close();
  }
}

/** Returns false if the client has disconnected. */
async function answer(options: SendFileOptions): Promise<boolean> {
  const { request, response, source } = options;
  const method = request.method ?? 'GET';
  const plan = planFileAnswer(method, request.headers, { ...options, size: source.size });
  const output = openOutput(response);
  if (plan.status === 412 || plan.status === 416) {
    const { contentType, body } = options.refusal?.(plan.status) ?? { contentType: 'text/plain', body: '' };
    const length = Buffer.byteLength(body);
    // The digest describes the file, but this body is an error message.
    const { 'repr-digest': _, ...headers } = options.headers ?? {};
    response.writeHead(plan.status, {
      ...headers,
      ...plan.headers,
      'content-type': contentType,
      'content-length': length,
    });
    return output.end(method === 'HEAD' ? '' : body);
  }
  response.writeHead(plan.status, { ...options.headers, ...plan.headers });
  for (const piece of method === 'HEAD' ? [] : plan.pieces) {
    const gone = Buffer.isBuffer(piece)
      ? !(await output.write(piece))
      : !(await sendRange(options, output, piece));
    if (gone) return false;
  }
  return output.end('');
}

async function sendRange(options: SendFileOptions, output: Output, range: ByteRange): Promise<boolean> {
  const { source, onSent } = options;
  let size = MIDDLE;
  for (let position = range.start; position <= range.end; ) {
    const wanted = Math.min(size, range.end + 1 - position);
    const { buffer, length } = await limitReads(readChunk, source, position, wanted);
    try {
      const started = performance.now();
      const isOpen = !output.isClosed();
      const isTaken = await output.write(length === buffer.length ? buffer : buffer.subarray(0, length));
      // If the write was cut off, assume that all but the last byte arrived: the client may have them and resume from there.
      if (isOpen) onSent?.(position, position + length - (isTaken ? 0 : 1));
      if (!isTaken) return false;
      size = nextSize(size, performance.now() - started);
    } finally {
      buffers.release(buffer);
    }
    position += length;
  }
  return true;
}

async function readChunk(source: FileSource, position: number, wanted: number) {
  const buffer = buffers.acquire(wanted);
  try {
    const length = await source.read(buffer, 0, Math.min(wanted, buffer.length), position);
    if (length === 0) throw new Error(`the file ended at byte ${position} of ${source.size}`);
    return { buffer, length };
  } catch (error) {
    buffers.release(buffer);
    throw error;
  }
}

/** Returns a large size for fast clients, and a small one for slow clients, because a piece stays in memory until it is sent. */
function nextSize(size: number, tookMs: number): number {
  if (tookMs < 100) return Math.min(LARGE, size * 4);
  return tookMs > 1000 ? Math.max(SMALL, size / 4) : size;
}

interface Output {
  isClosed(): boolean;
  /** Resolves to false if the client has disconnected. The buffer may be reused once the promise has resolved. */
  write(bytes: Buffer): Promise<boolean>;
  end(body: string): Promise<boolean>;
}

/** Uses one 'close' listener for the whole answer: a listener for each piece would pile up during a long download. */
function openOutput(response: ServerResponse): Output {
  let closed = response.destroyed;
  let wake = () => {};
  response.once('close', () => {
    closed = true;
    wake();
  });
  // Without a listener an 'error' event would crash the process. A broken connection also emits 'close'.
  response.on('error', () => {});
  return {
    isClosed: () => closed,
    write(bytes) {
      if (closed) return Promise.resolve(false);
      return new Promise((resolve) => {
        wake = () => resolve(false);
        response.write(bytes, (error) => resolve(!error));
      });
    },
    end(body) {
      if (closed) return Promise.resolve(false);
      return new Promise((resolve) => {
        wake = () => resolve(response.writableFinished);
        response.once('finish', () => resolve(true));
        response.end(body);
      });
    },
  };
}
