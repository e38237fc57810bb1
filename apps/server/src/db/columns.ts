// The column types that differ between the dialects. Both share one set of migrations.
import { type RawBuilder, sql } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

export interface Columns {
  /** Text that is compared and sorted by its bytes. */
  text: RawBuilder<unknown>;
  /** A whole number up to 2^53, such as a size in bytes. */
  bigint: RawBuilder<unknown>;
}

export function columnsOf(dialect: Dialect): Columns {
  return dialect === 'sqlite'
    ? { text: sql`text`, bigint: sql`integer` }
    : { text: sql`text collate "C"`, bigint: sql`bigint` };
}
