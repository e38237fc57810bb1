// The list of the files of a backup: one JSON array per line, platform and cheat files before pictures, each sorted by name.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { artworkName, artworkNameAt, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import { z } from 'zod';
import { countRows } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import { BackupError } from './backup-documents.ts';

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

// The files that a database names. Every table that refers to stored files or pictures must be listed here.

const batch = 500;

/** Yields them in the order of the list of a backup, except for pictures of old versions, which come last. */
export async function* listNamed(db: Db): AsyncGenerator<NamedEntry> {
  for await (const file of inBatches((after) => listFiles(db, after))) yield { kind: 'file', ...file };
  for await (const { name } of inBatches((after) => listPictures(db, after))) yield* sizesOf(name);
  for (const name of await listOldPictures(db)) yield* sizesOf(name);
}

export async function countNamed(db: Db) {
  const { files, bytes } = await db
    .selectFrom(allFiles(db).as('named'))
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('size').as('bytes')])
    .executeTakeFirstOrThrow();
  return {
    games: await countRows(db.selectFrom('games')),
    files: Number(files),
    bytes: Number(bytes ?? 0),
    pictures: await countRows(db.selectFrom('artworks')),
  };
}

async function* inBatches<Row extends { name: string }>(
  list: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = [];
  do {
    rows = await list(rows.at(-1)?.name ?? '');
    yield* rows;
  } while (rows.length === batch);
}

function allFiles(db: Db) {
  // Files in library folders are not Cellar's. Their rows are in the database, so they are known again after a restore.
  return db
    .selectFrom('gameFiles')
    .where('libraryItemId', 'is', null)
    .select(['storageKey as name', 'fileSize as size', 'sha256'])
    .unionAll(
      db
        .selectFrom('gameExtras')
        .where('libraryItemId', 'is', null)
        .select(['storageKey as name', 'fileSize as size', 'sha256']),
    )
    .unionAll(db.selectFrom('cheatFiles').select(['storageKey as name', 'fileSize as size', 'sha256']));
}

async function listFiles(db: Db, after: string) {
  const rows = await db
    .selectFrom(allFiles(db).as('named'))
    .selectAll()
    .where('name', '>', after)
    .orderBy('name')
    .limit(batch)
    .execute();
  return rows.map(({ name, size, sha256 }) => ({ name, size, sha256: sha256 ?? undefined }));
}

function listPictures(db: Db, after: string) {
  const query = db.selectFrom('artworks').select('name').where('name', '>', after);
  return query.orderBy('name').limit(batch).execute();
}

/** Lists pictures without a row of their own, which versions without a table of pictures stored. Usually there are none. */
async function listOldPictures(db: Db): Promise<string[]> {
  const covers = db
    .selectFrom('games')
    .select('boxArt as name')
    .where('boxArt', 'is not', null)
    .$narrowType<{ name: string }>();
  const images = db.selectFrom('gameMedia').select('value as name').where('kind', '=', 'image');
  const rows = await db
    .selectFrom(covers.union(images).as('used'))
    .select('used.name')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('artworks').select('artworks.name').whereRef('artworks.name', '=', 'used.name'))),
    )
    .orderBy('used.name')
    .execute();
  return rows.map(({ name }) => name).filter((name) => artworkName.test(name));
}

/** In sorted order. Pictures of old versions may lack the smaller sizes, which are made when they are requested. */
function* sizesOf(name: string): Generator<NamedEntry> {
  const digest = artworkName.exec(name)?.[1];
  if (!digest) return;
  const smaller = artworkWidths.map((width) => artworkNameAt(name, width));
  for (const each of smaller) yield { kind: 'picture', name: each };
  yield { kind: 'picture', name, sha256: digest };
}
