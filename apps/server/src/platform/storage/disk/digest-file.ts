// Computes the digests of files in threads, in each of which several files take turns.
import { open } from 'node:fs/promises';
import type { FileDigests } from '../digests.ts';
import { readOnly, throwReading } from './disk-errors.ts';
import { createFileThread, type FileRange, pieceBytes } from './file-thread.ts';

interface DigestFileOptions {
  /** Omitted: the pieces are not digested. */
  pieceLength?: number;
  signal?: AbortSignal | undefined;
}

/** @throws FileMissingError, UnreadableError, or the reason of the signal */
export async function digestFile(
  path: string,
  { pieceLength, signal }: DigestFileOptions = {},
): Promise<FileDigests> {
  signal?.throwIfAborted();
  const file = await open(path, readOnly).catch(throwReading);
  try {
    return await withPieces(withDigest, pieceLength, (digest) => addWholeFile(digest, file.fd, signal));
  } finally {
    await file.close();
  }
}

/** A SHA-256 to which bytes are added in order. The next piece may be added before the promise of the one before has resolved. */
export interface RunningDigest {
  /**
   * Adds bytes of an open file, which must stay open. Returns the number of bytes until the end of the range or of the file.
   * With `withCrc32` the bytes also count for `crc32`.
   */
  addRange(fd: number, range: FileRange, withCrc32?: boolean): Promise<number>;
  addBytes(bytes: Uint8Array): Promise<unknown>;
  /** Returns the CRC-32 of the ranges that were added with it. */
  crc32(): Promise<number>;
  /** Call this before anything is added, to have the pieces digested as well. */
  cutInto(pieceLength: number): Promise<unknown>;
  /** Returns the digests of the pieces. Call this after everything was added. */
  pieces(): Promise<string>;
}

/** Returns the SHA-256 of everything that `addAll` adds, in lower-case hex. */
export type WithDigest = (addAll: (digest: RunningDigest) => Promise<unknown>) => Promise<string>;

/** Digests in a thread of their own: a disk that does not answer stops only this thread. */
export function createDigestThread(): WithDigest {
  let lastDigest = 0;
  let openDigests = 0;
  // The thread stays alive while a digest is open, even if the next piece takes long.
  const thread = createFileThread(() => openDigests === 0);

  return async (addAll) => {
    lastDigest += 1;
    openDigests += 1;
    const digestOf = lastDigest;
    const deathsAtStart = thread.deaths();
    let isComplete = false;
    try {
      await addAll({
        addRange: async (fd, range, withCrc32 = false) =>
          (await thread.ask({ kind: 'hash', fd, range, digestOf, withCrc32 })) as number,
        addBytes: (bytes) => thread.ask({ kind: 'add', bytes, digestOf }),
        crc32: async () => (await thread.ask({ kind: 'crc32', digestOf })) as number,
        cutInto: (pieceLength) => thread.ask({ kind: 'cut', pieceLength, digestOf }),
        pieces: async () => (await thread.ask({ kind: 'pieces', digestOf })) as string,
      });
      if (deathsAtStart !== thread.deaths()) throw new Error('the thread of digests ended');
      isComplete = true;
    } finally {
      openDigests -= 1;
      if (!isComplete) thread.ask({ kind: 'drop', digestOf }).catch(() => {});
    }
    return (await thread.ask({ kind: 'digest', digestOf })) as string;
  };
}

/** Digests everything that `addAll` adds, and its pieces if a length is given. */
export async function withPieces(
  withDigest: WithDigest,
  pieceLength: number | undefined,
  addAll: (digest: RunningDigest) => Promise<unknown>,
): Promise<FileDigests> {
  if (pieceLength === undefined) return { sha256: await withDigest(addAll) };
  let digests = '';
  const sha256 = await withDigest(async (digest) => {
    await digest.cutInto(pieceLength);
    await addAll(digest);
    digests = await digest.pieces();
  });
  return { sha256, pieces: { length: pieceLength, digests } };
}

/** For the files of the storage. */
export const withDigest = createDigestThread();

/** Adds the bytes of an open file to its end. @throws UnreadableError, or the reason of the signal */
export async function addWholeFile(digest: RunningDigest, fd: number, signal?: AbortSignal): Promise<void> {
  let [position, length] = [0, 0];
  do {
    length = await digest.addRange(fd, { position, length: pieceBytes }).catch(throwReading);
    signal?.throwIfAborted();
    position += length;
  } while (length > 0);
}
