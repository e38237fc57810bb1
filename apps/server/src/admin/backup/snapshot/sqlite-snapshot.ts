import { createReadStream } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import SQLite from 'better-sqlite3';
import { openDatabase } from '#db/database.ts';
import { BackupError } from '../backup-error.ts';
import type { Snapshot } from './snapshot.ts';

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
export async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(path + suffix, { force: true });
}
