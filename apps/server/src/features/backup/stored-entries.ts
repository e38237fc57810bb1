// Reads, copies and verifies single files of a library or a backup. Both are storages.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileMissingError, type Storage, type StoredFile } from '#platform/storage/storage.ts';
import { type Entry, type NamedEntry, readEntries } from './entries.ts';

type Named = Pick<NamedEntry, 'kind' | 'name'>;
type Facts = Pick<Entry, 'size' | 'sha256'>;

/** Larger files are hashed by the storage, which on a disk uses another thread. */
const smallBytes = 8 * 1024 ** 2;

/** Returns undefined if there is no such file. */
export async function openEntry(storage: Storage, { kind, name }: Named): Promise<StoredFile | undefined> {
  if (kind === 'picture') return storage.pictures.open(name);
  try {
    return await storage.openFile(name);
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
}

/** Returns the size of a file, or undefined if there is none. */
export async function sizeOfEntry(storage: Storage, entry: Named): Promise<number | undefined> {
  const file = await openEntry(storage, entry);
  await file?.close();
  return file?.size;
}

/** Reads a file again. Returns undefined if there is none. @throws UnreadableError, or the reason of the signal */
export async function factsOfEntry(
  storage: Storage,
  entry: Named,
  signal?: AbortSignal,
): Promise<Facts | undefined> {
  const file = await openEntry(storage, entry);
  if (!file) return undefined;
  try {
    if (entry.kind === 'file' && file.size > smallBytes)
      return { size: file.size, sha256: await storage.digestFile(entry.name, signal) };
    const hash = createHash('sha256');
    for await (const piece of piecesOf(file, signal)) hash.update(piece);
    return { size: file.size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** The file to copy could not be read. Errors of writing are thrown as they are. */
export class ReadFailure extends Error {}

/** Copies an open file. The caller closes it. @throws ReadFailure, the errors of `to`, or the reason of the signal */
export async function copyEntry(
  file: StoredFile,
  to: Storage,
  { kind, name }: Named,
  signal?: AbortSignal,
): Promise<Facts> {
  if (kind === 'picture') {
    const bytes = await readWhole(file, signal);
    await to.pictures.write([{ name, bytes }]);
    return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  const { fileSize, sha256 } = await to.storeFile(name, streamOf(file, signal));
  return { size: fileSize, sha256 };
}

export async function removeEntry(storage: Storage, { kind, name }: Named): Promise<void> {
  await (kind === 'picture' ? storage.pictures.remove([name]) : storage.deleteFile(name));
}

/** Reads the list of the files of a backup. @throws BackupError for a damaged line, FileMissingError */
export async function* readIndex(storage: Storage, key: string): AsyncGenerator<Entry> {
  const file = await storage.openFile(key);
  try {
    yield* readEntries(streamOf(file));
  } finally {
    await file.close();
  }
}

/** Returns the bytes of a file as a stream. @throws ReadFailure while it is being read, or the reason of the signal */
export function streamOf(file: StoredFile, signal?: AbortSignal): Readable {
  return Readable.from(copiesOf(file, signal), { objectMode: false });
}

async function readWhole(file: StoredFile, signal?: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of copiesOf(file, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Yields pieces that stay valid. */
async function* copiesOf(file: StoredFile, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const piece of piecesOf(file, signal)) yield Buffer.from(piece);
  } catch (error) {
    signal?.throwIfAborted();
    throw new ReadFailure('the file could not be read', { cause: error });
  }
}

function piecesOf(file: StoredFile, signal?: AbortSignal): AsyncIterable<Buffer> {
  return file.stream({ start: 0, end: file.size - 1 }, signal);
}
