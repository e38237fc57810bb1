// Sanitization rules in the database, and the titles they are tried on.
import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GamesTable } from '#features/games/games.table.ts';
import type { SanitizationRulesTable } from './sanitization.table.ts';

export type RuleRow = Selectable<SanitizationRulesTable>;
export type TitleRow = Pick<Selectable<GamesTable>, 'id' | 'title' | 'titleFold'>;

/** In the order they are applied. */
export function listRules(db: Db): Promise<RuleRow[]> {
  return db.selectFrom('sanitizationRules').selectAll().orderBy('order').orderBy('id').execute();
}

/** As they are now, and nobody else changes them until the transaction ends. */
export async function holdRules(trx: Trx): Promise<RuleRow[]> {
  await lockRows(trx, trx.selectFrom('sanitizationRules').select('id').orderBy('id')).execute();
  // Anew: what came in while it waited is not among the rows it has held.
  return listRules(trx);
}

export async function insertRule(trx: Trx, rule: RuleRow): Promise<void> {
  await trx.insertInto('sanitizationRules').values(rule).execute();
}

/** False when it is not there. */
export async function updateRule(trx: Trx, id: string, changes: Partial<RuleRow>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sanitizationRules')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRule(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sanitizationRules').where('id', '=', id).execute();
}

/** By title, from the one after the last that was read. */
export function listTitles(db: Db, limit: number, after?: TitleRow): Promise<TitleRow[]> {
  let query = db
    .selectFrom('games')
    .select(['id', 'title', 'titleFold'])
    .orderBy('titleFold')
    .orderBy('id')
    .limit(limit);
  if (after) {
    const { titleFold, id } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('titleFold', 'id'), '>', tuple(titleFold, id)),
    );
  }
  return query.execute();
}

export async function countGames(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('games')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
