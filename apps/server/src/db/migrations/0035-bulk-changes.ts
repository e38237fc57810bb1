// Changes of many games at once, what is needed to undo them, and the rules by which spellings are replaced.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createBulkChanges(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await createChanges(db, columns);
  await createRules(db, columns);
  // Each spelling is counted, and its games are found, without reading the rows of the games.
  await db.schema.createIndex('gamesByDeveloper').on('games').columns(['developer', 'id']).execute();
  await db.schema.createIndex('gamesByPublisher').on('games').columns(['publisher', 'id']).execute();
  await db.schema.createIndex('gameGenresByGenre').on('gameGenres').columns(['genre', 'gameId']).execute();
}

async function createChanges({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('bulkChanges')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('detail', text, (c) => c.notNull())
    .addColumn('games', 'integer', (c) => c.notNull())
    .addColumn('rules', text, (c) => c.notNull())
    .addColumn('undoneAt', text)
    .addColumn('undoneBy', text)
    .execute();
  await schema.createIndex('bulkChangesByTime').on('bulkChanges').columns(['at', 'id']).execute();
  await schema
    .createTable('bulkChangedGames')
    .addColumn('changeId', text, (c) => c.notNull().references('bulkChanges.id').onDelete('cascade'))
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('undo', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('bulkChangedGamesKey', ['changeId', 'gameId'])
    .execute();
  await schema.createIndex('bulkChangedGamesOfGame').on('bulkChangedGames').column('gameId').execute();
}

async function createRules({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('spellingRules')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('spelling', text, (c) => c.notNull())
    .addColumn('spellingKey', text, (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  await schema
    .createIndex('spellingRulesByKey')
    .on('spellingRules')
    .columns(['kind', 'spellingKey'])
    .unique()
    .execute();
}
