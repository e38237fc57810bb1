import type { Readable } from 'node:stream';
import type { Db } from '#db/schema.ts';

/** The database at one moment. */
export interface Snapshot {
  /** Reads the database of that moment. */
  db: Db;
  /** The copy: a SQLite database, or an archive of pg_dump in its custom format. Errors destroy the stream. */
  dump(signal?: AbortSignal): Readable;
}
