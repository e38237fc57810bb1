// When a session's password or passkey was last checked, and since when a member has a second factor.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function prepareSignIn({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  // Null, also for older sessions: not since the session began more than 10 minutes ago.
  await schema.alterTable('sessions').addColumn('confirmedAt', text).execute();
  await schema.alterTable('users').addColumn('secondFactorAt', text).execute();
}
