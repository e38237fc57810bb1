// The list of the files of a backup: one JSON array per line, platform and cheat files before pictures, each sorted by name.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

export type EntryKind = 'file' | 'picture';

/** A file that the copy of the database names. */
export interface NamedEntry {
  kind: EntryKind;
  /** The storage key, or the name of the picture. */
  name: string;
  /** Undefined if the database does not say. */
  size?: number | undefined;
  /** Lower-case hex. */
  sha256?: string | undefined;
}

/** A file in the backup. */
export type Entry = Required<NamedEntry> & { size: number; sha256: string };

/** Whether the name is that of a smaller size of a picture, which is made again if it is missing. */
export function isSmallerSize(name: string): boolean {
  return /-\d+\.webp$/.test(name);
}

const line = z.tuple([
  z.enum(['file', 'picture']),
  z.string().regex(/^[\w-]{8,100}(\.webp)?$/),
  z.number().int().nonnegative().nullable(),
  z.string().nullable(),
]);

export function lineOf({ kind, name, size, sha256 }: NamedEntry): string {
  return `${JSON.stringify([kind, name, size ?? null, sha256 ?? null])}\n`;
}

/** @throws BackupError for a damaged line */
export async function* readNamed(body: Readable): AsyncGenerator<NamedEntry> {
  for await (const text of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [kind, name, size, sha256] = parse(text);
    yield { kind, name, size: size ?? undefined, sha256: sha256 ?? undefined };
  }
}

/** @throws BackupError for a damaged line */
export async function* readEntries(body: Readable): AsyncGenerator<Entry> {
  for await (const { size, sha256, ...entry } of readNamed(body)) {
    if (size === undefined || sha256 === undefined) throw damaged();
    yield { ...entry, size, sha256 };
  }
}

function parse(text: string): z.infer<typeof line> {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    throw damaged();
  }
}

function damaged(): BackupError {
  return new BackupError('The list of files of the backup is damaged.');
}

/**
 * Looks entries up in a sorted list while reading it only once: every lookup must be for a later entry than the one before.
 */
export function createSortedLookup(entries: AsyncIterable<Entry> | Iterable<Entry>) {
  const reading =
    Symbol.asyncIterator in entries ? entries[Symbol.asyncIterator]() : entries[Symbol.iterator]();
  let current: Entry | undefined;
  let isAtEnd = false;
  return {
    async find(wanted: Pick<Entry, 'kind' | 'name'>): Promise<Entry | undefined> {
      while (!isAtEnd && (current === undefined || orderOf(current) < orderOf(wanted))) {
        const next = await reading.next();
        isAtEnd = Boolean(next.done);
        current = next.done ? undefined : next.value;
      }
      return current && orderOf(current) === orderOf(wanted) ? current : undefined;
    },
    close: async () => void (await reading.return?.(undefined)),
  };
}

function orderOf({ kind, name }: Pick<Entry, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}
