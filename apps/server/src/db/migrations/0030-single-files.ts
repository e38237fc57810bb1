// Downloads of single files of a set or folder.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createSingleFiles(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema.alterTable('downloads').addColumn('singleFileId', text).execute();
  // They are not downloads of the game, like those of extras.
  await db.schema.dropIndex('downloadsOfGame').execute();
  await sql`create index "downloadsOfGame" on downloads ("userId", "gameId", "endedAt")
    where status = 'completed' and "extraName" is null and "singleFileId" is null`.execute(db);
}
