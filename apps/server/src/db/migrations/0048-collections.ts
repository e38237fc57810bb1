// Collections of games, and who comes to the LAN nights among them.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createCollections(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await createCollectionTable(db, columns);
  await createCollectionGames(db, columns);
  await createNightAnswers(db, columns);
  // Few games are hidden, and lists of collections do not count them.
  await sql`create index "gamesHidden" on games (id) where "isHidden" = 1`.execute(db);
}

async function createCollectionTable(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema
    .createTable('collections')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('ownerId', text, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('nameFold', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('filter', text)
    .addColumn('sharedAt', text)
    .addColumn('startsAt', text)
    .addColumn('place', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  // The club's collections have no owner, and NULLs are never equal in an index.
  await sql`create unique index "collectionsOfMember" on collections ("ownerId", "nameFold")
    where "ownerId" is not null`.execute(db);
  await sql`create unique index "collectionsOfClub" on collections ("nameFold") where "ownerId" is null`.execute(
    db,
  );
  await sql`create index "collectionsShared" on collections ("sharedAt", id, "ownerId", "startsAt")
    where "sharedAt" is not null`.execute(db);
  await sql`create index "collectionsDated" on collections ("startsAt", id, "ownerId", "sharedAt")
    where "startsAt" is not null`.execute(db);
}

async function createCollectionGames({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('collectionGames')
    .addColumn('collectionId', text, (c) => c.notNull().references('collections.id').onDelete('cascade'))
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('position', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('collectionGamesKey', ['collectionId', 'gameId'])
    .execute();
  await schema
    .createIndex('collectionGamesInOrder')
    .on('collectionGames')
    .columns(['collectionId', 'position', 'gameId'])
    .execute();
  await schema.createIndex('collectionGamesByGame').on('collectionGames').column('gameId').execute();
}

async function createNightAnswers({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('nightAnswers')
    .addColumn('collectionId', text, (c) => c.notNull().references('collections.id').onDelete('cascade'))
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('answer', text, (c) => c.notNull())
    .addColumn('answeredAt', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('nightAnswersKey', ['collectionId', 'userId'])
    .execute();
  await schema
    .createIndex('nightAnswersInOrder')
    .on('nightAnswers')
    .columns(['collectionId', 'answer', 'answeredAt', 'userId'])
    .execute();
  await schema.createIndex('nightAnswersOfMember').on('nightAnswers').column('userId').execute();
}
