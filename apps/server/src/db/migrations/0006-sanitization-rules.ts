// Sanitization rules. A new library begins with the default ones, so that already its first upload gets a fair title; a
// library that is in use keeps the titles it makes, until its admin adds rules.
import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '#platform/tokens.ts';
import type { Columns } from '../columns.ts';

export async function createSanitizationRules(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema
    .createTable('sanitizationRules')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('find', text, (c) => c.notNull())
    .addColumn('replace', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('order', 'integer', (c) => c.notNull())
    .execute();

  const { rows } = await sql`select 1 from users union all select 1 from games limit 1`.execute(db);
  if (rows.length > 0) return;
  const defaults = exampleRules.filter(({ isDefault }) => isDefault);
  for (const [index, { find, replace, description }] of defaults.entries()) {
    await sql`insert into "sanitizationRules" ("id", "find", "replace", "description", "order")
      values (${newId()}, ${find}, ${replace}, ${description}, ${index + 1})`.execute(db);
  }
}
