import type { Insertable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { RequestCommentsTable } from '../tables.ts';

/** Newest first, starting after the comment `before`. */
export function listComments(
  db: Db,
  requestId: string,
  { before, limit }: { before: string | undefined; limit: number },
) {
  return db
    .selectFrom('requestComments')
    .innerJoin('users', 'users.id', 'requestComments.userId')
    .selectAll('requestComments')
    .select('users.name as by')
    .where('requestId', '=', requestId)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('requestComments.createdAt', 'requestComments.id'),
          '<',
          selectFrom('requestComments as last')
            .select(['last.createdAt', 'last.id'])
            .where('last.id', '=', before ?? '')
            .$asTuple('createdAt', 'id'),
        ),
      ),
    )
    .orderBy('requestComments.createdAt', 'desc')
    .orderBy('requestComments.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertComment(trx: Trx, comment: Insertable<RequestCommentsTable>): Promise<void> {
  await trx.insertInto('requestComments').values(comment).execute();
}

export function findComment(db: Db, requestId: string, id: string) {
  return db
    .selectFrom('requestComments')
    .selectAll()
    .where('id', '=', id)
    .where('requestId', '=', requestId)
    .executeTakeFirst();
}

export async function deleteComment(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('requestComments').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
