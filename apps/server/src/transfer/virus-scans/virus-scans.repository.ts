// The results of virus scans, and which file is scanned next, by which node. Only this feature writes these rows, apart from the triggers
// of migration 0038.

import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { ScannedKind } from '@cellar/contract/transfer/virus-scans.endpoints.ts';
import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows, hasChanged } from '#db/rows.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import { longestPauseMs, minuteMs } from '#platform/clock.ts';
import { isUnleased, type Lease, leasesOf } from '#platform/lease.ts';
import type { VirusScansTable } from '../tables.ts';

export type ScanRow = Selectable<VirusScansTable>;
export type WaitingFile = Pick<ScanRow, 'storageKey' | 'kind' | 'attempts'>;

interface WaitingQuery {
  now: string;
  /** Files that were scanned before this time are scanned again. Empty: none. */
  from: string;
}

/**
 * Returns the newest file that was never scanned, or else the one whose last scan is the oldest, if it has to be scanned again. Use
 * `longReads`: it may have to skip many files in folders that can't be used.
 */
export async function findWaiting(db: Db, { now, from }: WaitingQuery): Promise<WaitingFile | undefined> {
  const select = () =>
    db
      .selectFrom('virusScans')
      .leftJoin('libraryItems', 'libraryItems.id', 'virusScans.libraryItemId')
      .leftJoin('libraryFolders', 'libraryFolders.id', 'libraryItems.folderId')
      .select(['virusScans.storageKey', 'virusScans.kind', 'virusScans.attempts'])
      .where((eb) => isUsable(eb, now))
      .limit(1);
  const unscanned = await select()
    .where('virusScans.scannedAt', 'is', null)
    .orderBy('virusScans.changedAt', 'desc')
    .orderBy('virusScans.storageKey', 'desc')
    .executeTakeFirst();
  if (unscanned || from === '') return unscanned;
  return select()
    .where('virusScans.scannedAt', '<', from)
    .orderBy('virusScans.scannedAt')
    .orderBy('virusScans.storageKey')
    .executeTakeFirst();
}

type Joined = Pick<Schema, 'virusScans' | 'libraryItems' | 'libraryFolders'>;

/** A time that is later than any pause was set while the clock was ahead. */
function isDue(now: string) {
  const latest = new Date(Date.parse(now) + longestPauseMs).toISOString();
  return sql<SqlBool>`("virusScans"."retryAt" is null or "virusScans"."retryAt" <= ${now}
    or "virusScans"."retryAt" > ${latest})`;
}

/** No node scans the file, its last failure is some time ago, and if it is in a library folder, it can be read. */
function isUsable(eb: ExpressionBuilder<Joined, keyof Joined>, now: string) {
  return eb.and([
    isUnleased(now, 'virusScans.leaseUntil'),
    isDue(now),
    eb('libraryItems.missingSince', 'is', null),
    eb('libraryFolders.problem', 'is', null),
  ]);
}

/** What is needed to open a file and to name it. Undefined if it was deleted. */
export async function findFile(db: Db, { kind, storageKey }: Pick<ScanRow, 'kind' | 'storageKey'>) {
  if (kind === 'cheat') {
    const cheat = await db
      .selectFrom('cheatFiles')
      .select(['storageKey', 'fileSize'])
      .where('storageKey', '=', storageKey)
      .executeTakeFirst();
    return cheat && { ...cheat, libraryItemId: null, contentTag: null, itemKind: null };
  }
  // Both tables have these columns.
  const table = kind === 'extra' ? 'gameExtras' : 'gameFiles';
  return db
    .selectFrom(`${table} as file` as 'gameFiles as file')
    .leftJoin('libraryItems as item', 'item.id', 'file.libraryItemId')
    .select(['file.storageKey', 'file.fileSize', 'file.libraryItemId', 'file.contentTag'])
    .select('item.kind as itemKind')
    .where('file.storageKey', '=', storageKey)
    .executeTakeFirst();
}

/** The leases of the nodes that scan. They are also lost when the file is deleted or changed. */
export const virusScanLeases = leasesOf('virusScans', 'storageKey', minuteMs);

/** Returns false if another node was faster. */
export function claimScan(db: Db, storageKey: string, lease: Lease, now: string): Promise<boolean> {
  return hasChanged(
    db.updateTable('virusScans').set(lease).where('storageKey', '=', storageKey).where(isUnleased(now)),
  );
}

export interface Claim {
  storageKey: string;
  holder: string;
}

