// The games that members request, with votes and comments. Triggers keep the counts, so that no list adds anything up.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function createRequests(db: Kysely<unknown>, columns: Columns, dialect: Dialect): Promise<void> {
  await createRequestTable(db, columns);
  await createRequestIndexes(db);
  await createCandidates(db, columns);
  await createVotes(db, columns);
  await createComments(db, columns);
  for (const statement of dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers())
    await statement.execute(db);
  await db.schema
    .alterTable('users')
    .addColumn('requestMails', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}

async function createRequestTable({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('gameRequests')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('titleKey', text, (c) => c.notNull())
    .addColumn('titleFold', text, (c) => c.notNull())
    .addColumn('year', 'integer')
    .addColumn('platform', text, (c) => c.notNull())
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('coverUrls', text, (c) => c.notNull())
    .addColumn('requestedBy', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('stateAt', text, (c) => c.notNull())
    .addColumn('isWaiting', 'integer', (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('gameId', text, (c) => c.references('games.id').onDelete('set null'))
    .addColumn('votes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('comments', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('toldThrough', text)
    .execute();
}

async function createRequestIndexes(db: Kysely<unknown>): Promise<void> {
  const lists = {
    Waiting: ['isWaiting', 'votes', 'createdAt', 'id'],
    WaitingAndId: ['isWaiting', 'id'],
    WaitingAndTime: ['isWaiting', 'createdAt', 'id'],
    State: ['state', 'votes', 'createdAt', 'id'],
    StateAndTime: ['state', 'createdAt', 'id'],
    Votes: ['votes', 'createdAt', 'id'],
    Time: ['createdAt', 'id'],
    Member: ['requestedBy', 'votes', 'createdAt', 'id'],
    MemberAndTime: ['requestedBy', 'createdAt', 'id'],
    Title: ['titleKey', 'isWaiting'],
    Game: ['gameId'],
  };
  for (const [name, columns] of Object.entries(lists))
    await db.schema.createIndex(`gameRequestsBy${name}`).on('gameRequests').columns(columns).execute();
  // Only one request for a game waits at a time: two members who request it at once share one.
  await sql`create unique index "gameRequestsOnce" on "gameRequests" ("titleKey", (coalesce(year, 0)))
    where "isWaiting" = 1`.execute(db);
  await db.schema
    .createIndex('gameRequestsToTell')
    .on('gameRequests')
    .column('id')
    .where('toldThrough' as never, 'is not', null)
    .execute();
}

/** The providers' games that a request means, and the games that do not fulfil it. */
async function createCandidates({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('requestCandidates')
    .addColumn('entry', text, (c) => c.notNull())
    .addColumn('requestId', text, (c) => c.notNull().references('gameRequests.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('requestCandidatesKey', ['entry', 'requestId'])
    .execute();
  await schema.createIndex('requestCandidatesOf').on('requestCandidates').column('requestId').execute();
  await schema
    .createTable('requestRefusals')
    .addColumn('requestId', text, (c) => c.notNull().references('gameRequests.id').onDelete('cascade'))
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('requestRefusalsKey', ['requestId', 'gameId'])
    .execute();
  await schema.createIndex('requestRefusalsOfGame').on('requestRefusals').column('gameId').execute();
  // A game's match begins with the provider whose facts come first.
  await schema
    .createIndex('gameMatchesByMatch')
    .on('gameMatches')
    .column('matchId')
    .where('matchId' as never, 'is not', null)
    .execute();
}

async function createVotes({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('requestVotes')
    .addColumn('requestId', text, (c) => c.notNull().references('gameRequests.id').onDelete('cascade'))
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('requestVotesKey', ['requestId', 'userId'])
    .execute();
  await schema.createIndex('requestVotesOfMember').on('requestVotes').column('userId').execute();
}

async function createComments({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('requestComments')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('requestId', text, (c) => c.notNull().references('gameRequests.id').onDelete('cascade'))
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  await schema
    .createIndex('requestCommentsInOrder')
    .on('requestComments')
    .columns(['requestId', 'createdAt', 'id'])
    .execute();
  await schema.createIndex('requestCommentsOfMember').on('requestComments').column('userId').execute();
}

/** The tables that are counted, and the columns that have their counts. */
const counted = { requestVotes: 'votes', requestComments: 'comments' };

const change = (column: string, by: '+' | '-', row: 'new' | 'old') =>
  sql`update "gameRequests" set ${sql.ref(column)} = ${sql.ref(column)} ${sql.raw(by)} 1
    where id = ${sql.raw(row)}."requestId";`;

function sqliteTriggers(): RawBuilder<unknown>[] {
  return Object.entries(counted).flatMap(([table, column]) => [
    sql`create trigger ${sql.ref(`${table}Insert`)} after insert on ${sql.table(table)}
      begin ${change(column, '+', 'new')} end`,
    sql`create trigger ${sql.ref(`${table}Delete`)} after delete on ${sql.table(table)}
      begin ${change(column, '-', 'old')} end`,
  ]);
}

function postgresTriggers(): RawBuilder<unknown>[] {
  return Object.entries(counted).flatMap(([table, column]) => [
    sql`create function ${sql.ref(`${table}Counted`)}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${change(column, '+', 'new')} else ${change(column, '-', 'old')} end if;
        return null;
      end $$`,
    sql`create trigger ${sql.ref(`${table}Counted`)} after insert or delete on ${sql.table(table)}
      for each row execute function ${sql.ref(`${table}Counted`)}()`,
  ]);
}
