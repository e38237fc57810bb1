import type { Dialect } from '#db/columns.ts';
import { migrate } from '#db/migrate.ts';
import type { Db, Trx } from '#db/schema.ts';
import { released } from '#platform/lease.ts';

/** Migrates a restored database, and removes what was under way when it was copied. Idempotent. */
export async function cleanRestored(
  db: Db,
  dialect: Dialect,
  last?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await migrate(db, dialect);
  await db.transaction().execute(async (trx) => {
    // A backup holds no bytes of unfinished uploads.
    await trx.deleteFrom('uploads').where('state', '=', 'open').execute();
    await trx.deleteFrom('backups').where('running', '=', 1).execute();
    await trx.deleteFrom('storageChecks').where('running', '=', 1).execute();
    await trx.deleteFrom('nodes').execute();
    await trx.updateTable('jobs').set(released).execute();
    await last?.(trx);
  });
}
