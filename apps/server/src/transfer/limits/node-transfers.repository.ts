import type { Db, Trx } from '#db/schema.ts';
import type { NodeTransfersTable } from '../tables.ts';

export type NodeTransfer = NodeTransfersTable;

/** Replaces the rows of a node. Accounts that were deleted are left out. PostgreSQL only. */
export async function replaceTransfers(trx: Trx, nodeId: string, transfers: NodeTransfer[]): Promise<void> {
  const known = await keepUsers(
    trx,
    transfers.map(({ userId }) => userId),
  );
  await trx.deleteFrom('nodeTransfers').where('nodeId', '=', nodeId).execute();
  const rows = transfers.filter(({ userId }) => known.has(userId));
  if (rows.length > 0) await trx.insertInto('nodeTransfers').values(rows).execute();
}

/** Keeps accounts from being deleted until the transaction ends. Must come first: their deletion also deletes their rows. */
async function keepUsers(trx: Trx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const users = trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forKeyShare();
  return new Set((await users.execute()).map(({ id }) => id));
}

export function listTransfers(db: Db, now: string): Promise<NodeTransfer[]> {
  return db.selectFrom('nodeTransfers').selectAll().where('until', '>', now).execute();
}

/** Removes what nodes that were killed have left. */
export async function removeEndedTransfers(db: Db, now: string): Promise<void> {
  await db.deleteFrom('nodeTransfers').where('until', '<=', now).execute();
}
