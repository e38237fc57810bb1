// Sanitization rules in the database, and the titles for their preview.

import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GamesTable, SanitizationRulesTable } from '../tables.ts';

export type RuleRow = Selectable<SanitizationRulesTable>;
export type TitleRow = Pick<Selectable<GamesTable>, 'id' | 'title' | 'titleFold'>;

/** Returns the rules in the order in which they are applied. */
export function listRules(db: Db): Promise<RuleRow[]> {
  return db.selectFrom('sanitizationRules').selectAll().orderBy('order').orderBy('id').execute();
}

/** Locks all rules until the transaction ends, and returns them in order. */
export async function lockRules(trx: Trx): Promise<RuleRow[]> {
  await lockRows(trx, trx.selectFrom('sanitizationRules').select('id').orderBy('id')).execute();
  // Read again: rules added while this waited for the lock are not among the locked rows.
  return listRules(trx);
}

export async function insertRule(trx: Trx, rule: RuleRow): Promise<void> {
  await trx.insertInto('sanitizationRules').values(rule).execute();
}

export async function updateRule(trx: Trx, id: string, changes: Partial<RuleRow>): Promise<void> {
  await trx.updateTable('sanitizationRules').set(changes).where('id', '=', id).execute();
}

export async function deleteRule(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sanitizationRules').where('id', '=', id).execute();
}

/** Returns up to `limit` titles after `after`, in the order of titles. */
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

export function countGames(db: Db): Promise<number> {
  return countRows(db.selectFrom('games'));
}
