// The entries behind the bell, what each member has read of those without rows, and a switch for each kind.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createAlerts(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await createAlertTable(db, columns);
  await createAlertStates(db, columns);
  for (const name of ['bellNewGames', 'bellRequests', 'bellDownloads', 'bellApprovals']) {
    await db.schema
      .alterTable('users')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  }
  // The newest game that members see, and the account that was verified last among those that wait for approval.
  await db.schema.createIndex('gamesByAge').on('games').columns(['isHidden', 'createdAt']).execute();
  await sql`create index "usersWaiting" on users ("verifiedAt")
    where "approvedAt" is null and "suspendedAt" is null`.execute(db);
}

async function createAlertTable({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('alerts')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('data', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('readAt', text)
    .addUniqueConstraint('alertsOnce', ['userId', 'kind', 'subject'])
    .execute();
  await schema.createIndex('alertsInOrder').on('alerts').columns(['userId', 'createdAt', 'id']).execute();
  await schema
    .createIndex('alertsUnread')
    .on('alerts')
    .column('userId')
    .where('readAt' as never, 'is', null)
    .execute();
  await schema.createIndex('alertsByAge').on('alerts').column('createdAt').execute();
}

async function createAlertStates(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema
    .createTable('alertStates')
    .addColumn('userId', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('gamesReadAt', text)
    .addColumn('approvalsReadAt', text)
    .addColumn('changedAt', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('alertStatesByChange').on('alertStates').column('changedAt').execute();
  // For the members of an older library, the games that are there already are not new.
  const now = new Date().toISOString();
  await sql`insert into "alertStates" ("userId", "gamesReadAt", "approvalsReadAt", "changedAt")
    select id, ${now}, null, ${now} from users`.execute(db);
}
