import type { Spelling, SpellingKind } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { type Selectable, sql } from 'kysely';
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

// The genres, developers and publishers of all games. Each query reads only an index.

/** Where the spellings of a kind are, and which column names the game. */
const places = {
  genre: [{ table: 'gameGenres', column: 'genre', game: 'gameId' }],
  company: [
    { table: 'games', column: 'developer', game: 'id' },
    { table: 'games', column: 'publisher', game: 'id' },
  ],
} as const;

type Place = (typeof places)[SpellingKind][number];

export function placesOf(kind: SpellingKind): readonly Place[] {
  return places[kind];
}

/** Returns all spellings of a kind, the most used first. */
export async function countSpellings(longReads: Db, kind: SpellingKind): Promise<Spelling[]> {
  const counted = placesOf(kind).map(
    ({ table, column }) => sql`select ${sql.ref(column)} as value, count(*) as games
      from ${sql.table(table)} where ${sql.ref(column)} is not null group by ${sql.ref(column)}`,
  );
  const { rows } = await sql<Spelling>`select value, sum(games) as games
    from (${sql.join(counted, sql` union all `)}) as counted
    group by value order by sum(games) desc, value`.execute(longReads);
  return rows.map(({ value, games }) => ({ value, games: Number(games) }));
}

/** Returns the next games with a spelling after the id `after`, in the order of their ids. */
export async function listGamesWith(
  db: Db,
  { table, column, game }: Place,
  { value, after, limit }: { value: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select ${sql.ref(game)} as id from ${sql.table(table)}
    where ${sql.ref(column)} = ${value} and ${sql.ref(game)} > ${after}
    order by ${sql.ref(game)} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

function gamesWith(kind: SpellingKind, values: readonly string[]) {
  const parts = placesOf(kind).map(
    ({ table, column, game }) => sql`select ${sql.ref(game)} as id from ${sql.table(table)}
      where ${sql.ref(column)} in (${sql.join(values)})`,
  );
  return sql`(${sql.join(parts, sql` union `)})`;
}

export async function countGamesWith(
  longReads: Db,
  kind: SpellingKind,
  values: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select distinct id from ${gamesWith(kind, values)} as found) as counted`.execute(longReads);
  return Number(rows[0]?.count ?? 0);
}

/** Returns the first titles, in alphabetical order. */
export async function listTitlesWith(
  longReads: Db,
  kind: SpellingKind,
  values: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`select title from games
    where id in (select id from ${gamesWith(kind, values)} as found)
    order by "titleFold", id limit ${limit}`.execute(longReads);
  return rows.map(({ title }) => title);
}
