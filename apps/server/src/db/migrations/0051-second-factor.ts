// Two-step login: authenticator apps, recovery codes, unfinished logins and trusted devices.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createSecondFactor(
  { schema }: Kysely<unknown>,
  { text, bigint }: Columns,
): Promise<void> {
  await schema
    .createTable('authenticatorApps')
    .addColumn('userId', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('sealedSecret', text, (c) => c.notNull())
    .addColumn('lastStep', bigint, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  await schema
    .createTable('recoveryCodes')
    .addColumn('codeHash', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .execute();
  await schema.createIndex('recoveryCodesOfUser').on('recoveryCodes').column('userId').execute();
  await schema
    .createTable('loginChallenges')
    .addColumn('tokenHash', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('loginChallengesOfUser').on('loginChallenges').column('userId').execute();
  await schema.createIndex('loginChallengesByExpiry').on('loginChallenges').column('expiresAt').execute();
  await schema
    .createTable('trustedDevices')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('tokenHash', text, (c) => c.notNull().unique())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('userAgent', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('lastUsedAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema
    .createIndex('trustedDevicesOfUser')
    .on('trustedDevices')
    .columns(['userId', 'createdAt'])
    .execute();
  await schema.createIndex('trustedDevicesByExpiry').on('trustedDevices').column('expiresAt').execute();
}
