// Which files still need digests, and which node reads which of them.
import { smallestPieceBytes } from '@cellar/contract/transfer/downloads.endpoints.ts';
import {
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { isPostgres } from '#db/database.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import { minuteMs } from '#platform/clock.ts';
import { isUnleased, type Lease, leasesOf } from '#platform/lease.ts';
import type { FileDigests, Pieces } from '#platform/storage/digests.ts';
import type { GameFilesTable } from '../tables.ts';

/** The tables of files whose digests are computed in the background. */
export type DigestedTable = 'gameFiles' | 'gameExtras';

/**
 * `…InPlace`: in library folders that can be used. `zip…`: sets and folders, which can't be downloaded before they have been read.
 * The others are in the storage.
 */
export type DigestSource =
  | DigestedTable
  | 'filesInPlace'
  | 'extrasInPlace'
  | 'zipFilesInPlace'
  | 'zipExtrasInPlace';

/** Files of earlier versions, and imported ones, may have a digest without those of their pieces. */
export type MissingDigests = 'all' | 'pieces';

type FoundColumns =
  | 'id'
  | 'gameId'
  | 'storageKey'
  | 'createdAt'
  | 'sha256'
  | 'fileSize'
  | 'libraryItemId'
  | 'contentTag';

export interface UndigestedFile extends Pick<Selectable<GameFilesTable>, FoundColumns> {
  source: DigestSource;
  missing: MissingDigests;
}

/**
 * Returns the next file that lacks digests and is read by no node, in the order in which files were added. Use `longReads`: in
 * front of this file may be many in folders that can't be used.
 */
export async function findUndigestedFile(
  db: Db,
  { source, missing }: { source: DigestSource; missing: MissingDigests },
  after: { createdAt: string; id: string },
  now: string,
): Promise<UndigestedFile | undefined> {
  // Both tables have these columns.
  const name = tableOf(source) as 'gameFiles';
  const isInPlace = source !== 'gameFiles' && source !== 'gameExtras';
  const isZip = source === 'zipFilesInPlace' || source === 'zipExtrasInPlace';
  const file = await (isZip ? selectZips(db, name) : selectFiles(db, name, isInPlace))
    .$if(isInPlace, (query) => query.select([`${name}.libraryItemId`, `${name}.contentTag`]))
    .leftJoin('digestClaims', 'digestClaims.storageKey', `${name}.storageKey`)
    .select([`${name}.id`, `${name}.gameId`, `${name}.storageKey`, `${name}.createdAt`])
    .select([`${name}.sha256`, `${name}.fileSize`])
    .where(missing === 'all' ? hasNoDigest(db) : hasNoPieces(db, name))
    .where(isUnleased(now, 'digestClaims.leaseUntil'))
    // This condition uses the index; the next one distinguishes files added at the same moment.
    .where(`${name}.createdAt`, '>=', after.createdAt)
    .where((eb) =>
      eb.or([
        eb(`${name}.createdAt`, '>', after.createdAt),
        eb.and([eb(`${name}.createdAt`, '=', after.createdAt), eb(`${name}.id`, '>', after.id)]),
      ]),
    )
    .orderBy(`${name}.createdAt`)
    .orderBy(`${name}.id`)
    .limit(1)
    .executeTakeFirst();
  return file && { source, missing, libraryItemId: null, contentTag: null, ...file };
}

export function tableOf(source: DigestSource): DigestedTable {
  const isExtra = source === 'gameExtras' || source === 'extrasInPlace' || source === 'zipExtrasInPlace';
  return isExtra ? 'gameExtras' : 'gameFiles';
}

/** The hint makes SQLite use the index of files without a digest, which has their order, and not the index of all digests. */
function hasNoDigest(db: Db): RawBuilder<boolean> {
  return isPostgres(db) ? sql`sha256 is null` : sql`likelihood(sha256 is null, 0.99)`;
}

/** Literals, because an index holds only these files. A file of one piece needs no more than its own digest. */
function hasNoPieces(db: Db, name: 'gameFiles'): RawBuilder<boolean> {
  const isKnown = sql`${sql.ref(`${name}.sha256`)} is not null`;
  const isUncut = sql`${sql.ref(`${name}.hasPieces`)} = 0
    and ${sql.ref(`${name}.fileSize`)} > ${sql.lit(smallestPieceBytes)}`;
  return isPostgres(db) ? sql`${isUncut} and ${isKnown}` : sql`${isUncut} and likelihood(${isKnown}, 0.99)`;
}

type Files = SelectQueryBuilder<Schema, 'gameFiles', object>;

function selectFiles(db: Db, name: 'gameFiles', isInPlace: boolean): Files {
  return db
    .selectFrom(name)
    .$if(!isInPlace, (query) => query.where(`${name}.libraryItemId`, 'is', null))
    .$if(isInPlace, (query) => query.where((eb) => eb.exists(usableFileOf(eb, name))));
}

/** For `exists`. With a list of all usable items instead, SQLite would look up and sort the file of each of them. */
function usableFileOf(eb: ExpressionBuilder<Schema, 'gameFiles'>, name: 'gameFiles') {
  return eb
    .selectFrom('libraryItems')
    .innerJoin('libraryFolders', 'libraryFolders.id', 'libraryItems.folderId')
    .select('libraryItems.id')
    .whereRef('libraryItems.id', '=', `${name}.libraryItemId`)
    .where('libraryItems.kind', '=', 'file')
    .where('libraryItems.missingSince', 'is', null)
    .where('libraryFolders.problem', 'is', null);
}

/** Cross joins let SQLite read the sets and folders first. Otherwise it walks all single files that have no digest yet. */
function selectZips(db: Db, name: 'gameFiles'): Files {
  return (
    db
      .selectFrom('libraryFolders')
      .crossJoin('libraryItems')
      .crossJoin(name)
      .where('libraryFolders.problem', 'is', null)
      .whereRef('libraryItems.folderId', '=', 'libraryFolders.id')
      .where('libraryItems.state', '=', 'added')
      // A literal: an index holds only sets and folders.
      .where('libraryItems.kind', '!=', sql.lit('file' as const))
      .where('libraryItems.missingSince', 'is', null)
      .whereRef(`${name}.libraryItemId`, '=', 'libraryItems.id')
  );
}

export const digestLeases = leasesOf('digestClaims', 'storageKey', minuteMs);

/** Returns false if another node is faster. */
export async function claimDigest(db: Db, storageKey: string, lease: Lease, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('digestClaims')
    .values({ storageKey, ...lease })
    .onConflict((conflict) =>
      conflict.column('storageKey').doUpdateSet(lease).where(isUnleased(now, 'digestClaims.leaseUntil')),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

interface Claim {
  storageKey: string;
  holder: string;
}

/**
 * Does nothing if the claim was lost (the file was deleted, or another node reads it), or if the content has changed since the
 * file was found.
 */
export async function saveDigests(
  db: Db,
  { source, storageKey, contentTag }: UndigestedFile,
  holder: string,
  { sha256, pieces }: FileDigests,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The file first and the claim second, like the deletion of a file, to avoid a deadlock.
    const { numUpdatedRows } = await trx
      .updateTable(tableOf(source) as 'gameFiles')
      .set({ sha256, hasPieces: 1 })
      .where('storageKey', '=', storageKey)
      .$if(contentTag !== null, (query) => query.where('contentTag', '=', contentTag))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('digestClaims')
            .select('digestClaims.storageKey')
            .where('digestClaims.storageKey', '=', storageKey)
            .where('holder', '=', holder),
        ),
      )
      .executeTakeFirst();
    const isOnePiece = !pieces || pieces.digests.length <= digestLength;
    if (numUpdatedRows > 0n && !isOnePiece) {
      const row = { sha256, pieceLength: pieces.length, digests: pieces.digests };
      await trx
        .insertInto('filePieces')
        .values({ storageKey, ...row })
        .onConflict((conflict) => conflict.column('storageKey').doUpdateSet(row))
        .execute();
    }
    await releaseDigestClaim(trx, { storageKey, holder });
  });
}

/** Characters of one SHA-256 in Base64. */
const digestLength = 44;

/** Returns the pieces of a file with this content, or undefined if they are not known. */
export async function findPieces(db: Db, storageKey: string, sha256: string): Promise<Pieces | undefined> {
  const row = await db
    .selectFrom('filePieces')
    .select(['pieceLength as length', 'digests'])
    .where('storageKey', '=', storageKey)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row && { ...row, length: Number(row.length) };
}

export async function releaseDigestClaim(db: Db, { storageKey, holder }: Claim): Promise<void> {
  await db
    .deleteFrom('digestClaims')
    .where('storageKey', '=', storageKey)
    .where('holder', '=', holder)
    .execute();
}

/** Call this when the rows of these files are deleted: a node that reads one of them stops. */
export async function revokeDigestClaims(trx: Trx, storageKeys: string[]): Promise<void> {
  await trx.deleteFrom('digestClaims').where('storageKey', 'in', storageKeys).execute();
}
