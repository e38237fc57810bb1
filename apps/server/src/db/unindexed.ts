import { type RawBuilder, sql } from 'kysely';

/**
 * Keeps SQLite from using the index of this column. SQLite has no statistics here, so it might scan all rows with a common
 * value although another condition selects only a few.
 */
export function unindexed<T>(column: string): RawBuilder<T> {
  return sql<T>`coalesce(${sql.ref(column)}, null)`;
}
