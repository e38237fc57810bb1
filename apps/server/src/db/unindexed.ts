// Keeps a condition from choosing the index a statement goes by: for where few rows are named by something else, and the
// database, which knows nothing of how many there are, would go through all that have this value.
import { type RawBuilder, sql } from 'kysely';

export function unindexed<T>(column: string): RawBuilder<T> {
  return sql<T>`coalesce(${sql.ref(column)}, null)`;
}
