// Computes the size and the digest of a stream while something else reads it.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

export interface Digested {
  /** Contains the same bytes. */
  stream: Readable;
  /** Call this once the stream has ended. */
  result(): { fileSize: number; sha256: string };
}

export function digested(body: Readable): Digested {
  const hash = createHash('sha256');
  let fileSize = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of body as AsyncIterable<Buffer>) {
      fileSize += piece.length;
      hash.update(piece);
      yield piece;
    }
  }
  return {
    stream: Readable.from(pieces(), { objectMode: false }),
    result: () => ({ fileSize, sha256: hash.digest('hex') }),
  };
}
