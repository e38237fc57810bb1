// Answers a GET or HEAD with a file: whole, in ranges, or without a body if the client already has the file. Writes to Node's
// own response. docs/decisions/0003-file-sender.md explains why this is a loop of pieces, not a stream pipe, and why most are not copied.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DirectSocket, openDirectSocket } from '#platform/sendfile.ts';
import type { StoredFile, StoredRange } from '#platform/storage/storage.ts';
import { AppError } from './errors.ts';
import type { ByteRange, FileAnswer } from './file-answer.ts';

export type FileSource = Omit<StoredFile, 'fd' | 'modifiedAt'>;

export interface SendPace {
  /** Returns how many bytes may be asked for at a time. Undefined: nothing limits the connection now. */
  sliceBytes(): number | undefined;
  /** Resolves when these bytes may be sent. */
  take(bytes: number): Promise<void>;
  /** Ends the waiting, because the client has disconnected. */
  leave(): void;
}

export interface SendFileOptions {
  request: IncomingMessage;
  response: ServerResponse;
  /** From `planFileAnswer`, for a file of the size of the source. */
  answer: FileAnswer;
  /** `sendFile` always closes the source, exactly once. */
  source: FileSource;
  headers?: OutgoingHttpHeaders;
  /** Returns the body of a 412 or 416. Without this option, the body is empty. */
  refusal?(status: 412 | 416): { contentType: string; body: string };
  /** Reports bytes of the file that were sent. After a broken connection, the client has received at most these. */
  onSent?(start: number, endExclusive: number): void;
  /** Cuts the connection when aborted. Bytes that are still buffered are dropped. */
  signal?: AbortSignal;
  /** Limits the speed, in slices of the pieces that the source yields. Without it, and while it limits nothing, pieces are whole. */
  pace?: SendPace;
  /** A client that accepts no byte for this many milliseconds is disconnected. */
  idleMs?: number;
}

/**
 * `aborted`: the client disconnected, accepted nothing for too long, or was cut off by `signal`. `failed`: the file could not
 * be read to its announced end, and the connection was cut so that the client does not mistake a part for the whole file.
 */
export type SendFileResult = { outcome: 'sent' | 'aborted' } | { outcome: 'failed'; error: Error };

const TEN_MINUTES = 600_000;

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
    const sent = await send(options);
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
async function send(options: SendFileOptions): Promise<boolean> {
  const { request, response, answer } = options;
  const output = openOutput(response);
  output.closed.addEventListener('abort', () => options.pace?.leave());
  if (answer.status === 412 || answer.status === 416) {
    const { contentType, body } = options.refusal?.(answer.status) ?? { contentType: 'text/plain', body: '' };
    const length = Buffer.byteLength(body);
    // The digest describes the file, but this body is an error message.
    const { 'repr-digest': _, ...headers } = options.headers ?? {};
    response.writeHead(answer.status, {
      ...headers,
      ...answer.headers,
      'content-type': contentType,
      'content-length': length,
    });
    return output.end(request.method === 'HEAD' ? '' : body);
  }
  response.writeHead(answer.status, { ...options.headers, ...answer.headers });
  for (const piece of answer.pieces) {
    const gone = Buffer.isBuffer(piece)
      ? !(await output.write(piece))
      : !(await sendRange(options, output, piece));
    if (gone) return false;
  }
  return output.end('');
}

const KIB = 1024;
const MIB = 1024 * KIB;
/** Shorter ranges are only copied. */
const shortBytes = MIB;
/** Copied first, so that Node has nothing left to write when the next bytes pass it by. */
const firstBytes = 256 * KIB;
/** At most so much is passed on at a time, and in a row. Then something is copied, so that Node sees that the connection is in use. */
const directBytes = 2 * MIB;
const rowBytes = 64 * MIB;
/** Copied when the socket is full. Node tells when it has room again, and whether the client is still there. */
const smallBytes = 64 * KIB;
/** After a socket has taken less than `littleBytes`, more is copied, which costs fewer calls. */
const littleBytes = 128 * KIB;
const slowBytes = MIB;
/**
 * The end of a file that other programs may change is copied. What was passed on waits in the socket as the memory of the file itself,
 * and has to leave it before the file is compared for the last time. Linux lets 4 MiB wait unless it is configured otherwise.
 */
const tailBytes = 16 * MIB;

/** Passes the range to the socket without copying where that is possible. Returns false if the client has disconnected. */
async function sendRange(options: SendFileOptions, output: Output, range: ByteRange): Promise<boolean> {
  const { source, response } = options;
  const directEnd = range.end + 1 - (source.currentFacts ? tailBytes : 0);
  let position = range.start;
  const copy = async (bytes = Number.POSITIVE_INFINITY) => {
    const taken = position - range.start;
    const piece = { start: position, end: Math.min(range.end, position + bytes - 1), taken };
    position = piece.end + 1;
    return taken > range.end - range.start || copyRange(options, output, piece);
  };
  if (!source.sendTo || directEnd - position < shortBytes) return copy();
  if (!(await copy(firstBytes))) return false;
  const socket = openDirectSocket(response.socket);
  if (!socket) return copy();
  try {
    while (position < directEnd) {
      const taken = await passOn(options, output, { socket, start: position, end: directEnd - 1 });
      position += taken;
      const startedAt = performance.now();
      if (!(await copy(taken < littleBytes ? slowBytes : smallBytes))) return false;
      // A socket that was full, and takes this at once, has little room.
      if (taken < rowBytes && performance.now() - startedAt < 1) await setTimeout(1);
    }
    return await copy();
  } finally {
    await socket.close();
  }
}

