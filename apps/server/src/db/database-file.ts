// Says which file SQLite can't use, and what it needs. Its own errors are only "disk I/O error" and "file is not a database".

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export class DatabaseFileError extends Error {}

/** @throws DatabaseFileError instead of an error about the file. Another process that writes is no such error. */
export function usingFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'SQLITE_NOTADB') throw new DatabaseFileError(`${path} is not a SQLite database.`);
    if (/^SQLITE_(CANTOPEN|CORRUPT|IOERR|PERM|PROTOCOL|READONLY)|^E[A-Z]+$/.test(code)) {
      throw new DatabaseFileError(
        `SQLite can't use ${path} (${message}). It needs a folder on a local disk in which this user may write. Network shares often lack the locks and the shared memory that it needs. DATA_DIR and DATABASE_URL say where the database is.`,
        { cause: error },
      );
    }
    throw error;
  }
}

// Creates the file of a SQLite database, and its folder, so that other users of the machine can't open them.

/** SQLite gives the same mode to its files -wal and -shm. The mode of what exists stays as the admin has set it. */
export function createForOwner(path: string): void {
  createFolder(dirname(path), 0o700);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists, or SQLite fails as well and says why.
  }
}

/** SQLite flushes the names in the folder of a database, but not that of the folder itself. */
function createFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  // Another process may have made it at the same moment.
  mkdirSync(path, { recursive: true, mode });
  flushFolder(dirname(path));
}

/** Windows can't open folders. */
function flushFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

// Reserves a few megabytes of disk space in a file beside the SQLite database. The file is removed when the disk is full,
// because an admin who frees space (logs in, deletes, cancels) first has to write to the database. `http/route.ts` refuses others.

const MiB = 1024 * 1024;
/** At most 8 MiB, or a sixteenth of a small disk. */
const maxBytes = 8 * MiB;
const maxShare = 1 / 16;

export type Ballast = ReturnType<typeof createBallast>;

export function createBallast(databasePath: string) {
  const path = `${databasePath}-ballast`;
  const folder = dirname(path);
  /** The size of the file in bytes, or 0 if there is none. */
  let reserved = 0;
  /** The size that the file should have. */
  let wanted = 0;

  async function write(bytes: number): Promise<void> {
    const file = await open(path, 'w', 0o640);
    try {
      // Random bytes, because some filesystems do not allocate space for zeros.
      for (let at = 0; at < bytes; at += MiB) await file.write(randomBytes(Math.min(MiB, bytes - at)));
    } finally {
      await file.close();
    }
  }

  return {
    isReserved: () => reserved > 0,

    /** Creates the file, unless it exists or there is little space left. */
    async reserve(): Promise<void> {
      const { bavail, blocks, bsize } = await statfs(folder);
      wanted = Math.floor(Math.min(maxBytes, blocks * bsize * maxShare));
      const { size = 0 } = (await stat(path).catch(() => undefined)) ?? {};
      if (size < wanted) {
        if (bavail * bsize < 4 * wanted) return;
        await write(wanted).catch(async (error) => {
          await rm(path, { force: true });
          throw error;
        });
      }
      reserved = wanted;
    },

    /** Returns how much of the reserve is left, from 0 to 1. */
    left(): number {
      if (reserved > 0 || wanted === 0) return 1;
      const { bavail, bsize } = statfsSync(folder);
      return Math.min(1, (bavail * bsize) / wanted);
    },

    /** Call before a write: removes the file if hardly any other space is left. Returns whether it did. */
    release(): boolean {
      if (reserved === 0) return false;
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize > reserved / 4) return false;
      rmSync(path, { force: true });
      reserved = 0;
      return true;
    },
  };
}
