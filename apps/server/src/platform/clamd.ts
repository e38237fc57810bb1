// A client of clamd, the daemon of ClamAV (its protocol: man 8 clamd). The bytes of a file are always sent: clamd may run as
// another user or on another machine, and the file may be in an object store.
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { withinMs } from './call-limits.ts';
import type { ClamdAddress } from './clamd-address.ts';
import { minuteMs } from './clock.ts';
import { messageOf } from './error-facts.ts';
import { centralRecord, endRecords, fileMode, localHeader } from './zip/zip-records.ts';

/** clamd can't be reached, or did not answer a simple question. */
export class ClamdAwayError extends Error {}

/** clamd ended the connection, or stopped answering, while it scanned a file. The file itself may be the reason. */
export class ScanBrokenError extends Error {}

export interface ScannedBytes {
  size: number;
  /** Yields all bytes. A piece is not used any more when the next one is requested. */
  stream: AsyncIterable<Buffer>;
}

/** `too_large`: clamd has not looked at everything, because the file or something in it exceeds one of its limits. */
export type Verdict = { result: 'clean' | 'too_large' } | { result: 'infected'; threat: string };

export interface ClamdVersion {
  /** Such as `ClamAV 1.4.6/27800/Mon Nov 23 09:10:00 2026`. */
  text: string;
  /** When its signatures were made. Null if clamd does not say so. */
  signaturesAt: Date | null;
}

export type Clamd = ReturnType<typeof createClamd>;

const connectMs = 5000;
const replyMs = 5000;
/** clamd reads a stream as fast as its disk can write it. */
const stalledMs = minuteMs;
/** Unpacking a large archive takes minutes. By default clamd itself gives up after two. */
const verdictMs = 30 * minuteMs;
const maxReplyLength = 4096;
/** The protocol allows no larger chunks, and clamd scans no larger files. */
const maxBytes = 2 ** 32 - 1;

export function createClamd(address: ClamdAddress) {
  return {
    /** @throws ClamdAwayError */
    version: () => askVersion(address),
    /**
     * Whether clamd says so when it has not looked at everything (`AlertExceedsMax`). Without that, an archive counts as clean
     * although what it contains was too large, too deep or too much. @throws ClamdAwayError, ScanBrokenError
     */
    async reportsLimits(): Promise<boolean> {
      const bytes = nestedZip();
      const signal = AbortSignal.timeout(replyMs);
      const scanned = scan(address, { size: bytes.length, stream: Readable.from([bytes]) }, signal);
      const { result } = await scanned.catch((error) => {
        throw signal.aborted ? new ScanBrokenError('clamd does not answer') : error;
      });
      return result === 'too_large';
    },
    /** @throws ClamdAwayError, ScanBrokenError, the error of the stream, or the reason of the signal */
    scan: (file: ScannedBytes, signal: AbortSignal) => scan(address, file, signal),
  };
}

/** The connection failed, or an answer did not come in time. */
class ConnectionError extends Error {}

async function askVersion(address: ClamdAddress): Promise<ClamdVersion> {
  const socket = await connect(address);
  try {
    const reply = readReply(socket);
    socket.write('zVERSION\0');
    const text = await within(replyMs, reply);
    if (!text.startsWith('ClamAV ')) throw new ConnectionError('what answers there is not clamd');
    return { text: text.slice(0, 200), signaturesAt: dateIn(text) };
  } catch (error) {
    throw new ClamdAwayError(messageOf(error), { cause: error });
  } finally {
    socket.destroy();
  }
}

/** The date has no time zone, but only the day matters. */
function dateIn(version: string): Date | null {
  const date = new Date(`${version.split('/')[2] ?? ''} UTC`);
  return Number.isNaN(date.getTime()) ? null : date;
}

