// Logins through OpenID Connect providers.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createOidc(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('providerId', columns.text).execute();
  // The issuer whose claim made the member an admin.
  await db.schema.alterTable('users').addColumn('adminIssuer', columns.text).execute();
  await createProviders(db, columns);
  await createLinks(db, columns);
  await createLogins(db, columns);
  await createLogouts(db, columns);
}

async function createProviders({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('oidcProviders')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('label', text, (c) => c.notNull())
    .addColumn('issuer', text, (c) => c.notNull().unique())
    .addColumn('clientId', text, (c) => c.notNull())
    .addColumn('sealedSecret', text)
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('mayCreate', 'integer', (c) => c.notNull())
    .addColumn('approvesAtOnce', 'integer', (c) => c.notNull())
    .addColumn('trustsEmails', 'integer', (c) => c.notNull())
    .addColumn('adminClaim', text, (c) => c.notNull())
    .addColumn('adminValue', text, (c) => c.notNull())
    .addColumn('allowsPrivate', 'integer', (c) => c.notNull())
    .addColumn('isEnabled', 'integer', (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
}

async function createLinks({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('oidcLinks')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issuer', text, (c) => c.notNull())
    .addColumn('sub', text, (c) => c.notNull())
    .addColumn('email', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('lastUsedAt', text)
    .addUniqueConstraint('oidcLinksBySub', ['issuer', 'sub'])
    .execute();
  await schema.createIndex('oidcLinksOfUser').on('oidcLinks').columns(['userId', 'createdAt']).execute();
}

async function createLogins({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('oidcLogins')
    .addColumn('stateHash', text, (c) => c.primaryKey())
    .addColumn('browserHash', text, (c) => c.notNull())
    .addColumn('providerId', text, (c) => c.notNull())
    .addColumn('purpose', text, (c) => c.notNull())
    .addColumn('userId', text, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('sessionHash', text)
    .addColumn('redirectUri', text, (c) => c.notNull())
    .addColumn('sealed', text, (c) => c.notNull())
    .addColumn('returnTo', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('oidcLoginsOfUser').on('oidcLogins').column('userId').execute();
  await schema.createIndex('oidcLoginsByEnd').on('oidcLogins').column('expiresAt').execute();
  await schema
    .createTable('oidcResults')
    .addColumn('codeHash', text, (c) => c.primaryKey())
    .addColumn('browserHash', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('providerId', text, (c) => c.notNull())
    .addColumn('sealed', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('oidcResultsOfUser').on('oidcResults').columns(['userId', 'kind']).execute();
  await schema.createIndex('oidcResultsByEnd').on('oidcResults').column('expiresAt').execute();
}

async function createLogouts({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('oidcLogouts')
    .addColumn('sessionId', text, (c) => c.primaryKey().references('sessions.id').onDelete('cascade'))
    .addColumn('sealedUrl', text, (c) => c.notNull())
    .execute();
}
