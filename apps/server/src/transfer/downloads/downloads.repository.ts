import { type Expression, type Selectable, sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { isPostgres, lockRows } from '#db/database.ts';
import { countChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { DownloadsTable } from '../tables.ts';
import type { Content, TargetFile } from './target-file.ts';

export type DownloadRow = Selectable<DownloadsTable>;

/** @throws a unique violation for a known (userId, clientId) */
export async function insertDownload(db: Db, download: DownloadRow): Promise<void> {
  await db.insertInto('downloads').values(download).execute();
}

export function findDownloadByClientId(
  db: Db,
  userId: string,
  clientId: string,
): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/** Returns the member's newest download of this file whose client id begins with `prefix` and a dot. */
export function findLatestDownload(
  db: Db,
  { userId, file, prefix }: { userId: string; file: Pick<TargetFile, 'kind' | 'id'>; prefix: string },
): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('userId', '=', userId)
    .where(file.kind === 'extra' ? 'extraId' : 'fileId', '=', file.id)
    .where('clientId', '>', `${prefix}.`)
    .where('clientId', '<', `${prefix}/`)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type Progress = Pick<
  DownloadRow,
  'id' | 'sentRanges' | 'bytesSent' | 'lastByteAt' | 'status' | 'endedAt'
>;

/** Updates all rows with one statement. Separate statements take several times as long, and block other writers. */
export async function updateProgress(trx: Trx, rows: Progress[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    ({ id, sentRanges, bytesSent, lastByteAt, status, endedAt }) =>
      sql`(${id}, ${sentRanges}, ${bytesSent}, ${lastByteAt}, ${status}, ${endedAt})`,
  );
  await sql`update downloads set "sentRanges" = v.column2, "bytesSent" = cast(v.column3 as bigint),
    "lastByteAt" = v.column4, status = v.column5, "endedAt" = v.column6
    from (values ${sql.join(values)}) as v where downloads.id = v.column1`.execute(trx);
}

/** Sets `connectedAt` of these downloads; null means that no connection is open. */
export async function recordConnections(trx: Trx, ids: string[], connectedAt: string | null): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('downloads').set({ connectedAt }).where('id', 'in', ids).execute();
}

/** Returns those of these grants (see `OpenedDownload`) that still exist. */
export async function listGrants(db: Db, grants: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('tokenHash as grant')
    .where('tokenHash', 'in', grants)
    .unionAll(db.selectFrom('apiTokens').select('tokenHash as grant').where('tokenHash', 'in', grants))
    .unionAll(db.selectFrom('tickets').select('tokenHash as grant').where('tokenHash', 'in', grants))
    .unionAll(db.selectFrom('downloadLists').select('id as grant').where('id', 'in', grants))
    .execute();
  return rows.map(({ grant }) => grant);
}

/** Reads and locks downloads in the order of their ids, so that two nodes that write the same downloads do not deadlock. */
export function lockDownloads(trx: Trx, ids: string[]): Promise<DownloadRow[]> {
  return lockRows(
    trx,
    trx.selectFrom('downloads').selectAll().where('id', 'in', ids).orderBy('id'),
  ).execute();
}

/** Locks downloads in the order of their ids before one statement changes them. Saving progress uses the same order. */
export async function lockInOrder(trx: Trx, ids: Expression<string>): Promise<void> {
  if (!isPostgres(trx)) return;
  const rows = trx.selectFrom('downloads').select('id').where('id', 'in', ids).orderBy('id');
  await lockRows(trx, rows).execute();
}

export function findDownload(db: Db, id: string): Promise<DownloadRow | undefined> {
  return db.selectFrom('downloads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a member's downloads that are running, ended after `endedSince`, or were handed over after `handedOverSince`. */
export function listActive(
  db: Db,
  userId: string,
  { endedSince, handedOverSince }: { endedSince: string; handedOverSince: string },
): Promise<DownloadRow[]> {
  return (
    db
      .selectFrom('downloads')
      .selectAll()
      // Few downloads of all members are active, but one member may have thousands of old ones: use the index on time.
      .where(unindexed<string>('userId'), '=', userId)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'in_progress').and('handedOverAt', 'is', null),
          eb('status', '=', 'in_progress').and('lastByteAt', '>', handedOverSince),
          eb('endedAt', '>', endedSince),
          eb('handedOverAt', '>', handedOverSince),
        ]),
      )
      .orderBy('startedAt')
      .execute()
  );
}

