// Which game of a metadata provider each game is, and those that are still searched for.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createMetadataMatches({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('gameMatches')
    .addColumn('gameId', text, (c) => c.primaryKey().references('games.id').onDelete('cascade'))
    .addColumn('fileName', text)
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('dueAt', text)
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .addColumn('matchId', text)
    .addColumn('confidence', 'double precision')
    .addColumn('candidates', text, (c) => c.notNull())
    .addColumn('brought', text)
    .addColumn('scannedAt', text)
    .addColumn('stateBefore', text)
    .addColumn('updatedAt', text, (c) => c.notNull())
    .execute();
  // What is due, in its order, is asked for every few seconds.
  await schema.createIndex('gameMatchesByDue').on('gameMatches').columns(['state', 'dueAt']).execute();
  await schema.createIndex('gameMatchesByUpdate').on('gameMatches').columns(['state', 'updatedAt']).execute();
  await schema.createIndex('gameMatchesByScan').on('gameMatches').columns(['scannedAt', 'state']).execute();
}
