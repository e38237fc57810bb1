import type { NightAnswer } from '@cellar/contract/club/rules/collections.ts';
import { sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { NightAnswersTable } from '../tables.ts';

/** Completed downloads of whole platform files. Literal, so that the index `downloadsOfGame` is used. */
const hasDownloaded = sql<boolean>`downloads.status = 'completed' and downloads."extraName" is null
  and downloads."singleFileId" is null`;

export function listGuests(db: Db, collectionId: string) {
  return db
    .selectFrom('nightAnswers')
    .innerJoin('users', 'users.id', 'nightAnswers.userId')
    .select(['nightAnswers.userId', 'users.name'])
    .where('collectionId', '=', collectionId)
    .where('answer', '=', 'coming')
    .orderBy('answeredAt')
    .orderBy('userId')
    .execute();
}

export function countAnswers(db: Db, collectionId: string, answer: NightAnswer): Promise<number> {
  return countRows(
    db.selectFrom('nightAnswers').where('collectionId', '=', collectionId).where('answer', '=', answer),
  );
}

export async function findAnswer(db: Db, collectionId: string, userId: string): Promise<NightAnswer | null> {
  const row = await db
    .selectFrom('nightAnswers')
    .select('answer')
    .where('collectionId', '=', collectionId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.answer ?? null;
}

export async function saveAnswer(trx: Trx, row: NightAnswersTable): Promise<void> {
  const { answer, answeredAt } = row;
  await trx
    .insertInto('nightAnswers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['collectionId', 'userId']).doUpdateSet({ answer, answeredAt }),
    )
    .execute();
}

export async function deleteAnswer(trx: Trx, collectionId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('nightAnswers')
    .where('collectionId', '=', collectionId)
    .where('userId', '=', userId)
    .execute();
}

/** `kept`: the member whose answer stays. */
export async function deleteAnswers(trx: Trx, collectionId: string, kept?: string): Promise<void> {
  await trx
    .deleteFrom('nightAnswers')
    .where('collectionId', '=', collectionId)
    .$if(kept !== undefined, (query) => query.where('userId', '!=', kept as string))
    .execute();
}

/** Returns which of these games a member has downloaded. For up to a thousand games: call this with `longReads`. */
export async function listDownloadedOf(
  db: Db,
  userId: string,
  gameIds: readonly string[],
): Promise<Set<string>> {
  if (gameIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('downloads')
    .select('gameId')
    .distinct()
    .where('userId', '=', userId)
    .where('gameId', 'in', gameIds)
    .where(hasDownloaded)
    .execute();
  return new Set(rows.flatMap(({ gameId }) => gameId ?? []));
}

/**
 * Returns which guest has downloaded which of these games, without downloads that the site records without a name or that the guest
 * has removed from the history. Looks up each pair in the index: call this with `longReads`. A subquery with a limit, because joins let
 * the databases read all completed downloads.
 */
export function listOwners(
  db: Db,
  collectionId: string,
  gameIds: readonly string[],
): Promise<{ gameId: string; userId: string }[]> {
  return db
    .selectFrom('nightAnswers')
    .innerJoin('games', (join) => join.on('games.id', 'in', gameIds))
    .select(['games.id as gameId', 'nightAnswers.userId'])
    .where('nightAnswers.collectionId', '=', collectionId)
    .where('nightAnswers.answer', '=', 'coming')
    .where(
      (eb) =>
        eb
          .selectFrom('downloads')
          .select('downloads.id')
          .whereRef('downloads.userId', '=', 'nightAnswers.userId')
          .whereRef('downloads.gameId', '=', 'games.id')
          .where(hasDownloaded)
          .where(unindexed<number>('downloads.anonymous'), '=', 0)
          .where(unindexed<string | null>('downloads.hiddenAt'), 'is', null)
          .limit(1),
      'is not',
      null,
    )
    .execute();
}
