// What restores of both kinds of databases share.
import { Readable } from 'node:stream';
import type { Dialect } from '#db/columns.ts';
import { migrate } from '#db/migrate.ts';
import type { Db, Trx } from '#db/schema.ts';
import { released } from '#platform/lease.ts';
import { digested } from '#platform/storage/digests.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { streamOf } from '#platform/storage/whole-files.ts';
import { BackupError, type Manifest } from './backup-documents.ts';

export function serverIsRunning(): BackupError {
  return new BackupError('Another program, presumably a running server, uses the database. Stop it first.');
}

/**
 * Reads the copy of the database. It was checked before the files were copied, which may have taken hours.
 * Fails with a BackupError after the last byte if the copy has changed since.
 */
export function readCopy(files: Storage, { key, sha256 }: Manifest['database']): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    const file = await files.openFile(key);
    try {
      const { stream, result } = digested(streamOf(file));
      yield* stream;
      if (result().sha256 !== sha256)
        throw new BackupError(
          'The copy of the database has changed since it was checked. Run the restore again.',
        );
    } finally {
      await file.close();
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Migrates a restored database, and removes what was under way when it was copied. Idempotent. */
export async function cleanRestored(
  db: Db,
  dialect: Dialect,
  last?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await migrate(db, dialect, { isRestoring: true });
  await db.transaction().execute(async (trx) => {
    // A backup holds no bytes of unfinished uploads.
    await trx.deleteFrom('uploads').where('state', '=', 'open').execute();
    await trx.deleteFrom('backups').where('running', '=', 1).execute();
    await trx.deleteFrom('storageChecks').where('running', '=', 1).execute();
    await trx.deleteFrom('nodes').execute();
    await trx.updateTable('jobs').set(released).execute();
    await last?.(trx);
  });
}

/** The database at one moment. */
export interface Snapshot {
  /** Reads the database of that moment. */
  db: Db;
  /** The copy: a SQLite database, or an archive of pg_dump in its custom format. Errors destroy the stream. */
  dump(signal?: AbortSignal): Readable;
}
