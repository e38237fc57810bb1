// Computes the digests of files in one thread, in which several files take turns.
import { type FileHandle, open } from 'node:fs/promises';
import { readingError } from './disk-errors.ts';
import { createFileThread, pieceBytes } from './file-thread.ts';

const thread = createFileThread();
let lastDigest = 0;

/** Returns the SHA-256 of a file in lower-case hex. @throws FileMissingError, UnreadableError, or the reason of the signal */
export async function digestFile(path: string, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const file = await open(path, 'r').catch(throwReading);
  try {
    return await digestOpen(file, signal);
  } finally {
    await file.close();
  }
}

async function digestOpen({ fd }: FileHandle, signal?: AbortSignal): Promise<string> {
  lastDigest += 1;
  const digestOf = lastDigest;
  try {
    let [position, length] = [0, 0];
    do {
      const range = { position, length: pieceBytes };
      length = (await thread.ask({ kind: 'hash', fd, range, digestOf }).catch(throwReading)) as number;
      signal?.throwIfAborted();
      position += length;
    } while (length > 0);
    return (await thread.ask({ kind: 'digest', digestOf })) as string;
  } catch (error) {
    thread.ask({ kind: 'drop', digestOf }).catch(() => {});
    throw error;
  }
}

function throwReading(error: unknown): never {
  throw readingError(error);
}
