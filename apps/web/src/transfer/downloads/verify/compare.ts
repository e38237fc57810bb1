// Compares a downloaded file with the library's, piece by piece.
import type { FilePieces } from '@cellar/contract/transfer/downloads.endpoints.ts';

/** In bytes; `end` is the first byte after it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What the file in the library consists of. */
export interface ExpectedFile {
  name: string;
  size: number;
  sha256: string;
  pieceLength: number;
  /** The SHA-256 of each piece, in lower-case hex. */
  digests: readonly string[];
}

export interface Comparison {
  /** The numbers of the pieces that differ or are missing, counted from 0. */
  wrong: readonly number[];
  /** Where they are. Neighbors are one range. */
  ranges: readonly ByteRange[];
  /** Bytes of the ranges. */
  wrongBytes: number;
  missingBytes: number;
  surplusBytes: number;
  /** No piece is the same, so there is nothing to repair. */
  isOther: boolean;
}

const digestBytes = 32;

/** Returns undefined until the server has computed the digests. */
export function expectedFile({ fileName, fileSize, sha256, pieces }: FilePieces): ExpectedFile | undefined {
  if (!sha256 || !pieces) return undefined;
  const bytes = Array.from(atob(pieces.digests), (character) =>
    character.charCodeAt(0).toString(16).padStart(2, '0'),
  );
  const digests = Array.from({ length: bytes.length / digestBytes }, (_, index) =>
    bytes.slice(index * digestBytes, (index + 1) * digestBytes).join(''),
  );
  return { name: fileName, size: fileSize, sha256, pieceLength: pieces.length, digests };
}

export function rangeOf({ size, pieceLength }: ExpectedFile, index: number): ByteRange {
  const start = index * pieceLength;
  return { start, end: Math.min(start + pieceLength, size) };
}

/** `found`: the digests of the pieces of a file of `size` bytes, which may have ended early. */
export function compare(expected: ExpectedFile, size: number, found: readonly string[]): Comparison {
  const wrong = expected.digests.flatMap((digest, index) => (found[index] === digest ? [] : [index]));
  const ranges: ByteRange[] = [];
  for (const { start, end } of wrong.map((index) => rangeOf(expected, index))) {
    const last = ranges.at(-1);
    if (last?.end === start) last.end = end;
    else ranges.push({ start, end });
  }
  return {
    wrong,
    ranges,
    wrongBytes: ranges.reduce((sum, { start, end }) => sum + end - start, 0),
    missingBytes: Math.max(0, expected.size - size),
    surplusBytes: Math.max(0, size - expected.size),
    isOther: wrong.length > 0 && wrong.length === expected.digests.length,
  };
}

export function isIdentical({ wrong, surplusBytes }: Comparison): boolean {
  return wrong.length === 0 && surplusBytes === 0;
}

/** The file in the library is another one by now. */
export class OtherContentError extends Error {
  override readonly name = 'OtherContentError';
}

/**
 * What went wrong while a file was verified or repaired, besides the errors of the server:
 * - `unreadable`: the file was changed, moved or deleted since it was chosen.
 * - `changed`: the file in the library is another one by now.
 * - `noRoom`: the disk is full.
 * - `failed`: anything else, such as a browser that can't write the file.
 */
type VerifyFailure = 'unreadable' | 'changed' | 'noRoom' | 'failed';

/** Among them the errors of the File API (section 8) and of the File System Standard. */
const failureOfName: Record<string, VerifyFailure> = {
  NotReadableError: 'unreadable',
  NotFoundError: 'unreadable',
  SecurityError: 'unreadable',
  QuotaExceededError: 'noRoom',
  OtherContentError: 'changed',
};

export function verifyFailureOf(error: unknown): VerifyFailure {
  return (error instanceof Error && failureOfName[error.name]) || 'failed';
}
