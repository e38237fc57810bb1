import { Readable } from 'node:stream';
import { type CopyOptions, FileMissingError, ReadFailure, type Storage, type StoredFile } from './storage.ts';

/** Returns the bytes of a file as a stream. @throws ReadFailure while it is being read, or the reason of the signal */
export function streamOf(file: StoredFile, options: Omit<CopyOptions, 'withDigest'> = {}): Readable {
  return Readable.from(piecesOf(file, options), { objectMode: false });
}

/** Yields pieces that stay valid. */
async function* piecesOf(
  file: StoredFile,
  { signal, onProgress }: Omit<CopyOptions, 'withDigest'>,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of file.stream({ start: 0, end: file.size - 1 }, signal)) {
      onProgress?.(piece.length);
      yield Buffer.from(piece);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new ReadFailure('the file could not be read', { cause: error });
  }
}

/**
 * Opens a stored file for sending. A file with a different size was truncated or changed, and must not be sent as the whole
 * file.
 * @throws FileMissingError, UnreadableError
 */
export async function openWhole(storage: Storage, key: string, size: number): Promise<StoredFile> {
  const file = await storage.openFile(key);
  if (file.size === size) return file;
  await file.close();
  throw new FileMissingError(`the stored file has ${file.size} bytes instead of ${size}`);
}