async function scan(address: ClamdAddress, file: ScannedBytes, signal: AbortSignal): Promise<Verdict> {
  signal.throwIfAborted();
  if (file.size > maxBytes) return { result: 'too_large' };
  const socket = await connect(address);
  const abort = () => socket.destroy(new Error('the scan was aborted'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    const reply = readReply(socket);
    await send(socket, reply, file);
    return verdictOf(await within(verdictMs, reply));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConnectionError)) throw error;
    // The refusal of a large file is lost if a piece of it was sent just when clamd closed the connection.
    if (await refuses(address, file.size)) return { result: 'too_large' };
    throw new ScanBrokenError(error.message, { cause: error });
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

/**
 * Sends the file as one chunk, because clamd refuses a chunk beyond its limit before it reads any of it. Ends early if clamd answers.
 * @throws ConnectionError, or the error of the stream
 */
async function send(socket: Socket, reply: Promise<string>, { size, stream }: ScannedBytes): Promise<void> {
  let isOver = false;
  const over = reply.then(
    () => undefined,
    () => undefined,
  );
  void over.then(() => {
    isOver = true;
  });
  const write = async (data: Buffer) => {
    const written = new Promise<void>((resolve) => socket.write(data, () => resolve()));
    await within(stalledMs, Promise.race([written, over]));
    // An answer that has arrived is read before more is written.
    await setImmediate();
  };
  await write(beginning(size));
  let sent = 0;
  for await (const piece of stream) {
    if (isOver) return;
    await write(piece);
    sent += piece.length;
  }
  if (sent !== size) throw new Error(`the file has ${sent} bytes instead of ${size}`);
  // A chunk of no bytes ends the stream, so an empty file has no other.
  if (size > 0) await write(lengthBytes(0));
}

/** Returns the command with the length of the only chunk. */
function beginning(size: number): Buffer {
  return Buffer.concat([Buffer.from('zINSTREAM\0'), lengthBytes(size)]);
}

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

const isRefusal = (reply: string) => reply.startsWith('INSTREAM size limit exceeded');

/** Returns whether clamd refuses a file of this size. If clamd does not refuse it, it waits for the bytes. */
async function refuses(address: ClamdAddress, size: number): Promise<boolean> {
  const socket = await connect(address);
  try {
    const reply = readReply(socket);
    socket.write(beginning(size));
    return isRefusal(await within(replyMs, reply));
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** `stream: OK`, `stream: NAME FOUND`, or an error, of which one is expected. @throws ScanBrokenError */
function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK') return { result: 'clean' };
  if (isRefusal(reply)) return { result: 'too_large' };
  const [, threat] = /^stream: (.+) FOUND$/s.exec(reply) ?? [];
  if (threat === undefined) throw new ScanBrokenError(`clamd answered: ${reply.slice(0, 200)}`);
  // With AlertExceedsMax, clamd says so about a file of which it has not looked at everything.
  if (threat.startsWith('Heuristics.Limits.Exceeded')) return { result: 'too_large' };
  return { result: 'infected', threat: threat.slice(0, 200) };
}

/** @throws ClamdAwayError */
async function connect(address: ClamdAddress): Promise<Socket> {
  const socket = createConnection(address);
  try {
    await within(connectMs, once(socket, 'connect'));
  } catch (error) {
    socket.destroy();
    throw new ClamdAwayError(messageOf(error), { cause: error });
  }
  return socket;
}

/** Resolves with the first reply, without the zero byte at its end. Rejects with a ConnectionError if there is none. */
function readReply(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    text += piece;
    const end = text.indexOf('\0');
    if (end >= 0) resolve(text.slice(0, end).trim());
    else if (text.length > maxReplyLength) reject(new ConnectionError('the answer is too long'));
  });
  socket.on('error', (error) => reject(new ConnectionError(error.message, { cause: error })));
  socket.on('close', () => reject(new ConnectionError('clamd has closed the connection')));
  promise.catch(() => undefined);
  return promise;
}

/** @throws ConnectionError after this time */
function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return withinMs(ms, work, () => new ConnectionError('clamd does not answer'));
}

// A file by which a virus scanner shows whether it says so when it has not looked at everything.

/** Deeper than clamd unpacks by default, and in any useful configuration. */
const depth = 140;

/** Returns a ZIP in a ZIP in a ZIP … It is harmless, and only a few kilobytes large. */
function nestedZip(): Buffer {
  let content: Buffer = Buffer.from('harmless');
  for (let at = 0; at < depth; at += 1) content = zipWith(content);
  return content;
}

function zipWith(content: Buffer): Buffer {
  const facts = { size: content.length, crc32: crc32(content), offset: 0, mode: fileMode };
  const member = { name: Buffer.from('a.zip'), ...facts };
  const local = localHeader(member);
  const central = centralRecord(member);
  const offset = local.length + content.length;
  return Buffer.concat([local, content, central, endRecords({ count: 1, length: central.length, offset })]);
}
