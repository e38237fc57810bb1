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
import { streamOf } from '#platform/storage/whole-files.ts';
import { BackupError, type Manifest } from './backup-documents.ts';
import type { ProgressCounter } from './backup-progress.ts';
import { createSortedLookup, type Entry, type NamedEntry, readEntries } from './entries.ts';

type Named = Pick<NamedEntry, 'kind' | 'name'>;
type Facts = Pick<Entry, 'size' | 'sha256'>;

/** Larger files are hashed by the storage, which uses another thread. */
const smallBytes = 8 * 1024 ** 2;

/** Whether this error says that a file exists but can't be read. Other files may be readable. */
export function isUnreadable(error: unknown): boolean {
  return (error instanceof ReadFailure ? error.cause : error) instanceof UnreadableError;
}

/** Returns undefined if there is no such file. */
async function openEntry(storage: Storage, { kind, name }: Named): Promise<StoredFile | undefined> {
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
async function copyEntry(
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

async function removeEntry(storage: Storage, { kind, name }: Named): Promise<void> {
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

// Copies files from one storage to another: from the library to a backup, or back. Files never change, so a file that is there
// is not copied again.

type Problem = Manifest['problems'][number];

interface Keeping {
  from: Storage;
  to: Storage;
  /** The sorted list of an earlier backup in `to`. Its files are not read again. */
  earlier: AsyncIterable<Entry> | Iterable<Entry>;
  signal: AbortSignal;
  progress: ProgressCounter;
}

/** A file in `to`. */
interface Kept extends Entry {
  /** False if it was there. */
  isCopied: boolean;
}

/** While one file is flushed and read again, the next one is copied. */
const atOnce = 2;

/** Yields the files as they are in `to`, in the order of `wanted`. Adds missing and damaged files to `problems`. */
export async function* keepEntries(
  wanted: AsyncIterable<NamedEntry>,
  problems: Problem[],
  keeping: Keeping,
): AsyncGenerator<Kept> {
  const lookup = createSortedLookup(keeping.earlier);
  const absent: NamedEntry[] = [];
  const waiting: Promise<Kept | Problem | undefined>[] = [];
  const settle = async (): Promise<Kept | undefined> => {
    const result = await waiting.shift();
    if (!result || 'size' in result) return result;
    problems.push(result);
    return undefined;
  };
  try {
    for await (const entry of wanted) {
      const kept = keepOrReport(entry, await lookup.find(entry), keeping).then((result) => {
        if (!isMissing(result) || entry.kind !== 'picture') return result;
        absent.push(entry);
        return undefined;
      });
      // Awaited in `settle`, possibly after the error of an earlier file.
      kept.catch(() => undefined);
      waiting.push(kept);
      const ready = waiting.length >= atOnce ? await settle() : undefined;
      if (ready) yield ready;
    }
    while (waiting.length > 0) {
      const ready = await settle();
      if (ready) yield ready;
    }
    // A picture that was uploaded again while it was being removed gets its row shortly before its files.
    for (const entry of absent) {
      waiting.push(keepOrReport(entry, undefined, keeping));
      const ready = await settle();
      if (ready) yield ready;
    }
  } finally {
    await Promise.allSettled(waiting);
    await lookup.close();
  }
}

function isMissing(result: Kept | Problem | undefined): boolean {
  return result !== undefined && 'reason' in result && result.reason === 'missing';
}

async function keepOrReport(
  wanted: NamedEntry,
  known: Entry | undefined,
  keeping: Keeping,
): Promise<Kept | Problem> {
  keeping.signal.throwIfAborted();
  const found = await damagedIfUnreadable(findKept(wanted, known, keeping));
  const there = found === 'damaged' ? undefined : found;
  const result = there ?? (await copyAndVerify(wanted, keeping));
  if ('reason' in result) return result;
  const kept = { ...result, isCopied: there === undefined };
  keeping.progress.onFile(kept);
  return kept;
}

/** Returns a file that is already in `to` and undamaged. @throws UnreadableError */
async function findKept(
  wanted: NamedEntry,
  known: Entry | undefined,
  { to, signal }: Keeping,
): Promise<Entry | undefined> {
  const size = await sizeOfEntry(to, wanted);
  if (size === undefined || (wanted.size ?? size) !== size) return undefined;
  if (known?.size === size) return known;
  // An interrupted run has copied it, or a verification has found it damaged.
  const facts = await factsOfEntry(to, wanted, signal);
  if (!facts || wanted.sha256 === undefined || facts.sha256 !== wanted.sha256) return undefined;
  return { kind: wanted.kind, name: wanted.name, ...facts };
}

/** @throws BackupError if the copy differs from the original when it is read again */
async function copyAndVerify(wanted: NamedEntry, keeping: Keeping): Promise<Entry | Problem> {
  const { kind, name } = wanted;
  const copied = await copyWanted(wanted, keeping);
  if (typeof copied === 'string') return { name, reason: copied };
  const { fileSize: size, sha256, sourceSha256 } = copied;
  const expected = wanted.sha256 ?? sourceSha256;
  if (sha256 === expected) return { kind, name, size, sha256 };
  await removeEntry(keeping.to, wanted);
  const found = sourceSha256 ?? (await digestOfSource(wanted, keeping));
  if (found !== expected) return { name, reason: 'damaged' };
  throw new BackupError(`The copy of ${name} differs from the original. The disk may be failing.`);
}

/** Returns a reason if the file can't be copied. A source whose digest is known is not hashed. */
async function copyWanted(
  wanted: NamedEntry,
  { from, to, signal, progress }: Keeping,
): Promise<CopiedFile | Problem['reason']> {
  const file = await damagedIfUnreadable(openEntry(from, wanted));
  if (file === 'damaged') return file;
  if (!file) return 'missing';
  try {
    if (file.size !== (wanted.size ?? file.size)) return 'damaged';
    const withDigest = wanted.sha256 === undefined;
    const onProgress = wanted.kind === 'file' ? progress.onBytes : undefined;
    return await copyEntry(file, to, wanted, { withDigest, signal, onProgress });
  } catch (error) {
    if (error instanceof ReadFailure && error.cause instanceof UnreadableError) return 'damaged';
    throw error instanceof ReadFailure ? error.cause : error;
  } finally {
    await file.close();
  }
}

/** Returns undefined for a file that is missing or can't be read. */
async function digestOfSource(wanted: NamedEntry, { from, signal }: Keeping): Promise<string | undefined> {
  const facts = await damagedIfUnreadable(factsOfEntry(from, wanted, signal));
  return facts === 'damaged' ? undefined : facts?.sha256;
}

async function damagedIfUnreadable<Result>(reading: Promise<Result>): Promise<Result | 'damaged'> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnreadableError) return 'damaged';
    throw error;
  }
}
