// Downloads in the database.
import { type Expression, type Selectable, sql } from 'kysely';
import { canLockRows, lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { unindexed } from '#db/unindexed.ts';
import type { GameFilesTable } from '#features/files/files.table.ts';
import type { DownloadsTable } from './downloads.table.ts';

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

/** The newest of this member for this file whose id begins so. */
export function findLatestOf(
  db: Db,
  { userId, fileId, prefix }: { userId: string; fileId: string; prefix: string },
): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('userId', '=', userId)
    .where('fileId', '=', fileId)
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

/** All of them by one statement: each one of its own takes several times as long, while nobody else has a turn. */
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

/** One statement for all of them. Null: no connection is open any more. */
export async function noteConnections(trx: Trx, ids: string[], connectedAt: string | null): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('downloads').set({ connectedAt }).where('id', 'in', ids).execute();
}

/** Of these sessions, those that have not been ended. */
export async function listSessions(db: Db, tokenHashes: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('tokenHash', 'in', tokenHashes)
    .execute();
  return rows.map(({ tokenHash }) => tokenHash);
}

/** Reads them for writing, in the order of their ids: two nodes that write the same ones wait for each other. */
export function lockDownloads(trx: Trx, ids: string[]): Promise<DownloadRow[]> {
  return lockRows(
    trx,
    trx.selectFrom('downloads').selectAll().where('id', 'in', ids).orderBy('id'),
  ).execute();
}

/**
 * Before one statement changes several: they are locked in the order of their ids, in which progress is written meanwhile, so that
 * neither waits for the other.
 */
export async function holdInOrder(trx: Trx, ids: Expression<string>): Promise<void> {
  if (!canLockRows(trx)) return;
  const rows = trx.selectFrom('downloads').select('id').where('id', 'in', ids).orderBy('id');
  await lockRows(trx, rows).execute();
}

export function findDownload(db: Db, id: string): Promise<DownloadRow | undefined> {
  return db.selectFrom('downloads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Of one member: those that run, those that ended since, and those of which a piece was handed over since. */
export function listActive(
  db: Db,
  userId: string,
  { endedSince, handedOverSince }: { endedSince: string; handedOverSince: string },
): Promise<DownloadRow[]> {
  return (
    db
      .selectFrom('downloads')
      .selectAll()
      // Of all members few run at a time, of one member there may be thousands that ended long ago.
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

/** Some of those that ended before `before`. Returns how many. */
export async function releaseSome(db: Db, { column, id, before, limit }: Release): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('downloads')
    .set(column === 'gameId' ? { gameId: null, fileId: null } : { [column]: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('downloads')
        .select('id')
        .where(column, '=', id)
        .where('status', '!=', 'in_progress')
        .where('endedAt', '<', before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

interface Release {
  column: 'gameId' | 'fileId' | 'userId';
  id: string;
  before: string;
  limit: number;
}

/** The others a minute later. */
const silentAtOnce = 500;

interface Silence {
  before: string;
  /** Of those that a proxy sends nothing is heard in between. */
  handedOverBefore: string;
  now: string;
  except: string[];
}

/** Running downloads without a byte or an open connection since `before`, but for `except`, have failed. A later byte brings one back. */
export async function failSilent(
  trx: Trx,
  { before, handedOverBefore, now, except }: Silence,
): Promise<void> {
  const silent = trx
    .selectFrom('downloads')
    .select('id')
    .where('status', '=', 'in_progress')
    .where((eb) => eb(eb.fn.coalesce('lastByteAt', 'startedAt'), '<', before))
    .where((eb) => eb.or([eb('connectedAt', 'is', null), eb('connectedAt', '<', before)]))
    .where((eb) => eb.or([eb('handedOverAt', 'is', null), eb('handedOverAt', '<', handedOverBefore)]))
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    // The order in which progress is written: so that neither waits for the other.
    .orderBy('id')
    .limit(silentAtOnce);
  const ids = (await lockRows(trx, silent).execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await trx.updateTable('downloads').set({ status: 'failed', endedAt: now }).where('id', 'in', ids).execute();
}

/** Of the given downloads, those that may not go on: cancelled, or their member has lost access. */
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

export function findFileById(db: Db, id: string): Promise<Selectable<GameFilesTable> | undefined> {
  return db.selectFrom('gameFiles').selectAll().where('id', '=', id).executeTakeFirst();
}
