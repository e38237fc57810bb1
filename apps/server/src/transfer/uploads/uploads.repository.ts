// Uploads and their stored chunks in the database.

import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows, hasChanged, hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { isUnleased, type Lease, leasesOf, released } from '#platform/lease.ts';
import type { UploadChunksTable, UploadsTable } from '../tables.ts';

export type UploadRow = Selectable<UploadsTable>;
export type ChunkRow = Selectable<UploadChunksTable>;

/** @throws a unique violation for a known clientId, or for a second open upload of the same platform file or extra */
export async function insertUpload(db: Db, upload: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

export function findUploadByClientId(db: Db, clientId: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('clientId', '=', clientId).executeTakeFirst();
}

export interface OpenUpload extends UploadRow {
  /** The name of the member who started the upload. */
  userName: string | null;
  storedChunks: number;
  storedBytes: number;
}

/** Undefined does not filter. */
interface OpenFilter {
  gameId: string | undefined;
  /** The id of a contributor, to whom only own contributions are shown. */
  contributor: string | undefined;
}

/** The most recently touched first. */
export async function listOpenUploads(
  db: Db,
  filter: OpenFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<OpenUpload[]> {
  const rows = await openUploads(db, filter)
    .leftJoin('users', 'users.id', 'uploads.userId')
    .selectAll('uploads')
    .select((eb) => {
      const chunks = eb.selectFrom('uploadChunks').whereRef('uploadChunks.uploadId', '=', 'uploads.id');
      return [
        'users.name as userName',
        chunks.select((chunk) => chunk.fn.countAll<number>().as('count')).as('storedChunks'),
        chunks.select((chunk) => chunk.fn.sum<number>('size').as('bytes')).as('storedBytes'),
      ];
    })
    .orderBy('uploads.touchedAt', 'desc')
    .orderBy('uploads.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(({ storedChunks, storedBytes, ...row }) => ({
    ...row,
    storedChunks: Number(storedChunks),
    storedBytes: Number(storedBytes ?? 0),
  }));
}

export function countOpenUploads(db: Db, filter: OpenFilter): Promise<number> {
  return countRows(openUploads(db, filter));
}

function openUploads(db: Db, { gameId, contributor }: OpenFilter) {
  return db
    .selectFrom('uploads')
    .where('uploads.state', '=', 'open')
    .$if(gameId !== undefined, (query) => query.where('uploads.gameId', '=', gameId ?? ''))
    .$if(contributor !== undefined, (query) =>
      query.where('uploads.userId', '=', contributor ?? '').where('uploads.isContribution', '=', 1),
    );
}

/** Open uploads continue for the other game. Completed ones name it as the game that got the file. */
export async function moveToGame(trx: Trx, { from, to }: { from: string; to: string }): Promise<void> {
  const uploads = () => trx.updateTable('uploads');
  await uploads().set({ gameId: to }).where('gameId', '=', from).where('state', '=', 'open').execute();
  await uploads().set({ resultGameId: to }).where('resultGameId', '=', from).execute();
}

/** Returns the number of bytes that open uploads of admins, and of this contributor, have announced but not stored yet. */
export async function sumAwaitedBytes(db: Db, contributor?: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select((eb) => {
      const chunks = eb.selectFrom('uploadChunks').whereRef('uploadChunks.uploadId', '=', 'uploads.id');
      const stored = chunks.select((chunk) => chunk.fn.sum<number>('size').as('bytes'));
      return eb.fn.sum<number | null>(eb('fileSize', '-', eb.fn.coalesce(stored, eb.lit(0)))).as('bytes');
    })
    .where('state', '=', 'open')
    .where('fileSize', 'is not', null)
    .where((eb) => eb.or([eb('isContribution', '=', 0), eb('userId', '=', contributor ?? '')]))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
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

/** Sets the storage's state of the upload unless it is already known. Returns the upload's state. */
export async function fixStorageState(db: Db, id: string, storageState: string): Promise<string> {
  await db
    .updateTable('uploads')
    .set({ storageState })
    .where('id', '=', id)
    .where('storageState', 'is', null)
    .execute();
  const row = await db.selectFrom('uploads').select('storageState').where('id', '=', id).executeTakeFirst();
  return row?.storageState ?? storageState;
}

/** Records that bytes of the upload are arriving. */
export async function touchUpload(db: Db, id: string, touchedAt: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ touchedAt })
    .where('id', '=', id)
    .where('touchedAt', '<', touchedAt)
    .execute();
}

