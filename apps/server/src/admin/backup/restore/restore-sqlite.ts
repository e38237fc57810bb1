import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import SQLite from 'better-sqlite3';
import { openDatabase } from '#db/database.ts';
import { DatabaseFileError, usingFile } from '#db/database-file-error.ts';
import { createFolder, flushFile, flushFolder } from '#platform/storage/disk/flush.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupError } from '../backup-error.ts';
import type { Manifest } from '../manifest.ts';
import { removeDatabase } from '../snapshot/sqlite-snapshot.ts';
import { cleanRestored, readCopy, serverIsRunning } from './restored-database.ts';

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
    if (String((error as NodeJS.ErrnoException).code).startsWith('SQLITE_BUSY')) throw serverIsRunning();
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
  const { code = '' } = error as NodeJS.ErrnoException;
  return error instanceof DatabaseFileError || /^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(code);
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
