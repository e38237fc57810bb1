// Passes the bytes of a chunk on, and checks them on the way.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ChunkError, type ChunkWrite } from '../storage.ts';

/** The number of bytes that `inspect` receives, unless the chunk is shorter. */
const headBytes = 16;

type Rules = Pick<ChunkWrite, 'expectedSha256' | 'inspect' | 'onProgress' | 'confirm'> & {
  exactBytes: number;
  /** Called with the SHA-256 of the whole chunk, in lower-case hex. */
  onDigest?(sha256: string): void;
};

/**
 * Yields the pieces of a chunk. Holds the last one back until the size and the digest of the whole chunk have been checked and
 * `confirm` has agreed, so that a wrong chunk never becomes complete.
 * @throws ChunkError, or the error of `inspect` or of the body
 */
export async function* checkedPieces(body: Readable, rules: Rules): AsyncGenerator<Buffer> {
  const { exactBytes, expectedSha256 } = rules;
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer = Buffer.alloc(0);
  let isInspected = rules.inspect === undefined;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > exactBytes) {
      throw new ChunkError('wrong_size', `The chunk is larger than the ${exactBytes} bytes it should have`);
    }
    rules.onProgress?.();
    hash.update(piece);
    if (isInspected) {
      if (held.length > 0) yield held;
      held = piece;
      continue;
    }
    held = Buffer.concat([held, piece]);
    if (held.length < headBytes) continue;
    rules.inspect?.(held.subarray(0, headBytes));
    isInspected = true;
  }
  if (!isInspected) rules.inspect?.(held.subarray(0, headBytes));
  if (size !== exactBytes) {
    throw new ChunkError('wrong_size', `The chunk has ${size} bytes instead of ${exactBytes}`);
  }
  const sha256 = hash.digest('hex');
  rules.onDigest?.(sha256);
  if (expectedSha256 !== undefined && sha256 !== expectedSha256) {
    throw new ChunkError('wrong_digest', 'The chunk does not have the SHA-256 it was announced with');
  }
  await rules.confirm?.();
  if (held.length > 0) yield held;
}