/** An object store may need minutes to complete a file of thousands of parts. The lease is renewed until then. */
export const completionLeases = leasesOf('uploads', 'id', 30_000);

/** Returns whether the caller may complete the upload: it is open, and no other node is completing it. */
export function claimCompletion(db: Db, id: string, lease: Lease, now: string): Promise<boolean> {
  return hasChanged(
    db
      .updateTable('uploads')
      .set(lease)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where(isUnleased(now)),
  );
}

export async function isOpen(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('uploads').select('id').where('id', '=', id).where('state', '=', 'open');
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Sets the storage's state of an open upload. Returns false, and changes nothing, if the state is no longer the one of `upload`, if
 * `holder` has lost its lease, or if without a holder any node is completing the upload.
 */
export function restartUpload(
  trx: Trx,
  upload: Pick<UploadRow, 'id' | 'storageState'>,
  { holder, now, storageState }: { holder: string | undefined; now: string; storageState: string | null },
): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('uploads')
      .set({ storageState })
      .where('id', '=', upload.id)
      .where('state', '=', 'open')
      .where('storageState', 'is not distinct from', upload.storageState)
      .where((eb) => (holder === undefined ? isUnleased(now) : eb('holder', '=', holder))),
  );
}

/** Returns false, and changes nothing, if the upload is not open or the holder has lost its lease. */
export async function completeUpload(
  trx: Trx,
  { id, holder }: { id: string; holder: string },
  resultGameId: string,
  now: string,
): Promise<boolean> {
  const changes = { state: 'completed', resultGameId, touchedAt: now, ...released } as const;
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('holder', '=', holder)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx.deleteFrom('uploadChunks').where('uploadId', '=', id).execute();
  return true;
}

export interface DiscardConditions {
  /** Keeps an upload that was touched later. */
  untouchedSince?: string;
  /** The current time. Keeps an upload that has a stored chunk, or of which any node is receiving one. */
  emptyAt?: string;
}

/** Returns false, and deletes nothing, if the upload is not open or does not meet the conditions. */
export async function deleteOpenUpload(
  trx: Trx,
  id: string,
  { untouchedSince, emptyAt }: DiscardConditions = {},
): Promise<boolean> {
  // Chunks and requests that other transactions are recording refer to the row. The next statement sees them.
  await lockRows(trx, trx.selectFrom('uploads').select('id').where('id', '=', id)).execute();
  let query = trx.deleteFrom('uploads').where('id', '=', id).where('state', '=', 'open');
  if (untouchedSince !== undefined) query = query.where('touchedAt', '<=', untouchedSince);
  if (emptyAt !== undefined) {
    query = query.where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('uploadChunks').select('uploadId').where('uploadId', '=', id))),
    );
    query = query.where(({ exists, not, selectFrom }) => {
      const requests = selectFrom('chunkRequests').select('id').where('uploadId', '=', id);
      return not(exists(requests.where('endsBefore', '>', emptyAt)));
    });
  }
  return hasChanged(query);
}

/** Returns whether an upload, a platform file, an extra, or a file that is being stored refers to these bytes. */
export function isKeyInUse(db: Db, id: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('uploads')
      .select('id')
      .where('id', '=', id)
      .union(db.selectFrom('gameFiles').select('storageKey as id').where('storageKey', '=', id))
      .union(db.selectFrom('gameExtras').select('storageKey as id').where('storageKey', '=', id))
      .union(db.selectFrom('storedAhead').select('storageKey as id').where('storageKey', '=', id)),
  );
}

/** Completed uploads are kept only to answer repeated completions. */
export async function deleteCompletedBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('uploads').where('state', '=', 'completed').where('touchedAt', '<', before).execute();
}

/** Lists open uploads that were last touched in this time, and that no node is completing. */
export function listStopped(
  db: Db,
  { after, through, now }: { after: string; through: string; now: string },
): Promise<Pick<UploadRow, 'title' | 'platform' | 'extraName' | 'extraVersion' | 'touchedAt'>[]> {
  return db
    .selectFrom('uploads')
    .select(['title', 'platform', 'extraName', 'extraVersion', 'touchedAt'])
    .where('state', '=', 'open')
    .where('touchedAt', '>', after)
    .where('touchedAt', '<=', through)
    .where(isUnleased(now))
    .orderBy('touchedAt')
    .execute();
}
