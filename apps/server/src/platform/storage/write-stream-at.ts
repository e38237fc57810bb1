// Writes a stream into an open file at an offset: in batches, without stream pipes, never past its limit.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ChunkError, type ChunkWrite, type ChunkWritten } from './storage.ts';

/** Bytes that are gathered before one write: large enough that the calls do not count, small enough to stay in cache. */
const batchBytes = 1024 * 1024;
/** Bytes that `inspect` is shown, if that many come. */
const headBytes = 16;

type Rules = Pick<ChunkWrite, 'maxBytes' | 'exactBytes' | 'expectedSha256' | 'inspect' | 'onProgress'>;

/** @throws ChunkError; whatever `inspect` throws; the stream's error; the file system's error (ENOSPC) */
export async function writeStreamAt(
  file: FileHandle,
  offset: number,
  body: Readable,
  rules: Rules,
): Promise<ChunkWritten> {
  const hash = rules.expectedSha256 ? createHash('sha256') : undefined;
  const limit = rules.exactBytes ?? rules.maxBytes;
  let batch: Buffer[] = [];
  let batched = 0;
  let size = 0;
  let inspected = rules.inspect === undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = async () => {
    if (!inspected) inspectHead(batch);
    const buffers = batch;
    const position = offset + size - batched;
    batch = [];
    batched = 0;
    // One write is under way while the next batch gathers; a second one waits, which holds the sender back.
    await writing;
    writing = writeAll(file, buffers, position);
    // Its failure is met by the next await; without this it would count as unhandled until then.
    writing.catch(() => undefined);
  };
  const inspectHead = (buffers: Buffer[]) => {
    inspected = true;
    rules.inspect?.(Buffer.concat(buffers).subarray(0, headBytes));
  };

  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > limit) throw tooLarge(rules);
      hash?.update(piece);
      batch.push(piece);
      batched += piece.length;
      rules.onProgress?.();
      if (!inspected && batched >= headBytes) inspectHead(batch);
      if (batched >= batchBytes) await flush();
    }
    await flush();
  } finally {
    // Nobody may touch the file while a write is under way.
    await writing;
  }
  return verified(size, hash?.digest('hex') ?? null, rules);
}

function tooLarge(rules: Rules): ChunkError {
  return rules.exactBytes === undefined
    ? new ChunkError('too_large', `The chunk is larger than ${rules.maxBytes} bytes`)
    : new ChunkError('wrong_size', `The chunk is larger than the ${rules.exactBytes} bytes it should have`);
}

function verified(size: number, sha256: string | null, rules: Rules): ChunkWritten {
  if (rules.exactBytes !== undefined && size !== rules.exactBytes) {
    throw new ChunkError('wrong_size', `The chunk has ${size} bytes instead of ${rules.exactBytes}`);
  }
  if (rules.expectedSha256 && sha256 !== rules.expectedSha256) {
    throw new ChunkError('wrong_digest', 'The chunk does not have the SHA-256 it was announced with');
  }
  return { size, sha256 };
}

/** writev may write less than it was given: near a full disk, or after a signal. */
async function writeAll(file: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  let rest = buffers;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at);
    at += bytesWritten;
    rest = dropBytes(rest, bytesWritten);
  }
}

function dropBytes(buffers: Buffer[], count: number): Buffer[] {
  let left = count;
  let index = 0;
  for (; index < buffers.length; index += 1) {
    const length = buffers[index]?.length ?? 0;
    if (left < length) break;
    left -= length;
  }
  const rest = buffers.slice(index);
  if (left > 0 && rest[0]) rest[0] = rest[0].subarray(left);
  return rest;
}
