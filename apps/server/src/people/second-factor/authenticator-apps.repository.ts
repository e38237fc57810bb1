// The authenticator apps in the database.
import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { AuthenticatorAppsTable } from '../tables.ts';

export type AuthenticatorApp = Selectable<AuthenticatorAppsTable>;

/** Ten minutes. A later step was accepted while the clocks of the server and of the app were ahead; its code is of no use now. */
const stepsAhead = 20;

export function findApp(db: Db, userId: string): Promise<AuthenticatorApp | undefined> {
  return db.selectFrom('authenticatorApps').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Returns false if a code of this step or a later one was accepted before. Of two concurrent calls, only one gets true. */
export async function acceptStep(trx: Trx, { userId, sealedSecret }: AuthenticatorApp, step: number) {
  const { numUpdatedRows } = await trx
    .updateTable('authenticatorApps')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    // The member may have set up another app since this one was read.
    .where('sealedSecret', '=', sealedSecret)
    .where((eb) => eb.or([eb('lastStep', '<', step), eb('lastStep', '>', step + stepsAhead)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces an earlier app. Returns false if a code of this step or a later one was accepted before. */
export async function saveApp(trx: Trx, app: AuthenticatorApp): Promise<boolean> {
  const { userId: _, ...changes } = app;
  const saved = await trx
    .insertInto('authenticatorApps')
    .values(app)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(changes)
        .where(({ eb, or }) =>
          or([
            eb('authenticatorApps.lastStep', '<', app.lastStep),
            eb('authenticatorApps.lastStep', '>', app.lastStep + stepsAhead),
          ]),
        ),
    )
    .returning('userId')
    .execute();
  return saved.length > 0;
}

export async function removeApp(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('authenticatorApps').where('userId', '=', userId).execute();
}
