import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import SQLite from 'better-sqlite3';
import { openDatabase } from '#db/database.ts';
import { DatabaseFileError, usingFile } from '#db/database-file.ts';
import { codeOf } from '#platform/error-facts.ts';
import { createFolder, flushFile, flushFolder } from '#platform/storage/disk/flush.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupError, type Manifest } from './backup-documents.ts';
import { cleanRestored, readCopy, type Snapshot, serverIsRunning } from './database-copy.ts';

/** Pages of 4 KiB that are copied between two turns of the event loop, which takes a few milliseconds. */
const pagesAtOnce = 500;
/** For what others write in the meantime. */
const spareBytes = 16 * 1024 * 1024;

/** Copies the database to a file beside it, which is removed afterwards. Only one backup runs at a time. */
export async function withSqliteSnapshot<Result>(
  path: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const copy = `${path}.backup`;
  await removeDatabase(copy);
  await requireRoom(path);
  try {
    await copyDatabase(path, copy);
    const opened = openDatabase({ dialect: 'sqlite', path: copy });
    try {
      return await work({
        db: opened.longReads,
        dump: (signal) => Readable.from(piecesOf(copy, signal), { objectMode: false }),
      });
    } finally {
      await opened.close();
    }
  } finally {
    await removeDatabase(copy);
  }
}

/** On a full disk, members' requests would fail before the backup does. @throws BackupError */
async function requireRoom(path: string): Promise<void> {
  const folder = dirname(path);
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(path), statfs(folder)]);
  const [needed, free] = [size + spareBytes, bavail * bsize];
  if (free >= needed) return;
  throw new BackupError(
    `A backup copies the database beside itself for a while. ${folder} has ${formatBytes(free)} free, and ${formatBytes(needed)} are needed.`,
  );
}

/** Opens the file when the first piece is read, because an error before that would have no listener. */
async function* piecesOf(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    signal?.throwIfAborted();
    yield piece;
  }
}

/** Keeps a read transaction open. Without it, SQLite would start over whenever another connection writes. */
async function copyDatabase(path: string, copy: string): Promise<void> {
  const source = new SQLite(path, { readonly: true });
  try {
    source.pragma('busy_timeout = 5000');
    source.exec('begin');
    source.prepare('select 1 from sqlite_schema').get();
    await source.backup(copy, { progress: () => pagesAtOnce });
  } finally {
    source.close();
  }
}

/** Also removes the files that SQLite keeps beside a database. */
async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(path + suffix, { force: true });
}

/** Returns false if the database has accounts or games. @throws BackupError if another process uses it */
export function requireEmptySqlite(path: string): boolean {
  if (!existsSync(path)) return true;
  const database = openAlone(path);
  try {
    const count = (table: string) => {
      const isThere = database.prepare('select 1 from sqlite_schema where name = ?').get(table);
      return isThere ? Number(database.prepare(`select count(*) from "${table}"`).pluck().get()) : 0;
    };
    return count('users') + count('games') === 0;
  } finally {
    database.close();
  }
}

/** Opens a database that no other process has open, and keeps others out until it is closed. @throws BackupError, DatabaseFileError */
export function openAlone(path: string): SQLite.Database {
  const database = usingFile(path, () => new SQLite(path));
  try {
    return usingFile(path, () => {
      database.pragma('busy_timeout = 0');
      database.pragma('locking_mode = exclusive');
      database.exec('begin immediate; commit');
      return database;
    });
  } catch (error) {
    database.close();
    if (codeOf(error).startsWith('SQLITE_BUSY')) throw serverIsRunning();
    throw error;
  }
}

/** Writes and cleans the database beside its place, and then renames it. @throws BackupError if the copy is damaged */
export async function restoreSqlite(path: string, files: Storage, copy: Manifest['database']): Promise<void> {
  const draft = `${path}.restoring`;
  await createFolder(dirname(path));
  await removeDatabase(draft);
  await writeDraft(draft, readCopy(files, copy));
  try {
    await cleanDraft(draft);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new BackupError(
      `The copy of the database in this backup is damaged (${(error as Error).message}). Choose another backup with --at.`,
    );
  }
  // Otherwise SQLite would apply the log of the empty database to the restored one, also after a power failure.
  await removeDatabase(path);
  await flushFolder(dirname(path));
  await rename(draft, path);
  await flushFolder(dirname(path));
}

async function cleanDraft(draft: string): Promise<void> {
  const { db, close } = openDatabase({ dialect: 'sqlite', path: draft });
  try {
    await cleanRestored(db, 'sqlite');
  } finally {
    await close();
  }
}

/** SQLITE_ERROR: for example, a table is missing. */
function isDamage(error: unknown): boolean {
  return error instanceof DatabaseFileError || /^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(codeOf(error));
}

async function writeDraft(draft: string, copy: Readable): Promise<void> {
  const target = await open(draft, 'wx', 0o600);
  try {
    await target.writeFile(copy);
    await flushFile(target.fd);
  } finally {
    await target.close();
  }
}
