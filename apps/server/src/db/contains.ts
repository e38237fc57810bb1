import { type Expression, sql } from 'kysely';

/** Whether a text contains a part. The wildcards of LIKE are escaped, explicitly since SQLite has no default escape. */
export function contains(text: Expression<string>, part: string) {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}
