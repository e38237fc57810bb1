// The digests of the pieces of platform files and extras, with which a damaged download is repaired.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function createFilePieces(
  db: Kysely<unknown>,
  { text, bigint }: Columns,
  dialect: Dialect,
): Promise<void> {
  await db.schema
    .createTable('filePieces')
    .addColumn('storageKey', text, (c) => c.primaryKey())
    .addColumn('sha256', text, (c) => c.notNull())
    .addColumn('pieceLength', bigint, (c) => c.notNull())
    .addColumn('digests', text, (c) => c.notNull())
    .execute();
  for (const table of ['gameFiles', 'gameExtras'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('hasPieces', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await createUncutIndex(table).execute(db);
    const statements = dialect === 'sqlite' ? sqliteTriggers(table) : postgresTriggers(table);
    for (const statement of statements) await statement.execute(db);
  }
}

type FileTable = 'gameFiles' | 'gameExtras';

/** Files that are one piece only need none of their own (`smallestPieceBytes` of the contract). */
const createUncutIndex = (table: FileTable) =>
  sql`create index ${sql.ref(`${table}Uncut`)} on ${sql.table(table)} ("createdAt")
    where "hasPieces" = 0 and "fileSize" > 1048576`;

const forget = sql`delete from "filePieces" where "storageKey" = old."storageKey";`;

/** The pieces are those of a file's present content, so they go with the file and with its digest. */
function sqliteTriggers(table: FileTable): RawBuilder<unknown>[] {
  const on = sql.table(table);
  return [
    sql`create trigger ${sql.ref(`${table}PiecesDelete`)} after delete on ${on} begin ${forget} end`,
    sql`create trigger ${sql.ref(`${table}PiecesUpdate`)} after update of "hasPieces" on ${on}
      when new."hasPieces" = 0 begin ${forget} end`,
  ];
}

function postgresTriggers(table: FileTable): RawBuilder<unknown>[] {
  const on = sql.table(table);
  const name = sql.ref(`${table}Pieces`);
  return [
    sql`create function ${name}() returns trigger language plpgsql as $$
      begin
        ${forget}
        return null;
      end $$`,
    sql`create trigger ${sql.ref(`${table}PiecesDelete`)} after delete on ${on} for each row execute function ${name}()`,
    sql`create trigger ${sql.ref(`${table}PiecesUpdate`)} after update of "hasPieces" on ${on} for each row
      when (new."hasPieces" = 0) execute function ${name}()`,
  ];
}
