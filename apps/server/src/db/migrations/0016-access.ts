// Where members log in from, whose a download ticket is and when it ends in any case, and what a mail is rendered from.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createAccess(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  const { schema } = db;
  await schema.alterTable('sessions').addColumn('network', text).execute();
  await schema
    .createTable('knownNetworks')
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('network', text, (c) => c.notNull())
    .addColumn('usedAt', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('knownNetworksKey', ['userId', 'network'])
    .execute();

  const tickets = schema.alterTable('tickets');
  await tickets.addColumn('userId', text, (c) => c.references('users.id').onDelete('cascade')).execute();
  await tickets.addColumn('sessionHash', text).execute();
  await tickets.addColumn('endsAt', text, (c) => c.notNull().defaultTo('')).execute();
  // A ticket of before is not extended any more.
  await sql`update tickets set "endsAt" = "expiresAt",
    "userId" = (select "userId" from downloads where downloads.id = tickets."downloadId")`.execute(db);
  await schema.createIndex('ticketsBySession').on('tickets').column('sessionHash').execute();
  await schema.createIndex('ticketsByUser').on('tickets').column('userId').execute();

  const mails = schema.alterTable('mails');
  await mails.addColumn('content', text).execute();
  await mails.addColumn('claimedUntil', text).execute();
  await mails.addColumn('urgency', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  await sql`update mails set urgency = 1 where kind in ('digest', 'pendingApproval')`.execute(db);
  await sql`create index "mailsByUrgency" on mails (urgency, "nextAttemptAt") where status = 'waiting'`.execute(
    db,
  );
  await sql`create index "mailsUnfiled" on mails ("createdAt") where status = 'waiting' and "filedAt" is null`.execute(
    db,
  );
}
