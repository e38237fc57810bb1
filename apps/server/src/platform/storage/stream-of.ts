import { Readable } from 'node:stream';
import { type CopyOptions, ReadFailure, type StoredFile } from './storage.ts';

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
