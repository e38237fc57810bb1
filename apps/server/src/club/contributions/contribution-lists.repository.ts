import { countRows } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';

/** Those of one contributor, or in these states, or both. */
export interface Filter {
  userId?: string;
  show?: 'waiting' | 'answered';
}

export type ListedRow = Awaited<ReturnType<typeof listContributions>>[number];

/** Those that wait oldest first, those that were answered by the time of the answer, and a contributor's by age, newest first. */
export function listContributions(
  db: Db,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
) {
  const query = filtered(db, filter)
    .leftJoin('users', 'users.id', 'contributions.userId')
    .leftJoin('users as admins', 'admins.id', 'contributions.answeredBy')
    .leftJoin('games', 'games.id', 'contributions.gameId')
    .select(['contributions.id', 'contributions.kind', 'contributions.title', 'contributions.state'])
    .select(['contributions.reason', 'contributions.gameId', 'contributions.targetGameId'])
    .select(['contributions.createdAt', 'contributions.answeredAt'])
    .select(['users.name as userName', 'users.email as userEmail', 'games.title as gameTitle'])
    .select(['contributions.files', 'admins.name as adminName'])
    .limit(limit)
    .offset(offset);
  if (filter.show === 'waiting') {
    return query.orderBy('contributions.createdAt').orderBy('contributions.id').execute();
  }
  const time = filter.show === 'answered' ? 'contributions.answeredAt' : 'contributions.createdAt';
  return query.orderBy(time, 'desc').orderBy('contributions.id', 'desc').execute();
}

export function countContributions(db: Db, filter: Filter): Promise<number> {
  return countRows(filtered(db, filter));
}

function filtered(db: Db, { userId, show }: Filter) {
  return db
    .selectFrom('contributions')
    .$if(userId !== undefined, (query) => query.where('contributions.userId', '=', userId ?? ''))
    .$if(show === 'waiting', (query) => query.where('contributions.state', '=', 'waiting'))
    .$if(show === 'answered', (query) => query.where('contributions.answeredAt', 'is not', null));
}
