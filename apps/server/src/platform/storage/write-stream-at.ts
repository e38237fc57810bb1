// Writes a stream into an open file at an offset: in batches, without stream pipes, never past its limit.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createTurns } from '#platform/turns.ts';
import { notePassingBytes } from '#platform/young-garbage.ts';
import { gatherBatches } from './gather-batches.ts';
import { ChunkError, type ChunkWrite, type ChunkWritten } from './storage.ts';

/** Bytes that are gathered before one write: large enough that the calls do not count, small enough to stay in cache. */
const batchBytes = 1024 * 1024;
/** Bytes that `inspect` is shown, if that many come. */
const headBytes = 16;

// One write at a time: the chunks of an upload go into one file, whose lock lets only one writer in; the others
// would burn a processor waiting for it, and hold threads that the rest of the server needs.
const writeTurns = createTurns(1);

export type WriteRules = Pick<
  ChunkWrite,
  'maxBytes' | 'exactBytes' | 'expectedSha256' | 'inspect' | 'onProgress'
>;

/** @throws ChunkError; whatever `inspect` throws; the stream's error; the file system's error (ENOSPC) */
export async function writeStreamAt(
  file: FileHandle,
  offset: number,
  body: Readable,
  rules: WriteRules,
): Promise<ChunkWritten> {
  const hash = rules.expectedSha256 ? createHash('sha256') : undefined;
  const limit = Math.min(rules.exactBytes ?? rules.maxBytes, rules.maxBytes);
  let size = 0;
  const batches = gatherBatches(body, batchBytes, (piece) => {
    size += piece.length;
    if (size > limit) throw tooLarge(limit, rules);
    hash?.update(piece);
    rules.onProgress?.();
    notePassingBytes(piece.length);
  });
  try {
    let batch = await batches.take();
    rules.inspect?.(headOf(batch ?? []));
    for (let position = offset; batch; batch = await batches.take()) {
      position += await writeInTurn(file, batch, position);
    }
  } catch (error) {
    body.destroy();
    throw error;
  }
  return verified(size, hash?.digest('hex') ?? null, rules);
}

/** No piece is empty, so as many pieces as bytes are enough. */
function headOf(batch: Buffer[]): Buffer {
  return Buffer.concat(batch.slice(0, headBytes)).subarray(0, headBytes);
}

/** Gives the number of bytes written: all. */
async function writeInTurn(file: FileHandle, batch: Buffer[], position: number): Promise<number> {
  await writeTurns.take();
  try {
    return await writeAll(file, batch, position);
  } finally {
    writeTurns.give();
  }
}

function tooLarge(limit: number, rules: WriteRules): ChunkError {
  return limit === rules.exactBytes
    ? new ChunkError('wrong_size', `The chunk is larger than the ${limit} bytes it should have`)
    : new ChunkError('too_large', `The chunk is larger than ${limit} bytes`);
}

function verified(size: number, sha256: string | null, rules: WriteRules): ChunkWritten {
  if (rules.exactBytes !== undefined && size !== rules.exactBytes) {
    throw new ChunkError('wrong_size', `The chunk has ${size} bytes instead of ${rules.exactBytes}`);
  }
  if (rules.expectedSha256 && sha256 !== rules.expectedSha256) {
    throw new ChunkError('wrong_digest', 'The chunk does not have the SHA-256 it was announced with');
  }
  return { size, sha256 };
}

/** writev may write less than it was given: near a full disk, or after a signal. */
async function writeAll(file: FileHandle, buffers: Buffer[], position: number): Promise<number> {
  let rest = buffers;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at);
    at += bytesWritten;
    rest = dropBytes(rest, bytesWritten);
  }
  return at - position;
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
