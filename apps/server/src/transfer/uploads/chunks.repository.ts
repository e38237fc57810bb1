// The requests that are sending chunks, so that a node knows of those at other nodes.
import { countRows, hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { ChunkRow } from './uploads.repository.ts';

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
export function isAnyStoring(
  db: Db,
  uploadId: string,
  { now, latest }: { now: string; latest: string },
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('chunkRequests')
      .select('id')
      .where('uploadId', '=', uploadId)
      .where('isStoring', '=', 1)
      .where('endsBefore', '>', now)
      .where('endsBefore', '<=', latest),
  );
}

// The chunks of unfinished uploads that are stored.

/** Returns the chunks after this number, sorted by number. */
export function listChunksAfter(db: Db, uploadId: string, after: number, limit: number): Promise<ChunkRow[]> {
  return db
    .selectFrom('uploadChunks')
    .selectAll()
    .where('uploadId', '=', uploadId)
    .where('chunkNumber', '>', after)
    .orderBy('chunkNumber')
    .limit(limit)
    .execute();
}

/** Returns the chunks sorted by number. */
export function listChunks(db: Db, uploadId: string): Promise<ChunkRow[]> {
  return db
    .selectFrom('uploadChunks')
    .selectAll()
    .where('uploadId', '=', uploadId)
    .orderBy('chunkNumber')
    .execute();
}

export function findChunk(db: Db, uploadId: string, chunkNumber: number): Promise<ChunkRow | undefined> {
  return db
    .selectFrom('uploadChunks')
    .selectAll()
    .where('uploadId', '=', uploadId)
    .where('chunkNumber', '=', chunkNumber)
    .executeTakeFirst();
}

/** Deletes the rows of these chunks, or of all. */
export async function deleteChunks(db: Db, uploadId: string, chunkNumbers?: number[]): Promise<void> {
  let query = db.deleteFrom('uploadChunks').where('uploadId', '=', uploadId);
  if (chunkNumbers) query = query.where('chunkNumber', 'in', chunkNumbers);
  await query.execute();
}

export function countChunks(db: Db, uploadId: string): Promise<number> {
  return countRows(db.selectFrom('uploadChunks').where('uploadId', '=', uploadId));
}

/** Call this after the chunk's bytes are flushed. @throws a foreign key violation if the upload no longer exists */
export async function insertChunk(trx: Trx, chunk: ChunkRow, touchedAt: string): Promise<void> {
  await trx
    .insertInto('uploadChunks')
    .values(chunk)
    .onConflict((conflict) => conflict.columns(['uploadId', 'chunkNumber']).doNothing())
    .execute();
  await trx.updateTable('uploads').set({ touchedAt }).where('id', '=', chunk.uploadId).execute();
}
