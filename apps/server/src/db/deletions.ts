// Keeps the deletion of a member and that of games apart on PostgreSQL. Both delete rows about a member and a game, such as marks and
// places in collections: one by member, the other by game. Each would soon wait for a row that the other has deleted, a deadlock.
// Each function must come before any other lock of its transaction.
import { sql } from 'kysely';
import { isPostgres } from './database.ts';
import type { Trx } from './schema.ts';

/** Any number that no other advisory lock has. */
const key = sql.lit(20_260_048);

/** Lets no member be deleted until the transaction ends. Other transactions may delete other games. */
export async function beginGameDeletion(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock_shared(${key})`.execute(trx);
}

/** Lets no game and no other member be deleted until the transaction ends. */
export async function beginMemberDeletion(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}
