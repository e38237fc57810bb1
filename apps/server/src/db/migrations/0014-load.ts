// What keeps every statement short in a large library: indexes for what jobs ask, and a lease on pictures that are being removed.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createLoadIndexes(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  const { schema } = db;
  await schema.alterTable('artworkRemovals').addColumn('leaseUntil', text).execute();

  // The queue of searches in its order, see `queueOf` in features/metadata.
  await schema.dropIndex('gameMatchesByDue').execute();
  await sql`create index "gameMatchesQueue" on "gameMatches" ((case when state in ('queued', 'failed')
    then case when "scannedAt" is null then 0 else 1 end end), "dueAt", "gameId")`.execute(db);

  await schema
    .createIndex('gameFilesUndigested')
    .on('gameFiles')
    .column('createdAt')
    .where('sha256' as never, 'is', null)
    .execute();
  // Up to which number games were announced by a moment is asked every minute.
  await schema
    .createIndex('gamesByAnnouncement')
    .on('games')
    .columns(['announcedAt', 'announcedNumber'])
    .where('announcedNumber' as never, 'is not', null)
    .execute();
  // References that are followed when what they point at is deleted.
  await schema.createIndex('mailsByUser').on('mails').column('userId').execute();
  await schema.createIndex('uploadsByUser').on('uploads').column('userId').execute();

  // What a member is shown as active is little, of all members together.
  await schema.createIndex('downloadsByEnd').on('downloads').column('endedAt').execute();
  await schema
    .createIndex('downloadsByHandOver')
    .on('downloads')
    .column('handedOverAt')
    .where('handedOverAt' as never, 'is not', null)
    .execute();

  // Steps through what is to lose its member go on after the last row.
  await schema.dropIndex('downloadsUnnamed').execute();
  await schema
    .createIndex('downloadsUnnamed')
    .on('downloads')
    .columns(['endedAt', 'id'])
    .where('anonymous' as never, '=', 1 as never)
    .where('userId' as never, 'is not', null)
    .execute();
}
