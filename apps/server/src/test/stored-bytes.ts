// Reads storage directly, as no client can.
import type { FinishedUpload, StoredFile, UploadHandle } from '#platform/storage/storage.ts';

/** Returns the whole content of a stored file, and closes it. */
export async function readStored(file: StoredFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const range = { start: 0, end: file.size - 1 };
  for await (const piece of file.size > 0 ? file.stream(range) : []) pieces.push(Buffer.from(piece));
  await file.close();
  return Buffer.concat(pieces);
}

/** The arguments of `finishUpload` for an upload whose chunks are all stored. */
export function wholeUpload(key: string, size: number, chunkSize: number): [UploadHandle, FinishedUpload] {
  const chunks = Array.from({ length: Math.ceil(size / chunkSize) }, (_, chunkNumber) => ({
    chunkNumber,
    size: Math.min(chunkSize, size - chunkNumber * chunkSize),
    receipt: '',
  }));
  return [
    { key, state: '' },
    { size, chunkSize, chunks },
  ];
}