/** Returns how many bytes the socket has taken before it was full: none while the speed is limited. */
async function passOn(
  { source, pace, onSent }: SendFileOptions,
  { closed }: Output,
  { socket, start, end }: ByteRange & { socket: DirectSocket },
): Promise<number> {
  const stop = Math.min(end + 1, start + rowBytes);
  let position = start;
  while (position < stop && !closed.aborted && pace?.sliceBytes() === undefined) {
    const wanted = Math.min(directBytes, stop - position);
    const taken = (await source.sendTo?.(socket, position, wanted)) ?? 0;
    if (taken > 0) onSent?.(position, position + taken - (closed.aborted ? 1 : 0));
    position += taken;
    if (taken < wanted) break;
  }
  return position - start;
}

async function copyRange(options: SendFileOptions, output: Output, range: StoredRange): Promise<boolean> {
  const { source, onSent, pace } = options;
  let position = range.start;
  try {
    for await (const piece of source.stream(range, output.closed)) {
      for (let rest = piece; rest.length > 0; ) {
        const slice = pace ? await nextSlice(rest, pace) : rest;
        const isOpen = !output.closed.aborted;
        const isTaken = await output.write(slice);
        // If the write was cut off, assume that all but the last byte arrived: the client may have them and resume from there.
        if (isOpen) onSent?.(position, position + slice.length - (isTaken ? 0 : 1));
        if (!isTaken) return false;
        position += slice.length;
        rest = rest.subarray(slice.length);
      }
    }
  } catch (error) {
    if (output.closed.aborted) return false;
    throw error;
  }
  if (position <= range.end) throw new Error(`the file ended at byte ${position} of ${source.size}`);
  return true;
}

/** Waits until the beginning of `rest` may be sent, and returns it: all of it if nothing limits the connection now. */
async function nextSlice(rest: Buffer, pace: SendPace): Promise<Buffer> {
  const most = pace.sliceBytes();
  if (most === undefined) return rest;
  const slice = rest.subarray(0, most);
  await pace.take(slice.length);
  return slice;
}

interface Output {
  /** Aborted when the client has disconnected. */
  closed: AbortSignal;
  /** Resolves to false if the client has disconnected. The buffer may be reused once the promise has resolved. */
  write(bytes: Buffer): Promise<boolean>;
  end(body: string): Promise<boolean>;
}

/** Uses one 'close' listener for the whole answer: a listener for each piece would pile up during a long download. */
function openOutput(response: ServerResponse): Output {
  const closing = new AbortController();
  const closed = closing.signal;
  let wake = () => {};
  if (response.destroyed) closing.abort();
  response.once('close', () => {
    closing.abort();
    wake();
  });
  // Without a listener an 'error' event would crash the process. A broken connection also emits 'close'.
  response.on('error', () => {});
  return {
    closed,
    write(bytes) {
      if (closed.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        wake = () => resolve(false);
        response.write(bytes, (error) => resolve(!error));
      });
    },
    end(body) {
      if (closed.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        wake = () => resolve(response.writableFinished);
        response.once('finish', () => resolve(true));
        response.end(body);
      });
    },
  };
}

// Sends a stored file from a route: a platform file, a cheat file or a picture. Bypasses Fastify and writes to Node's own
// response, because Fastify's streams reach only a fifth of this speed.

export interface StoredFileAnswer
  extends Pick<SendFileOptions, 'answer' | 'source' | 'onSent' | 'signal' | 'pace'> {
  /** Added to the headers that are already set on the reply. */
  headers: OutgoingHttpHeaders;
  /** Names the file in the log, with its article: "a picture". */
  logName: string;
}

/** Sends the file and closes its source. Returns true if the whole response was sent. */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, logName, ...file }: StoredFileAnswer,
): Promise<boolean> {
  reply.hijack();
  const result = await sendFile({
    ...file,
    request: request.raw,
    response: reply.raw,
    headers: { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers },
    refusal: (status) => refusalBody(status, request.id),
  });
  if (result.outcome === 'failed') {
    request.fault = 'storage';
    request.log.error({ err: result.error }, `${logName} could not be sent completely`);
  }
  return result.outcome === 'sent';
}

/** Returns the `Repr-Digest` header (RFC 9530) of a file with this SHA-256 (hex). */
export function digestHeader(sha256: string): OutgoingHttpHeaders {
  return { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` };
}

function refusalBody(status: 412 | 416, requestId: string): { contentType: string; body: string } {
  const { message, code } =
    status === 416
      ? new AppError('range_not_satisfiable', 'The requested range is not in this file')
      : new AppError('precondition_failed', 'The file is not the one the request asks for');
  return {
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ message, code, requestId }),
  };
}

/**
 * Returns the value of Content-Disposition. Some programs, such as `curl -OJ`, read only the name in Latin-1, in which every other
 * character is a question mark. If hardly a letter is left, that name is the id, so that two files do not get one name.
 */
export function attachmentNamed(fileName: string, id: string): string {
  const [, stem = '', extension = ''] = /^(.*?)((?:\.[\w-]{1,10}){0,2})$/s.exec(fileName) ?? [];
  const letters = stem.match(/[A-Za-z\u00c0-\u00ff]/g) ?? [];
  const isLost = letters.length < 3 && /[\u0100-\u{10ffff}]/u.test(stem);
  return create(fileName, isLost ? { fallback: `${id}${extension}` } : {});
}
