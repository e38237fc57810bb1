// The authenticator apps in the database.

import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { countRows, hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { hashToken } from '#platform/tokens.ts';
import type { AuthenticatorAppsTable } from '../tables.ts';

export type AuthenticatorApp = Selectable<AuthenticatorAppsTable>;

/** Ten minutes. A later step was accepted while the clocks of the server and of the app were ahead; its code is of no use now. */
const stepsAhead = 20;

export function findApp(db: Db, userId: string): Promise<AuthenticatorApp | undefined> {
  return db.selectFrom('authenticatorApps').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Returns false if a code of this step or a later one was accepted before. Of two concurrent calls, only one gets true. */
export async function acceptStep(trx: Trx, { userId, sealedSecret }: AuthenticatorApp, step: number) {
  return hasChanged(
    trx
      .updateTable('authenticatorApps')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      // The member may have set up another app since this one was read.
      .where('sealedSecret', '=', sealedSecret)
      .where((eb) => eb.or([eb('lastStep', '<', step), eb('lastStep', '>', step + stepsAhead)])),
  );
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

// Codes that each replace the authenticator app once. 80 random bits, so a plain digest protects them, and they still work if
// the key that seals the apps' secrets is lost.

const codesPerMember = 10;
const codeLength = 16;
/** 32 characters without those that look alike: i, l, o and u are missing. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

function newCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Replaces all codes of a member. Returns them in groups of four characters. */
export async function renewCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerMember }, newCode);
  await removeCodes(trx, userId);
  const rows = codes.map((code) => ({ codeHash: hashToken(code), userId }));
  await trx.insertInto('recoveryCodes').values(rows).execute();
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Returns false if the member has no such code. Of two concurrent calls, only one gets true. */
export function useCode(trx: Trx, userId: string, code: string): Promise<boolean> {
  return hasChanged(
    trx
      .deleteFrom('recoveryCodes')
      .where('codeHash', '=', hashToken(readAs(code)))
      .where('userId', '=', userId),
  );
}

/** Reads the letters that are in no code as the digits that they look like. */
function readAs(code: string): string {
  return code.replaceAll('o', '0').replace(/[il]/g, '1');
}

export function countCodes(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('recoveryCodes').where('userId', '=', userId));
}

export async function removeCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}
