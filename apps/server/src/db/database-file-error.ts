// Says which file SQLite can't use, and what it needs. Its own errors are only "disk I/O error" and "file is not a database".

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
