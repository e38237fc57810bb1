import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import { unindexed } from '#db/unindexed.ts';
import type { RunningRow } from './download-use.ts';

// A literal, because SQLite uses the partial index of these downloads only for one.
const inProgress = sql.lit('in_progress' as const);

/** Returns a member's downloads that are neither completed nor failed, which are few. */
export function listRunning(db: Db, userId: string): Promise<RunningRow[]> {
  return db
    .selectFrom('downloads')
    .select(['id', 'fileSize', 'sentRanges', 'handedOverRanges'])
    .select(['startedAt', 'lastByteAt', 'connectedAt', 'handedOverAt'])
    .where('userId', '=', userId)
    .where('status', '=', inProgress)
    .execute();
}

/** Counts a member's downloads that are running, or were handed over since this moment. */
export async function countRunning(db: Db, userId: string, handedOverSince: string): Promise<number> {
  const { count } = await runningSince(db, handedOverSince)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    // As for the list of active downloads: a member may have thousands of old ones.
    .where(unindexed<string>('userId'), '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the members with such downloads. */
export async function countRunningMembers(db: Db, handedOverSince: string): Promise<number> {
  const { count } = await runningSince(db, handedOverSince)
    .select((eb) => eb.fn.count<number>('userId').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function runningSince(db: Db, handedOverSince: string) {
  return db
    .selectFrom('downloads')
    .where((eb) => eb.or([eb('status', '=', inProgress), eb('handedOverAt', '>', handedOverSince)]));
}
