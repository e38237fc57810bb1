// Which new files still need a digest, and which node reads which of them.
import type { Selectable } from 'kysely';
import { isForeignKeyViolation } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { Lease } from '#platform/lease.ts';
import type { GameFilesTable } from './files.table.ts';

export type UndigestedFile = Pick<Selectable<GameFilesTable>, 'id' | 'gameId' | 'storageKey' | 'createdAt'>;

/** Returns the next file that has no digest and is read by no node, in the order in which files were added. */
export function findFileWithoutDigest(
  db: Db,
  after: { createdAt: string; id: string },
  now: string,
): Promise<UndigestedFile | undefined> {
  return (
    db
      .selectFrom('gameFiles')
      .leftJoin('digestClaims', 'digestClaims.fileId', 'gameFiles.id')
      .select(['gameFiles.id', 'gameId', 'storageKey', 'createdAt'])
      .where('sha256', 'is', null)
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
      // This condition uses the index; the next one distinguishes files added at the same moment.
      .where('createdAt', '>=', after.createdAt)
      .where((eb) =>
        eb.or([
          eb('createdAt', '>', after.createdAt),
          eb.and([eb('createdAt', '=', after.createdAt), eb('gameFiles.id', '>', after.id)]),
        ]),
      )
      .orderBy('createdAt')
      .orderBy('gameFiles.id')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Returns false if another node is faster, or if the file was deleted. */
export async function claimDigest(db: Db, fileId: string, lease: Lease, now: string): Promise<boolean> {
  try {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('digestClaims')
      .values({ fileId, ...lease })
      .onConflict((conflict) =>
        conflict.column('fileId').doUpdateSet(lease).where('digestClaims.leaseUntil', '<=', now),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

interface Claim {
  fileId: string;
  holder: string;
}

/** Returns false if the claim was lost. */
export async function renewDigestClaim(
  db: Db,
  { fileId, holder }: Claim,
  leaseUntil: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('digestClaims')
    .set({ leaseUntil })
    .where('fileId', '=', fileId)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Does nothing if the claim was lost: the file was deleted, or another node reads it. */
export async function saveDigest(db: Db, { fileId, holder }: Claim, sha256: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The file first and the claim second, like the deletion of a file, to avoid a deadlock.
    await trx
      .updateTable('gameFiles')
      .set({ sha256 })
      .where('id', '=', fileId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('digestClaims')
            .select('fileId')
            .where('fileId', '=', fileId)
            .where('holder', '=', holder),
        ),
      )
      .execute();
    await releaseDigestClaim(trx, { fileId, holder });
  });
}

export async function releaseDigestClaim(db: Db, { fileId, holder }: Claim): Promise<void> {
  await db.deleteFrom('digestClaims').where('fileId', '=', fileId).where('holder', '=', holder).execute();
}
