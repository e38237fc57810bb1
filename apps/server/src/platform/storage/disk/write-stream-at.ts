// Writes a stream into an open file at an offset, in batches, and never beyond the limit.
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ChunkError, type ChunkWrite, type ChunkWritten } from '../storage.ts';
import { gatherBatches } from './gather-batches.ts';
import { createFileWriter } from './writer-thread.ts';

/** Large enough that the number of calls matters little, and small enough for the processor's cache. */
const batchBytes = 1024 * 1024;
/** The number of bytes that `inspect` receives, unless the stream is shorter. */
const headBytes = 16;

export type WriteRules = Pick<
  ChunkWrite,
  'maxBytes' | 'exactBytes' | 'expectedSha256' | 'mayTakeBuffers' | 'inspect' | 'onProgress'
> & {
  folder?: string;
  /** Set if the digest is not needed. */
  withoutDigest?: boolean;
};

/** @throws ChunkError, or the error of `inspect`, the stream or the file system (ENOSPC) */
export async function writeStreamAt(
  file: FileHandle,
  offset: number,
  body: Readable,
  rules: WriteRules,
): Promise<ChunkWritten> {
  const limit = Math.min(rules.exactBytes ?? rules.maxBytes, rules.maxBytes);
  let size = 0;
  const batches = gatherBatches(body, batchBytes, (piece) => {
    size += piece.length;
    if (size > limit) throw tooLarge(limit, rules);
    rules.onProgress?.();
  });
  const writer = createFileWriter(file.fd, {
    withDigest: !rules.withoutDigest,
    mayTakeBuffers: rules.mayTakeBuffers === true,
    folder: rules.folder,
  });
  try {
    let batch = await batches.next();
    rules.inspect?.(headOf(batch ?? []));
    for (let position = offset; batch; batch = await batches.next()) {
      position += await writer.write(batch, position);
    }
    const sha256 = rules.withoutDigest ? '' : await writer.digest();
    return verified(size, sha256, rules);
  } catch (error) {
    body.destroy();
    throw error;
  } finally {
    writer.close();
  }
}

/** No piece is empty, so `headBytes` pieces contain enough bytes. */
function headOf(batch: Buffer[]): Buffer {
  return Buffer.concat(batch.slice(0, headBytes)).subarray(0, headBytes);
}

function tooLarge(limit: number, rules: WriteRules): ChunkError {
  return limit === rules.exactBytes
    ? new ChunkError('wrong_size', `The chunk is larger than the ${limit} bytes it should have`)
    : new ChunkError('too_large', `The chunk is larger than ${limit} bytes`);
}

function verified(size: number, sha256: string, rules: WriteRules): ChunkWritten {
  if (rules.exactBytes !== undefined && size !== rules.exactBytes) {
    throw new ChunkError('wrong_size', `The chunk has ${size} bytes instead of ${rules.exactBytes}`);
  }
  if (rules.expectedSha256 && sha256 !== rules.expectedSha256) {
    throw new ChunkError('wrong_digest', 'The chunk does not have the SHA-256 it was announced with');
  }
  return { size, sha256, receipt: '' };
}
