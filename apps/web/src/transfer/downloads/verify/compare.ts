// Compares a downloaded file with the library's, piece by piece.
import type { FilePieces } from '@cellar/contract/transfer/downloads.endpoints.ts';
import { networkError } from '#lib/api-error.ts';
import type { HashReply } from './hash-worker.ts';

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

// What can go wrong while a file is verified or repaired, besides the errors of the server.

/**
 * - `unreadable`: the file was changed, moved or deleted since it was chosen.
 * - `changed`: the file in the library is another one by now.
 * - `noRoom`: the disk is full.
 * - `failed`: anything else, such as a browser that can't write the file.
 */
type VerifyFailure = 'unreadable' | 'changed' | 'noRoom' | 'failed';

export class VerifyError extends Error {
  readonly code: VerifyFailure;

  constructor(code: VerifyFailure, cause?: unknown) {
    super(`the file could not be verified: ${code}`, { cause });
    this.name = 'VerifyError';
    this.code = code;
  }
}

/** The errors of the File API (section 8) and of the File System Standard. */
const codeOfName: Record<string, VerifyFailure> = {
  NotReadableError: 'unreadable',
  NotFoundError: 'unreadable',
  SecurityError: 'unreadable',
  QuotaExceededError: 'noRoom',
};

/** `name`: of a DOMException. */
export function fileFailure(name: string, cause: unknown): VerifyError {
  return new VerifyError(codeOfName[name] ?? 'failed', cause);
}

// Digests pieces of files in a worker, one at a time.

export interface Hasher {
  /** Returns the SHA-256 in lower-case hex. Call this again only after the answer. @throws VerifyError, ApiError */
  digest(piece: Blob): Promise<string>;
  close(): void;
}

export function createHasher(): Hasher {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  let answer: PromiseWithResolvers<string> | undefined;
  worker.onmessage = ({ data }: MessageEvent<HashReply>) => {
    if ('digest' in data) answer?.resolve(data.digest);
    else answer?.reject(fileFailure(data.errorName, data.message));
  };
  // A worker whose script could not be loaded gets an event without a message (HTML section 10.2.6.3).
  worker.onerror = ({ message }: Partial<ErrorEvent>) =>
    answer?.reject(message === undefined ? networkError() : new VerifyError('failed', message));
  return {
    digest(piece) {
      answer = Promise.withResolvers();
      worker.postMessage(piece);
      return answer.promise;
    },
    close() {
      worker.terminate();
      answer?.reject(new VerifyError('failed', 'the worker was closed'));
    },
  };
}
