// The requests that are sending chunks, so that a node knows of those at other nodes.
import type { Db, Trx } from '#db/schema.ts';

export interface ChunkRequestRow {
  id: string;
  uploadId: string;
  endsBefore: string;
}

/** @throws a foreign key violation if the upload no longer exists */
export async function insertRequest(trx: Trx, request: ChunkRequestRow): Promise<void> {
  await trx.insertInto('chunkRequests').values(request).execute();
}

export async function updateRequest(
  trx: Trx,
  id: string,
  changes: { isStoring: number; endsBefore: string },
): Promise<void> {
  await trx.updateTable('chunkRequests').set(changes).where('id', '=', id).execute();
}

export async function deleteRequest(trx: Trx, id: string, { unlessStoring = false } = {}): Promise<void> {
  let query = trx.deleteFrom('chunkRequests').where('id', '=', id);
  if (unlessStoring) query = query.where('isStoring', '=', 0);
  await query.execute();
}

/**
 * Returns whether the storage may be receiving the last bytes of a chunk of this upload, from any node. A request that ends after
 * `latest` was recorded while the clock was ahead.
 */
export async function isAnyStoring(
  db: Db,
  uploadId: string,
  { now, latest }: { now: string; latest: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('chunkRequests')
    .select('id')
    .where('uploadId', '=', uploadId)
    .where('isStoring', '=', 1)
    .where('endsBefore', '>', now)
    .where('endsBefore', '<=', latest)
    .executeTakeFirst();
  return row !== undefined;
}
