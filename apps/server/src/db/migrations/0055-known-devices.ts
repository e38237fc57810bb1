// The devices that each member has logged in from, so that members can be told of a new one.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createKnownDevices({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('knownDevices')
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('deviceHash', text, (c) => c.notNull())
    .addColumn('usedAt', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('knownDevicesKey', ['userId', 'deviceHash'])
    .execute();
  await schema.createIndex('knownDevicesByAge').on('knownDevices').column('usedAt').execute();
}
