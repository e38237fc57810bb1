import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Keeps SQLite from using the index of this column. SQLite has no statistics here, so it might scan all rows with a common
 * value although another condition selects only a few. Collecting statistics (`analyze`) takes seconds in a large library, and plans
 * would depend on its content.
 */
export function unindexed<T>(column: string): RawBuilder<T> {
  return sql<T>`coalesce(${sql.ref(column)}, null)`;
}

/**
 * True if `text` contains `part`. The wildcards of LIKE are escaped. The escape character is explicit because SQLite has no
 * default one.
 */
export function contains(text: Expression<string>, part: string) {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}
