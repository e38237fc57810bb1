import type { Db } from '#db/schema.ts';
import type { KnownDevicesTable } from '../tables.ts';

/** Returns whether a member has logged in from this device, and whether from any. */
export async function findDevices(db: Db, userId: string, deviceHash: string) {
  const find = () => db.selectFrom('knownDevices').select('usedAt').where('userId', '=', userId).limit(1);
  const known = await find().where('deviceHash', '=', deviceHash).executeTakeFirst();
  return { isKnown: known !== undefined, hasAny: known !== undefined || (await find().execute()).length > 0 };
}

export async function isKnownDevice(db: Db, userId: string, deviceHash: string): Promise<boolean> {
  return (await findDevices(db, userId, deviceHash)).isKnown;
}

export async function rememberDevice(db: Db, row: KnownDevicesTable): Promise<void> {
  await db
    .insertInto('knownDevices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'deviceHash']).doUpdateSet({ usedAt: row.usedAt }))
    .execute();
}

export async function forgetDevices(db: Db, before: string): Promise<void> {
  await db.deleteFrom('knownDevices').where('usedAt', '<', before).execute();
}
