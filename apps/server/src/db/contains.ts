// "Has this part in it", for both dialects. Used by the searches over accounts and downloads.
import { type Expression, sql } from 'kysely';

/** Of the characters that LIKE reads as its own, none is meant. Only PostgreSQL has an escape by default. */
export function contains(text: Expression<string>, part: string) {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}
