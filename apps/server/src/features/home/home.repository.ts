import type { Db } from '#db/schema.ts';

/** Returns the games with the most completed downloads since a time, most downloaded first. Reads all these downloads: call this with `longReads`. */
export async function listMostDownloaded(db: Db, since: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('downloads')
    .select('gameId')
    .where('status', '=', 'completed')
    .where('startedAt', '>=', since)
    .where('logged', '=', 1)
    .where('extraName', 'is', null)
    .where('singleFileId', 'is', null)
    .groupBy('gameId')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('gameId')
    .limit(limit)
    .execute();
  return rows.flatMap(({ gameId }) => gameId ?? []);
}

/** Returns the newest entries of a member's download history. */
export function listNewest(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('downloads')
    .leftJoin('gameFiles', 'gameFiles.id', 'downloads.fileId')
    .leftJoin('gameExtras', 'gameExtras.id', 'downloads.extraId')
    .select(['downloads.gameId', 'downloads.platform', 'downloads.extraName', 'downloads.singleFileId'])
    .select([
      'downloads.status',
      'downloads.bytesSent',
      'downloads.fileSize',
      'downloads.startedAt',
      'downloads.endedAt',
    ])
    .select(['downloads.cancelledAt', 'gameFiles.id as currentFile', 'gameExtras.id as currentExtra'])
    .where('downloads.userId', '=', userId)
    .where('downloads.hiddenAt', 'is', null)
    .orderBy('downloads.startedAt', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute();
}
