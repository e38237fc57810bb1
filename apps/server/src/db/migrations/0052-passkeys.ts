// Passkeys, and the challenges that browsers have yet to answer with one.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createPasskeys({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('passkeys')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credentialId', text, (c) => c.notNull().unique())
    .addColumn('host', text, (c) => c.notNull())
    .addColumn('publicKey', text, (c) => c.notNull())
    .addColumn('counter', bigint, (c) => c.notNull())
    .addColumn('transports', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('isSynced', 'integer', (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('lastUsedAt', text)
    .execute();
  await schema.createIndex('passkeysOfUser').on('passkeys').columns(['userId', 'createdAt']).execute();
  await schema
    .createTable('passkeyChallenges')
    .addColumn('challengeHash', text, (c) => c.primaryKey())
    .addColumn('purpose', text, (c) => c.notNull())
    .addColumn('boundTo', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('passkeyChallengesByExpiry').on('passkeyChallenges').column('expiresAt').execute();
}
