import type { SpellingKind } from '@cellar/contract/games/bulk-changes.ts';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { SpellingRulesTable } from '../tables.ts';

export type RuleRow = Selectable<SpellingRulesTable>;

/** At most this many are shown. */
const listed = 1000;

export function listRules(db: Db): Promise<RuleRow[]> {
  return db
    .selectFrom('spellingRules')
    .selectAll()
    .orderBy('kind')
    .orderBy('spellingKey')
    .limit(listed)
    .execute();
}

/** `keys`: at most a few hundred spellings, folded. */
export function findRules(db: Db, kind: SpellingKind, keys: readonly string[]): Promise<RuleRow[]> {
  const query = db.selectFrom('spellingRules').selectAll().where('kind', '=', kind);
  return query.where('spellingKey', 'in', keys).execute();
}

/** Returns the rules that lead to one of the values. */
export function findRulesTo(db: Db, kind: SpellingKind, values: readonly string[]): Promise<RuleRow[]> {
  const query = db.selectFrom('spellingRules').selectAll().where('kind', '=', kind);
  return query.where('value', 'in', values).execute();
}

/** Adds the rule, or replaces the one for the same spelling. */
export async function putRule(trx: Trx, rule: RuleRow): Promise<void> {
  await deleteRuleFor(trx, rule);
  await trx.insertInto('spellingRules').values(rule).execute();
}

export async function deleteRuleFor(
  trx: Trx,
  { kind, spellingKey }: Pick<RuleRow, 'kind' | 'spellingKey'>,
): Promise<void> {
  await trx
    .deleteFrom('spellingRules')
    .where('kind', '=', kind)
    .where('spellingKey', '=', spellingKey)
    .execute();
}

/** Returns the deleted rule. */
export function deleteRule(trx: Trx, id: string): Promise<RuleRow | undefined> {
  return trx.deleteFrom('spellingRules').where('id', '=', id).returningAll().executeTakeFirst();
}
