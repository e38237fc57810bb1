// Uploads and their stored chunks in the database.
import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { UploadChunksTable, UploadsTable } from './uploads.table.ts';

export type UploadRow = Selectable<UploadsTable>;
export type ChunkRow = Selectable<UploadChunksTable>;

/** @throws a unique violation for a known clientId, or for a second open upload of the same title and platform */
export async function insertUpload(db: Db, upload: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

export function findUploadByClientId(db: Db, clientId: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('clientId', '=', clientId).executeTakeFirst();
}

/** Includes the name of the member who started each upload. */
export function listOpenUploads(db: Db): Promise<(UploadRow & { userName: string | null })[]> {
  return db
    .selectFrom('uploads')
    .leftJoin('users', 'users.id', 'uploads.userId')
    .selectAll('uploads')
    .select('users.name as userName')
    .where('uploads.state', '=', 'open')
    .orderBy('uploads.createdAt')
    .execute();
}

/** Returns the number of bytes that open uploads have announced but not stored yet. */
export async function sumAwaitedBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select((eb) => {
      const chunks = eb.selectFrom('uploadChunks').whereRef('uploadChunks.uploadId', '=', 'uploads.id');
      const stored = chunks.select((chunk) => chunk.fn.sum<number>('size').as('bytes'));
      return eb.fn.sum<number | null>(eb('fileSize', '-', eb.fn.coalesce(stored, eb.lit(0)))).as('bytes');
    })
    .where('state', '=', 'open')
    .where('fileSize', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
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

export async function deleteChunks(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('uploadChunks').where('uploadId', '=', uploadId).execute();
}

export async function countChunks(db: Db, uploadId: string): Promise<number> {
  const { count } = await db
    .selectFrom('uploadChunks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uploadId', '=', uploadId)
    .executeTakeFirstOrThrow();
  return Number(count);
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

/** Sets the chunk size unless it is already known. Returns the upload's chunk size. */
export async function fixChunkSize(db: Db, uploadId: string, chunkSize: number): Promise<number> {
  await db
    .updateTable('uploads')
    .set({ chunkSize })
    .where('id', '=', uploadId)
    .where('chunkSize', 'is', null)
    .execute();
  const row = await db
    .selectFrom('uploads')
    .select('chunkSize')
    .where('id', '=', uploadId)
    .executeTakeFirst();
  return row?.chunkSize ?? chunkSize;
}

/** Returns false, and changes nothing, if the upload is not open. */
export async function completeUpload(
  trx: Trx,
  id: string,
  resultGameId: string,
  now: string,
): Promise<boolean> {
  const changes = { state: 'completed', resultGameId, touchedAt: now } as const;
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  await trx.deleteFrom('uploadChunks').where('uploadId', '=', id).execute();
  return numUpdatedRows > 0n;
}

/** Returns false, and deletes nothing, if the upload is not open or was touched after `untouchedSince`. */
export async function deleteOpenUpload(trx: Trx, id: string, untouchedSince?: string): Promise<boolean> {
  let query = trx.deleteFrom('uploads').where('id', '=', id).where('state', '=', 'open');
  if (untouchedSince !== undefined) query = query.where('touchedAt', '<=', untouchedSince);
  const { numDeletedRows } = await query.executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns whether an upload or a platform file refers to these bytes. */
export async function isKeyInUse(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .union(db.selectFrom('gameFiles').select('storageKey as id').where('storageKey', '=', id))
    .executeTakeFirst();
  return row !== undefined;
}

/** Completed uploads are kept only to answer repeated completions. */
export async function deleteCompletedBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('uploads').where('state', '=', 'completed').where('touchedAt', '<', before).execute();
}
