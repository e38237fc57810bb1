// Lists of several downloads, whose links are tickets, and the members' feeds of new games.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createDownloadLists({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('downloadLists')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sessionHash', text)
    .addColumn('expiresAt', text, (c) => c.notNull())
    .addColumn('endsAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('downloadListsByUser').on('downloadLists').column('userId').execute();
  await schema.createIndex('downloadListsBySession').on('downloadLists').column('sessionHash').execute();
  await schema.createIndex('downloadListsByExpiry').on('downloadLists').column('expiresAt').execute();

  await schema
    .createTable('feeds')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  // The newest announced games that members see. `gamesByAnnouncement` lacks games that were announced before there were numbers.
  await schema
    .createIndex('gamesByNews')
    .on('games')
    .columns(['isHidden', 'announcedAt', 'announcedNumber'])
    .execute();
}
