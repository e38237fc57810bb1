// The few column types that differ between the two dialects, for the one set of migrations.
import { type RawBuilder, sql } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

export interface Columns {
  /** Text that compares and sorts by its bytes in both dialects. */
  text: RawBuilder<unknown>;
  /** A whole number up to 2^53: sizes in bytes. */
  bigint: RawBuilder<unknown>;
}

export function columnsOf(dialect: Dialect): Columns {
  return dialect === 'sqlite'
    ? { text: sql`text`, bigint: sql`integer` }
    : { text: sql`text collate "C"`, bigint: sql`bigint` };
}
