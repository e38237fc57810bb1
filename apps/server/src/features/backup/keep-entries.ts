// Copies files from one storage to another: from the library to a backup, or back. Files never change, so a file that is there
// is not copied again.
import { type Storage, UnreadableError } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { createSortedLookup, type Entry, type NamedEntry } from './entries.ts';
import type { Manifest } from './manifest.ts';
import {
  copyEntry,
  factsOfEntry,
  openEntry,
  ReadFailure,
  removeEntry,
  sizeOfEntry,
} from './stored-entries.ts';

type Problem = Manifest['problems'][number];

export interface Keeping {
  from: Storage;
  to: Storage;
  /** The sorted list of an earlier backup in `to`. Its files are not read again. */
  earlier: AsyncIterable<Entry> | Iterable<Entry>;
  signal: AbortSignal;
  /** Called after each file. `isCopied` is false if it was there. */
  onFile(entry: Entry, isCopied: boolean): void;
}

/** While one file is verified, the next one is copied. */
const atOnce = 2;

/** Yields the files as they are in `to`, in the order of `wanted`. Adds missing and damaged files to `problems`. */
export async function* keepEntries(
  wanted: AsyncIterable<NamedEntry>,
  problems: Problem[],
  keeping: Keeping,
): AsyncGenerator<Entry> {
  const lookup = createSortedLookup(keeping.earlier);
  const absent: NamedEntry[] = [];
  const waiting: Promise<Entry | Problem | undefined>[] = [];
  const settle = async (): Promise<Entry | undefined> => {
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

function isMissing(result: Entry | Problem | undefined): boolean {
  return result !== undefined && 'reason' in result && result.reason === 'missing';
}

async function keepOrReport(
  wanted: NamedEntry,
  known: Entry | undefined,
  keeping: Keeping,
): Promise<Entry | Problem> {
  keeping.signal.throwIfAborted();
  const there = await findKept(wanted, known, keeping);
  if (there) {
    keeping.onFile(there, false);
    return there;
  }
  const result = await copyAndVerify(wanted, keeping);
  if ('size' in result) keeping.onFile(result, true);
  return result;
}

/** Returns a file that is already in `to` and undamaged. */
async function findKept(
  wanted: NamedEntry,
  known: Entry | undefined,
  { to, signal }: Keeping,
): Promise<Entry | undefined> {
  const size = await sizeOfEntry(to, wanted);
  if (size === undefined || (wanted.size ?? size) !== size) return undefined;
  if (known?.size === size) return known;
  // An interrupted run has copied it.
  const facts = await factsOfEntry(to, wanted, signal);
  if (!facts || wanted.sha256 === undefined || facts.sha256 !== wanted.sha256) return undefined;
  return { kind: wanted.kind, name: wanted.name, ...facts };
}

/** @throws BackupError if the copy differs when it is read again */
async function copyAndVerify(wanted: NamedEntry, { from, to, signal }: Keeping): Promise<Entry | Problem> {
  const { kind, name } = wanted;
  const damaged: Problem = { name, reason: 'damaged' };
  const file = await openEntry(from, wanted).catch((error) => {
    if (error instanceof UnreadableError) return 'unreadable' as const;
    throw error;
  });
  if (file === 'unreadable') return damaged;
  if (!file) return { name, reason: 'missing' };
  try {
    if (file.size !== (wanted.size ?? file.size)) return damaged;
    const copied = await copyEntry(file, to, wanted, signal);
    if (copied.sha256 !== (wanted.sha256 ?? copied.sha256)) {
      await removeEntry(to, wanted);
      return damaged;
    }
    const read = await factsOfEntry(to, wanted, signal);
    if (read?.sha256 === copied.sha256) return { kind, name, ...copied };
    await removeEntry(to, wanted);
    throw new BackupError(`The copy of ${name} differs from the original. The disk may be failing.`);
  } catch (error) {
    if (error instanceof ReadFailure && error.cause instanceof UnreadableError) return damaged;
    throw error instanceof ReadFailure ? error.cause : error;
  } finally {
    await file.close();
  }
}
