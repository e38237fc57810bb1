import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Returns the size of the database in bytes, without reading its tables. */
export async function databaseBytes({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<number> {
  const query =
    dialect === 'sqlite'
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  return Number((await query.execute(db)).rows[0]?.bytes ?? 0);
}
