// Membership: preferences and last visit of accounts, links by mail, invitations, the outbox, audit, rate limits.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createMembership(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  const { schema } = db;
  const users = schema.alterTable('users');
  await users.addColumn('lastSeenAt', text).execute();
  await users.addColumn('nameFold', text, (c) => c.notNull().defaultTo('')).execute();
  await users.addColumn('language', text, (c) => c.notNull().defaultTo('en')).execute();
  await users.addColumn('emailNotifications', 'integer', (c) => c.notNull().defaultTo(1)).execute();
  await users
    .addColumn('defaultSortOrder', text, (c) => c.notNull().defaultTo('recentlyAddedDesc'))
    .execute();
  await users.addColumn('downloadHistoryRetention', 'integer', (c) => c.notNull().defaultTo(30)).execute();
  await schema.createIndex('usersByCreated').on('users').columns(['createdAt', 'id']).execute();

  // Sessions get an id by which they are shown and ended: the digest of the token is nobody's business.
  await schema.dropTable('sessions').execute();
  await schema
    .createTable('sessions')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('tokenHash', text, (c) => c.notNull().unique())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('userAgent', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('lastUsedAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('sessionsByUserId').on('sessions').column('userId').execute();

  await schema
    .createTable('accountLinks')
    .addColumn('tokenHash', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('email', text)
    .addColumn('passwordHash', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .addColumn('usedAt', text)
    .execute();
  await schema.createIndex('accountLinksByUser').on('accountLinks').columns(['userId', 'kind']).execute();

  await schema
    .createTable('invitations')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('tokenHash', text, (c) => c.notNull().unique())
    .addColumn('email', text)
    .addColumn('maxUses', 'integer', (c) => c.notNull())
    .addColumn('uses', 'integer', (c) => c.notNull())
    .addColumn('createdBy', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();

  await createRecords(db, text);
}

async function createRecords({ schema }: Kysely<unknown>, text: Columns['text']): Promise<void> {
  await schema
    .createTable('mails')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('toAddress', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('textBody', text, (c) => c.notNull())
    .addColumn('htmlBody', text, (c) => c.notNull())
    .addColumn('headers', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('lastError', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('nextAttemptAt', text)
    .addColumn('sentAt', text)
    .addColumn('filedAt', text)
    .execute();
  await schema.createIndex('mailsByCreated').on('mails').columns(['createdAt', 'id']).execute();
  await schema.createIndex('mailsByDue').on('mails').columns(['status', 'nextAttemptAt']).execute();

  await schema
    .createTable('auditEntries')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('actor', text)
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('subject', text)
    .addColumn('detail', text)
    .execute();
  await schema.createIndex('auditByTime').on('auditEntries').columns(['at', 'id']).execute();

  await schema
    .createTable('rateLimits')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('endsAt', text, (c) => c.notNull())
    .execute();
}
