// Webhooks, and the outbox of what they deliver.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createWebhooks({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('format', text, (c) => c.notNull())
    .addColumn('host', text, (c) => c.notNull())
    .addColumn('sealedAddress', text, (c) => c.notNull())
    .addColumn('sealedSecret', text)
    .addColumn('shownAddress', text, (c) => c.notNull())
    .addColumn('events', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('isEnabled', 'integer', (c) => c.notNull())
    .addColumn('pausedUntil', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();

  await schema
    .createTable('webhookDeliveries')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('webhookId', text, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event', text, (c) => c.notNull())
    .addColumn('data', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('problem', text)
    .addColumn('httpStatus', 'integer')
    .addColumn('answer', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('sentAt', text)
    .addColumn('nextAttemptAt', text)
    .addColumn('claimedUntil', text)
    .execute();
  await schema
    .createIndex('webhookDeliveriesOfWebhook')
    .on('webhookDeliveries')
    .columns(['webhookId', 'createdAt', 'id'])
    .execute();
  await schema.createIndex('webhookDeliveriesByAge').on('webhookDeliveries').column('createdAt').execute();
  await schema
    .createIndex('webhookDeliveriesWaiting')
    .on('webhookDeliveries')
    .column('nextAttemptAt')
    .where('status' as never, '=', 'waiting' as never)
    .execute();
}
