// API tokens of members.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createApiTokens({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('apiTokens')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('tokenHash', text, (c) => c.notNull().unique())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text)
    .addColumn('lastUsedAt', text)
    .addColumn('lastUsedNetwork', text)
    .execute();
  await schema.createIndex('apiTokensOfMember').on('apiTokens').columns(['userId', 'createdAt']).execute();
  await schema.createIndex('apiTokensByEnd').on('apiTokens').column('expiresAt').execute();
}
