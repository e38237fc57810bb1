import type { Db } from '#db/schema.ts';
import type { StorageSamplesTable } from '../tables.ts';

/** Returns the samples of this day and later ones, oldest first. */
export function listSamples(db: Db, firstDay: string): Promise<StorageSamplesTable[]> {
  return db
    .selectFrom('storageSamples')
    .selectAll()
    .where('day', '>=', firstDay)
    .orderBy('day')
    .orderBy('place')
    .execute();
}

export async function replaceSamples(db: Db, samples: StorageSamplesTable[]): Promise<void> {
  await db
    .insertInto('storageSamples')
    .values(samples)
    .onConflict((conflict) =>
      conflict.columns(['place', 'day']).doUpdateSet(({ ref }) => ({ usedBytes: ref('excluded.usedBytes') })),
    )
    .execute();
}

export async function deleteSamplesBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('storageSamples').where('day', '<', day).execute();
}