/** Returns the row of a claim, locked. Undefined if the claim was lost. */
export function lockClaimed(trx: Trx, { storageKey, holder }: Claim): Promise<ScanRow | undefined> {
  const query = trx
    .selectFrom('virusScans')
    .selectAll()
    .where('storageKey', '=', storageKey)
    .where('holder', '=', holder);
  return lockRows(trx, query).executeTakeFirst();
}

export async function updateScan(
  trx: Trx,
  storageKey: string,
  changes: Partial<Omit<ScanRow, 'storageKey' | 'kind' | 'libraryItemId'>>,
): Promise<void> {
  await trx.updateTable('virusScans').set(changes).where('storageKey', '=', storageKey).execute();
}

/** Returns a file in which something was found, locked. Undefined if there is none with this key. */
export function lockFinding(trx: Trx, storageKey: string): Promise<ScanRow | undefined> {
  const query = trx
    .selectFrom('virusScans')
    .selectAll()
    .where('storageKey', '=', storageKey)
    .where('result', '=', 'infected');
  return lockRows(trx, query).executeTakeFirst();
}

/** Counts the files by the result of their last scan. */
export async function countResults(db: Db) {
  const rows = await db
    .selectFrom('virusScans')
    .select(['result', (eb) => eb.fn.countAll<number>().as('count')])
    .where('result', 'is not', null)
    .groupBy('result')
    .execute();
  const of = (result: ScanRow['result']) => Number(rows.find((row) => row.result === result)?.count ?? 0);
  return { clean: of('clean'), infected: of('infected'), tooLarge: of('too_large'), failed: of('failed') };
}

export async function countWaiting(db: Db, from: string): Promise<number> {
  const scans = db.selectFrom('virusScans');
  const unscanned = await countRows(scans.where('scannedAt', 'is', null));
  return from === '' ? unscanned : unscanned + (await countRows(scans.where('scannedAt', '<', from)));
}

/** Counts the files in which something was found. */
export function countFindings(db: Db, { onlyQuarantined = false } = {}): Promise<number> {
  return countRows(
    db
      .selectFrom('virusScans')
      .where('result', '=', 'infected')
      .$if(onlyQuarantined, (query) => query.where('allowedAt', 'is', null)),
  );
}

/** Marks files of which admins know. */
export async function markTold(db: Db, rows: readonly { storageKey: string }[], now: string): Promise<void> {
  const keys = rows.map(({ storageKey }) => storageKey);
  await db.updateTable('virusScans').set({ toldAt: now }).where('storageKey', 'in', keys).execute();
}

export type FindingRow = Awaited<ReturnType<typeof listFindings>>[number];

interface FindingsQuery {
  limit: number;
  offset?: number;
  /** Only quarantined files of which admins do not know yet. */
  isUntold?: boolean;
  storageKey?: string;
}

/** Returns the files in which something was found, quarantined ones first, then the newest findings. */
export function listFindings(db: Db, { limit, offset = 0, isUntold = false, storageKey }: FindingsQuery) {
  return db
    .selectFrom('virusScans as scan')
    .leftJoin('gameFiles as file', 'file.storageKey', 'scan.storageKey')
    .leftJoin('gameExtras as extra', 'extra.storageKey', 'scan.storageKey')
    .leftJoin('cheatFiles as cheat', 'cheat.storageKey', 'scan.storageKey')
    .innerJoin('games', (join) =>
      join.on((eb) => eb('games.id', '=', eb.fn.coalesce('file.gameId', 'extra.gameId', 'cheat.gameId'))),
    )
    .select(['scan.storageKey', 'scan.kind', 'scan.threat', 'scan.threatPath', 'scan.foundAt'])
    .select(['scan.allowedAt', 'scan.allowedBy', 'games.id as gameId', 'games.title'])
    .select(['file.platform', 'extra.name as extraName', 'extra.version as extraVersion'])
    .select('cheat.name as cheatName')
    .where('scan.result', '=', 'infected')
    .$if(isUntold, (query) => query.where('scan.toldAt', 'is', null).where('scan.allowedAt', 'is', null))
    .$if(storageKey !== undefined, (query) => query.where('scan.storageKey', '=', storageKey ?? ''))
    .orderBy((eb) => eb.case().when('scan.allowedAt', 'is', null).then(0).else(1).end())
    .orderBy('scan.foundAt', 'desc')
    .orderBy('scan.storageKey')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Names a file within its game. */
export function nameOf(row: {
  kind: ScannedKind;
  platform: string | null;
  extraName: string | null;
  extraVersion: string | null;
  cheatName: string | null;
}): string {
  if (row.kind === 'cheat') return row.cheatName ?? '';
  if (row.kind === 'platformFile') return row.platform ?? '';
  return extraLabel({ name: row.extraName ?? '', version: row.extraVersion ?? '' });
}
