// Sends one stored file as the answer to a GET or HEAD: whole, in ranges, or not at all where the client has
// it already. Used by the download route. Writes on Node's own response, so the route must hijack the reply.
// Why a loop of reads and writes and no stream pipe: docs/decisions/0003-file-sender.md.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { createTurns } from '#platform/turns.ts';
import { createBufferPool } from './buffer-pool.ts';
import { type FileFacts, planFileAnswer } from './file-answer.ts';
import type { ByteRange } from './range.ts';

export interface FileSource {
  size: number;
  /** Gives how many bytes came, 0 at the end of the file. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

export interface SendFileOptions extends Omit<FileFacts, 'size'> {
  request: IncomingMessage;
  response: ServerResponse;
  /** Closed once, whatever happens. */
  source: FileSource;
  headers?: OutgoingHttpHeaders;
  /** The body of a 412 or 416; empty without it. */
  refusal?(status: 412 | 416): { contentType: string; body: string };
  /** Bytes of the file that have gone out to this client, so far as can be told when a connection breaks. */
  onSent?(start: number, endExclusive: number): void;
  /** Cancels by cutting the connection, with all that is on its way. */
  signal?: AbortSignal;
  /** A client that takes nothing for this long is dropped. */
  idleMs?: number;
}

/**
 * `aborted`: the client went away, stood still or was cut off. `failed`: the file could not be read to its
 * announced end; the connection was cut, so that the client can't take what it has for the whole.
 */
export type SendFileResult = { outcome: 'sent' | 'aborted' } | { outcome: 'failed'; error: Error };

const KIB = 1024;
const [SMALL, MIDDLE, LARGE] = [64 * KIB, 256 * KIB, 1024 * KIB];
const TEN_MINUTES = 600_000;

// One pool for the process, since it is the process's memory that is shared out: 9 MiB for who is fast, and
// 64 KiB for each client that is slow.
const buffers = createBufferPool([{ size: LARGE, most: 6 }, { size: MIDDLE, most: 12 }, { size: SMALL }]);
// Node's file threads are left to the rest of the server but for two, whatever the disk is busy with.
const readTurns = createTurns(2);

export async function sendFile(options: SendFileOptions): Promise<SendFileResult> {
  const { request, response, source, signal } = options;
  // By a reset: what the system still holds for a slow client, minutes of it, is not sent either.
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

/** False when the client is gone. */
async function answer(options: SendFileOptions): Promise<boolean> {
  const { request, response, source } = options;
  const method = request.method ?? 'GET';
  const plan = planFileAnswer(method, request.headers, { ...options, size: source.size });
  const output = openOutput(response);
  if (plan.status === 412 || plan.status === 416) {
    const { contentType, body } = options.refusal?.(plan.status) ?? { contentType: 'text/plain', body: '' };
    const length = Buffer.byteLength(body);
    // The digest is that of the file, and this body is an error.
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
    const { buffer, length } = await readChunk(source, position, Math.min(size, range.end + 1 - position));
    try {
      const started = performance.now();
      const isOpen = !output.isClosed();
      const isTaken = await output.write(length === buffer.length ? buffer : buffer.subarray(0, length));
      // Of a piece that was cut the client may have all but the last byte, and asks for what follows on what it has.
      if (isOpen) onSent?.(position, position + length - (isTaken ? 0 : 1));
      if (!isTaken) return false;
      size = nextSize(size, performance.now() - started);
    } finally {
      buffers.give(buffer);
    }
    position += length;
  }
  return true;
}

async function readChunk(source: FileSource, position: number, wanted: number) {
  await readTurns.take();
  const buffer = buffers.take(wanted);
  try {
    const length = await source.read(buffer, 0, Math.min(wanted, buffer.length), position);
    if (length === 0) throw new Error(`the file ended at byte ${position} of ${source.size}`);
    return { buffer, length };
  } catch (error) {
    buffers.give(buffer);
    throw error;
  } finally {
    readTurns.give();
  }
}

/** Big pieces for who takes them at once; small ones for who is slow, since they lie in memory until taken. */
function nextSize(size: number, tookMs: number): number {
  if (tookMs < 100) return Math.min(LARGE, size * 4);
  return tookMs > 1000 ? Math.max(SMALL, size / 4) : size;
}

interface Output {
  isClosed(): boolean;
  /** False when the client is gone. Only afterwards may the bytes be overwritten. */
  write(bytes: Buffer): Promise<boolean>;
  end(body: string): Promise<boolean>;
}

/** One listener for the whole answer: a promise raced anew for each piece would pile up on a long download. */
function openOutput(response: ServerResponse): Output {
  let closed = response.destroyed;
  let wake = () => {};
  response.once('close', () => {
    closed = true;
    wake();
  });
  // Its absence would throw; a connection that breaks ends in 'close' all the same.
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
