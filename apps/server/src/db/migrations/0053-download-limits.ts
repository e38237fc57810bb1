// Limits of members, what they have downloaded on each day, and which node is sending or receiving for whom.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createDownloadLimits(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await createLimits(db, columns);
  await createUse(db, columns);
  await createNodeTransfers(db, columns);
  // A member has few running downloads, but may have thousands of old ones.
  await sql`create index "downloadsRunning" on downloads ("userId") where status = 'in_progress'`.execute(db);
}

async function createLimits({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('memberLimits')
    .addColumn('userId', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('period', text)
    .addColumn('bytesPerPeriod', bigint)
    .addColumn('filesPerPeriod', bigint)
    .addColumn('downloadsAtOnce', bigint)
    .addColumn('bytesPerSecond', bigint)
    .execute();
}

async function createUse({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('downloadUse')
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('bytes', bigint, (c) => c.notNull())
    .addColumn('files', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('downloadUseKey', ['userId', 'day'])
    .execute();
  await schema.createIndex('downloadUseByDay').on('downloadUse').column('day').execute();
}

async function createNodeTransfers({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('nodeTransfers')
    .addColumn('nodeId', text, (c) => c.notNull())
    .addColumn('direction', text, (c) => c.notNull())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('until', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('nodeTransfersKey', ['nodeId', 'direction', 'userId'])
    .execute();
  await schema.createIndex('nodeTransfersOfUser').on('nodeTransfers').column('userId').execute();
  await schema.createIndex('nodeTransfersByEnd').on('nodeTransfers').column('until').execute();
}
