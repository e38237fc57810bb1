// Reads, copies and verifies single files of a library or a backup. Both are storages.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type CopiedFile,
  type CopyOptions,
  FileMissingError,
  ReadFailure,
  type Storage,
  type StoredFile,
  UnreadableError,
} from '#platform/storage/storage.ts';
import { streamOf } from '#platform/storage/stream-of.ts';
import { type Entry, type NamedEntry, readEntries } from './entries.ts';

type Named = Pick<NamedEntry, 'kind' | 'name'>;
type Facts = Pick<Entry, 'size' | 'sha256'>;

/** Larger files are hashed by the storage, which uses another thread. */
const smallBytes = 8 * 1024 ** 2;

/** Whether this error says that a file exists but can't be read. Other files may be readable. */
export function isUnreadable(error: unknown): boolean {
  return (error instanceof ReadFailure ? error.cause : error) instanceof UnreadableError;
}

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
    for await (const piece of file.stream({ start: 0, end: file.size - 1 }, signal)) hash.update(piece);
    return { size: file.size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Copies an open file, which the caller closes. @throws ReadFailure, the errors of `to`, or the reason of the signal */
export async function copyEntry(
  file: StoredFile,
  to: Storage,
  { kind, name }: Named,
  options: CopyOptions,
): Promise<CopiedFile> {
  if (kind === 'file') return to.copyFile(name, file, options);
  const bytes = await buffer(streamOf(file, options));
  await to.pictures.write([{ name, bytes }]);
  const read = await to.pictures.read(name);
  if (!read) throw new FileMissingError(`the copy of ${name} is missing`);
  return { fileSize: read.length, sha256: digestOf(read), sourceSha256: digestOf(bytes) };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
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
