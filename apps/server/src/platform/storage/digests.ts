// Digests of the pieces of a file, computed while its bytes pass by.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

export interface Pieces {
  /** Bytes of each piece but the last. */
  length: number;
  /** The SHA-256 of each piece, 32 bytes one after the other, in Base64. */
  digests: string;
}

/** What is known about the bytes of a file after all of them have been read. */
export interface FileDigests {
  /** Lower-case hex. */
  sha256: string;
  /** Only if asked for. */
  pieces?: Pieces;
}

export type PieceDigests = ReturnType<typeof createPieceDigests>;

export function createPieceDigests(pieceLength: number) {
  const digests: Buffer[] = [];
  let hash = createHash('sha256');
  let filled = 0;

  function endPiece(): void {
    digests.push(hash.digest());
    hash = createHash('sha256');
    filled = 0;
  }

  return {
    add(bytes: Uint8Array): void {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + pieceLength - filled);
        hash.update(part);
        at += part.length;
        filled += part.length;
        if (filled === pieceLength) endPiece();
      }
    },
    /** Call this once, at the end of the file. */
    end(): Pieces {
      if (filled > 0) endPiece();
      return { length: pieceLength, digests: Buffer.concat(digests).toString('base64') };
    },
  };
}

// Computes the size and the digest of a stream while something else reads it.

interface Digested {
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
