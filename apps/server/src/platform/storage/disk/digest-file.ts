// Computes the digests of files in one thread, in which several files take turns.
import { open } from 'node:fs/promises';
import { readingError } from './disk-errors.ts';
import { createFileThread, pieceBytes } from './file-thread.ts';
import type { FileRange } from './writer-messages.ts';

let lastDigest = 0;
let openDigests = 0;
/** The thread stays alive while a digest is open, even if the next piece takes long. */
const thread = createFileThread(() => openDigests === 0);

/** Returns the SHA-256 of a file in lower-case hex. @throws FileMissingError, UnreadableError, or the reason of the signal */
export async function digestFile(path: string, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const file = await open(path, 'r').catch(throwReading);
  try {
    return await digestPieces(file.fd, async (add) => {
      let [position, length] = [0, 0];
      do {
        length = await add({ position, length: pieceBytes }).catch(throwReading);
        signal?.throwIfAborted();
        position += length;
      } while (length > 0);
    });
  } finally {
    await file.close();
  }
}

/**
 * Returns the SHA-256 of the pieces that `addAll` adds, one after the other. The file must stay open. `add` returns the number of
 * bytes until the end of the range or of the file.
 */
export async function digestPieces(
  fd: number,
  addAll: (add: (range: FileRange) => Promise<number>) => Promise<unknown>,
): Promise<string> {
  lastDigest += 1;
  openDigests += 1;
  const digestOf = lastDigest;
  const deathsAtStart = thread.deaths();
  let isComplete = false;
  try {
    await addAll(async (range) => (await thread.ask({ kind: 'hash', fd, range, digestOf })) as number);
    if (deathsAtStart !== thread.deaths()) throw new Error('the thread of digests ended');
    isComplete = true;
  } finally {
    openDigests -= 1;
    if (!isComplete) thread.ask({ kind: 'drop', digestOf }).catch(() => {});
  }
  return (await thread.ask({ kind: 'digest', digestOf })) as string;
}

function throwReading(error: unknown): never {
  throw readingError(error);
}
