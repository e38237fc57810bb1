import type { Db } from '#db/schema.ts';

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