export async function updateDownload(db: Db, id: string, changes: Partial<DownloadRow>): Promise<void> {
  await db.updateTable('downloads').set(changes).where('id', '=', id).execute();
}

/** Begins to count again, for a file that has another content since the download began. A completed download stays as it is. */
export async function restartDownload(
  db: Db,
  known: DownloadRow,
  { fileSize, contentTag }: Content,
): Promise<void> {
  const nothing = { sentRanges: '[]', bytesSent: 0, handedOverAt: null, handedOverRanges: '[]' };
  await db
    .updateTable('downloads')
    .set({ ...nothing, fileSize, contentTag, status: 'in_progress', endedAt: null })
    .where('id', '=', known.id)
    // Another request may have restarted it already.
    .where('fileSize', '=', known.fileSize)
    .where('contentTag', known.contentTag === null ? 'is' : '=', known.contentTag)
    .where('status', '!=', 'completed')
    .where('cancelledAt', 'is', null)
    .execute();
}

/** Clears `column` on up to `limit` downloads with this id that ended before `before`. Returns the number changed. */
export function clearReferences(db: Db, { column, ids, before, limit }: ReferenceStep): Promise<number> {
  return countChanged(
    db
      .updateTable('downloads')
      .set(column === 'gameId' ? { gameId: null, fileId: null, extraId: null } : { [column]: null })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('downloads')
          .select('id')
          .where(column, 'in', ids)
          .where('status', '!=', 'in_progress')
          .where('endedAt', '<', before)
          .limit(limit),
      ),
  );
}

interface ReferenceStep {
  column: 'gameId' | 'fileId' | 'extraId' | 'userId';
  ids: readonly string[];
  before: string;
  limit: number;
}

interface Stalled {
  before: string;
  /** Used instead of `before` for downloads that the proxy sends, because it reports no progress. */
  handedOverBefore: string;
  now: string;
  except: string[];
  /** The most downloads that fail. */
  limit: number;
}

/** Fails running downloads that have had no byte and no open connection since `before`, and returns them. A later byte resumes them. */
export async function failStalled(trx: Trx, { before, handedOverBefore, now, except, limit }: Stalled) {
  const stalled = trx
    .selectFrom('downloads')
    .select(['id', 'userId', 'gameId', 'gameTitle', 'platform', 'extraName', 'singleFileId'])
    .select(['bytesSent', 'hiddenAt'])
    .where('status', '=', 'in_progress')
    .where((eb) => eb(eb.fn.coalesce('lastByteAt', 'startedAt'), '<', before))
    .where((eb) => eb.or([eb('connectedAt', 'is', null), eb('connectedAt', '<', before)]))
    .where((eb) => eb.or([eb('handedOverAt', 'is', null), eb('handedOverAt', '<', handedOverBefore)]))
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    // The same order as when progress is saved, to avoid deadlocks.
    .orderBy('id')
    .limit(limit);
  const rows = await lockRows(trx, stalled).execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    const failed = { status: 'failed', endedAt: now } as const;
    await trx.updateTable('downloads').set(failed).where('id', 'in', ids).execute();
  }
  return rows;
}

/** Returns the downloads, out of these, of files that are quarantined. */
export async function listQuarantined(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('downloads')
    .leftJoin('gameFiles', 'gameFiles.id', 'downloads.fileId')
    .leftJoin('gameExtras', 'gameExtras.id', 'downloads.extraId')
    .innerJoin('virusScans as scan', (join) =>
      join.on((eb) =>
        eb('scan.storageKey', '=', eb.fn.coalesce('gameFiles.storageKey', 'gameExtras.storageKey')),
      ),
    )
    .select('downloads.id')
    .where('downloads.id', 'in', ids)
    .where('scan.result', '=', 'infected')
    .where('scan.allowedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the downloads, out of these, that must stop: they were cancelled, or the member has lost access. */
export async function listForbidden(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('downloads')
    .leftJoin('users', 'users.id', 'downloads.userId')
    .select('downloads.id')
    .where('downloads.id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('downloads.cancelledAt', 'is not', null),
        eb('users.id', 'is', null),
        eb('users.suspendedAt', 'is not', null),
        eb('users.verifiedAt', 'is', null),
        eb('users.approvedAt', 'is', null),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
