// The browsers that get push messages, and the outbox of these messages.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createPush({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('pushSubscriptions')
    .addColumn('sessionId', text, (c) => c.primaryKey().references('sessions.id').onDelete('cascade'))
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('endpointHash', text, (c) => c.notNull())
    .addColumn('sealed', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  await schema
    .createIndex('pushSubscriptionsOfUser')
    .on('pushSubscriptions')
    .columns(['userId', 'createdAt'])
    .execute();
  await schema
    .createIndex('pushSubscriptionsByEndpoint')
    .on('pushSubscriptions')
    .column('endpointHash')
    .execute();
  await schema
    .createTable('pushMessages')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('sessionId', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('nextAttemptAt', text, (c) => c.notNull())
    .addUniqueConstraint('pushMessagesOnce', ['sessionId', 'kind', 'subject'])
    .execute();
  await schema.createIndex('pushMessagesDue').on('pushMessages').column('nextAttemptAt').execute();
}
