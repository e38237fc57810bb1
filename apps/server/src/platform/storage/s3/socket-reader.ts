// Reads objects over sockets of their own and through a few reused buffers. Node's HTTP client allocates new memory for every
// read, which takes twice as much processor time (docs/decisions/0016-object-storage.md).
import net from 'node:net';
import tls from 'node:tls';
import { createBufferPool } from '../buffer-pool.ts';
import { StorageUnavailableError, type StoredRange } from '../storage.ts';

const KIB = 1024;
const [SMALL, MIDDLE, LARGE] = [64 * KIB, 256 * KIB, 1024 * KIB];
const connectMs = 5000;
/** For the head of an answer, and for each of the pieces that follow. */
export const idleMs = 15_000;
const maxHeadBytes = 64 * KIB;
/** A client that takes longer for a piece is sent smaller pieces from now on. */
const slowMs = 500;

// One pool for the whole process: 18 MiB shared by the fast readers, and 192 KiB for each slow reader.
const buffers = createBufferPool([{ size: LARGE, limit: 6 }, { size: MIDDLE, limit: 48 }, { size: SMALL }]);

interface Options {
  etag?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Requests a range of an object by its signed address. A piece is valid until the next one is requested. Resolves to undefined if
 * the answer is anything else than this range as plain bytes. The caller then asks again with the SDK, which understands every
 * answer. @throws StorageUnavailableError, also if the signal is aborted
 */
export async function readOverSocket(
  address: URL,
  range: StoredRange,
  { etag, signal }: Options,
): Promise<AsyncGenerator<Buffer, void, undefined> | undefined> {
  const socket = new PieceSocket(address, signal);
  const headers = [
    `GET ${address.pathname}${address.search} HTTP/1.1`,
    `Host: ${address.host}`,
    `Range: bytes=${range.start}-${range.end}`,
    ...(etag ? [`If-Match: ${etag}`] : []),
    'Connection: close',
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  const late = setTimeout(() => socket.giveUp(), idleMs);
  try {
    const { head, rest } = await readHead(socket);
    if (isPlainRange(head, range)) return readBody(socket, rest, range.end - range.start + 1);
  } catch (error) {
    socket.close();
    throw error;
  } finally {
    clearTimeout(late);
  }
  socket.close();
  return undefined;
}

async function readHead(socket: PieceSocket): Promise<{ head: string; rest: Buffer }> {
  let received: Buffer = Buffer.alloc(0);
  for (;;) {
    received = Buffer.concat([received, await socket.next()]);
    const end = received.indexOf('\r\n\r\n');
    if (end >= 0) return { head: received.toString('latin1', 0, end), rest: received.subarray(end + 4) };
    if (received.length > maxHeadBytes) {
      throw new StorageUnavailableError('the object store has sent no HTTP answer');
    }
  }
}

/** The answer has exactly the requested bytes as its body, without any encoding (RFC 9112, section 6). */
function isPlainRange(head: string, { start, end }: StoredRange): boolean {
  const header = (name: string) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'im').exec(head)?.[1];
  return (
    /^HTTP\/1\.[01] 206 /.test(head) &&
    header('Content-Length') === String(end - start + 1) &&
    header('Content-Range')?.startsWith(`bytes ${start}-${end}/`) === true &&
    header('Transfer-Encoding') === undefined &&
    header('Content-Encoding') === undefined
  );
}

async function* readBody(
  socket: PieceSocket,
  first: Buffer,
  length: number,
): AsyncGenerator<Buffer, void, undefined> {
  let left = length;
  try {
    for (let piece = first; ; piece = await socket.next()) {
      left -= piece.length;
      if (left < 0) throw new StorageUnavailableError('the object store has sent too many bytes');
      if (piece.length > 0) yield piece;
      if (left === 0) return;
    }
  } finally {
    socket.close();
  }
}

interface Piece {
  buffer: Buffer;
  length: number;
}

/** Reads one piece ahead, then pauses the socket. */
class PieceSocket {
  readonly #socket: net.Socket;
  readonly #signal: AbortSignal | undefined;
  readonly #abort = () => this.#socket.destroy();
  /** The next bytes arrive here. */
  #target: Buffer;
  /** Usually one piece at most. TLS also delivers what it had received before a pause. */
  readonly #arrived: Piece[] = [];
  #current: Piece | undefined;
  #currentSince = 0;
  /** The size of the next buffer. TLS delivers at most 16 KiB at once. */
  #size: number;
  readonly #largest: number;
  #waiting: { resolve(piece: Buffer): void; reject(error: unknown): void } | undefined;
  #failure: Error | undefined;

  constructor({ protocol, hostname, port }: URL, signal: AbortSignal | undefined) {
    this.#largest = protocol === 'https:' ? SMALL : LARGE;
    this.#size = this.#largest;
    this.#target = buffers.acquire(this.#size);
    const host = hostname.replace(/^\[|\]$/g, '');
    const options = {
      host,
      // An address is no server name (RFC 6066, section 3).
      servername: net.isIP(host) === 0 ? host : '',
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      onread: { buffer: () => this.#target, callback: (length: number) => this.#receive(length) },
    };
    this.#socket = protocol === 'https:' ? tls.connect(options) : net.connect(options);
    this.#socket.setTimeout(connectMs, () => this.#timeOut());
    this.#socket.once('connect', () => this.#socket.setTimeout(idleMs));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.once('close', () => {
      this.#fail(new Error('the connection was closed'));
      buffers.release(this.#target);
    });
    this.#signal = signal;
    signal?.addEventListener('abort', this.#abort);
    if (signal?.aborted) this.#abort();
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** Resolves to the next piece. The previous one becomes invalid. */
  next(): Promise<Buffer> {
    this.#releaseCurrent();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#handOut();
      if (this.#arrived.length === 0) this.#socket.resume();
    });
  }

  giveUp(): void {
    this.#socket.destroy(new Error('the object store does not answer'));
  }

  close(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#socket.destroy();
    this.#releaseCurrent();
    for (const { buffer } of this.#arrived.splice(0)) buffers.release(buffer);
  }

  /** Returns false to pause the socket. */
  #receive(length: number): boolean {
    this.#arrived.push({ buffer: this.#target, length });
    this.#target = buffers.acquire(this.#size);
    this.#handOut();
    return this.#arrived.length === 0;
  }

  #handOut(): void {
    const piece = this.#waiting && this.#arrived.shift();
    if (piece) {
      this.#current = piece;
      this.#currentSince = performance.now();
      this.#waiting?.resolve(piece.buffer.subarray(0, piece.length));
    } else if (this.#failure) {
      this.#waiting?.reject(this.#failure);
    } else {
      return;
    }
    this.#waiting = undefined;
  }

  #releaseCurrent(): void {
    if (!this.#current) return;
    buffers.release(this.#current.buffer);
    this.#current = undefined;
    this.#size = performance.now() - this.#currentSince > slowMs ? SMALL : this.#largest;
  }

  /** A paused socket may be silent for as long as its client needs. */
  #timeOut(): void {
    if (this.#waiting) this.giveUp();
    else this.#socket.setTimeout(idleMs);
  }

  #fail(error: Error): void {
    this.#failure ??= new StorageUnavailableError(`the object store can't be used: ${error.message}`, {
      cause: error,
    });
    this.#handOut();
  }
}
