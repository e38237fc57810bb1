// What callers want to know of rows: whether there are any, how many there are, and how many a statement has changed.
import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely';

/** Returns the number of rows that a query without columns finds. */
export async function countRows<DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> {
  const row = await query
    .select((eb) => eb.fn.countAll().as('count'))
    .$castTo<{ count: unknown }>()
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

interface Query<Result> {
  executeTakeFirst(): Promise<Result>;
}

export async function hasRow(query: Query<unknown>): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** Changes or deletes rows, and returns their number. */
export async function countChanged(query: Query<UpdateResult | DeleteResult>): Promise<number> {
  const result = await query.executeTakeFirst();
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows);
}

/** Changes or deletes rows, and returns whether there were any. */
export async function hasChanged(query: Query<UpdateResult | DeleteResult>): Promise<boolean> {
  return (await countChanged(query)) > 0;
}
