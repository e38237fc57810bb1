import { type Expression, sql } from 'kysely';

/**
 * True if `text` contains `part`. The wildcards of LIKE are escaped. The escape character is explicit because SQLite has no
 * default one.
 */
export function contains(text: Expression<string>, part: string) {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}
