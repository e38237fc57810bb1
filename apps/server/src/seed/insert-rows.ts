// Inserts many rows with as few statements as possible.
import type { Insertable } from 'kysely';
import type { Schema, Trx } from '#db/schema.ts';

/** SQLite accepts 32,766 values per statement, PostgreSQL 65,535. */
const valuesPerStatement = 30_000;

export async function insertRows<Table extends keyof Schema>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  const rowsPerStatement = Math.min(1000, Math.floor(valuesPerStatement / Math.max(1, columns)));
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + rowsPerStatement) as never)
      .execute();
  }
}
