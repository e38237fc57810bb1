// Reads the rows of all features that refer to stored files, and platform files in library folders. Every table with a storage key
// must be listed here, or the check reports its files as orphans. A test enforces this.
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';

export interface StoredFileRow {
  storageKey: string;
  fileSize: number;
  sha256: string | null;
  gameId: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The item of a library folder that holds the bytes. Null: they are in the storage. */
  libraryItemId: string | null;
}

/** Selects the rows of all files, for joining. */
export function storedFiles(db: Db) {
  return db
    .selectFrom('gameFiles')
    .select(['storageKey', 'fileSize', 'sha256', 'gameId', 'platform', 'libraryItemId'])
    .unionAll(
      db
        .selectFrom('gameExtras')
        .select(['storageKey', 'fileSize', 'sha256', 'gameId'])
        // Without the cast, SQLite would read all rows to sort them, instead of merging the three indexes.
        .select((eb) => eb.cast<string>(eb.fn.coalesce('platform', eb.val('')), 'text').as('platform'))
        .select('libraryItemId'),
    )
    .unionAll(
      db
        .selectFrom('cheatFiles')
        .select(['storageKey', 'fileSize', 'sha256', 'gameId', 'platform'])
        .select(inStorage),
    );
}

const inStorage = sql<string | null>`cast(null as text)`.as('libraryItemId');

/** Returns up to `limit` files with keys after `after`, sorted by storage key. */
export function listStoredFiles(db: Db, after: string, limit: number): Promise<StoredFileRow[]> {
  return db
    .selectFrom(storedFiles(db).as('stored'))
    .selectAll()
    .where('storageKey', '>', after)
    .orderBy('storageKey')
    .limit(limit)
    .execute();
}

export function findStoredFile(db: Db, storageKey: string): Promise<StoredFileRow | undefined> {
  return db
    .selectFrom(storedFiles(db).as('stored'))
    .selectAll()
    .where('storageKey', '=', storageKey)
    .executeTakeFirst();
}

export async function measureStoredFiles(db: Db): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom(storedFiles(db).as('stored'))
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('fileSize').as('bytes')])
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0) };
}

/** Returns the keys, out of these, that belong to a file, an upload, or bytes that are about to be removed. */
export async function listKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom(storedFiles(db).as('stored'))
    .select('storageKey')
    .where('storageKey', 'in', keys)
    .union(db.selectFrom('uploads').select('id as storageKey').where('id', 'in', keys))
    .union(db.selectFrom('removals').select('storageKey').where('storageKey', 'in', keys))
    .union(db.selectFrom('storedAhead').select('storageKey').where('storageKey', 'in', keys))
    .execute();
  return new Set(rows.map(({ storageKey }) => storageKey));
}

/** Returns up to `limit` keys each of platform files, extras, cheat files and unfinished uploads. */
export async function listSomeKeys(db: Db, limit: number): Promise<string[]> {
  const chunks = db.selectFrom('uploadChunks').select('uploadId as storageKey').distinct();
  const [files, extras, cheats, uploads] = await Promise.all([
    db.selectFrom('gameFiles').select('storageKey').limit(limit).execute(),
    db.selectFrom('gameExtras').select('storageKey').limit(limit).execute(),
    db.selectFrom('cheatFiles').select('storageKey').limit(limit).execute(),
    chunks.limit(limit).execute(),
  ]);
  return [...files, ...extras, ...cheats, ...uploads].map(({ storageKey }) => storageKey);
}

interface PlatformSum {
  platform: string;
  /** Whether the bytes are in library folders. */
  isInPlace: boolean;
  files: number;
  bytes: number;
}

/** Adds up all files by platform, largest first. Reads all of them: pass `longReads`. */
export async function sumByPlatform(db: Db): Promise<PlatformSum[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom(storedFiles(db).as('stored'))
        .select(['platform', 'fileSize'])
        .select(sql<number>`case when "libraryItemId" is null then 0 else 1 end`.as('inPlace'))
        .as('files'),
    )
    .select((eb) => [
      'platform',
      'inPlace',
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<number>('fileSize').as('bytes'),
    ])
    .groupBy(['platform', 'inPlace'])
    .orderBy('bytes', 'desc')
    .orderBy('platform')
    .execute();
  return rows.map(({ platform, inPlace, files, bytes }) => ({
    platform,
    isInPlace: inPlace === 1,
    files: Number(files),
    bytes: Number(bytes),
  }));
}
