// Contributions: games and files that wait for an admin. Each has a hidden game of its own while it waits (ADR 0038).
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createContributions(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema
    .createTable('contributions')
    .addColumn('id', text, (c) => c.primaryKey())
    // Without their contributor, files still wait for an answer.
    .addColumn('userId', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('gameId', text, (c) => c.references('games.id').onDelete('set null'))
    .addColumn('targetGameId', text, (c) => c.references('games.id').onDelete('set null'))
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('answeredBy', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('answeredAt', text)
    .execute();
  const indexes = {
    contributionsByTime: ['state', 'createdAt', 'id'],
    contributionsByAnswer: ['answeredAt', 'id'],
    contributionsOfMember: ['userId', 'createdAt', 'id'],
    contributionsOfMemberByState: ['userId', 'state', 'gameId'],
    contributionsByGame: ['gameId'],
    contributionsByTarget: ['targetGameId'],
    contributionsByAdmin: ['answeredBy'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('contributions').columns(columns).execute();
  await sql`create unique index "contributionsWaiting" on contributions ("gameId") where state = 'waiting'`.execute(
    db,
  );
  for (const [table, column] of [
    ['games', 'isWaiting'],
    ['uploads', 'isContribution'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  // Until when an admin has read that contributions wait.
  await db.schema.alterTable('alertStates').addColumn('contributionsReadAt', text).execute();
}
