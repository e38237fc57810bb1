// The calls of members who come back: marks, filters by them, the home page, lists for download managers and feeds. Every member
// has a hundred favorites, and the caller as many marks as are allowed.
import { limits } from '@cellar/contract/rules/limits.ts';
import { sql } from 'kysely';
import type { Services } from '../../apps/server/src/services.ts';
import type { Call } from './every-endpoint.ts';

type Db = Services['database']['db'];

const favoritesOfEach = 100;

/** Inserts about a million favorites at 10,000 members. `email` is the caller's. */
export async function insertMarks(db: Db, email: string): Promise<void> {
  const mark = sql`insert into "gameMarks" ("userId", "gameId", favorite, "changedAt")`;
  const values = sql`users.id, marked.id, 1, '2026-01-01T00:00:00.000Z'`;
  const first = (count: number) => sql`(select id from games order by id limit ${sql.lit(count)}) as marked`;
  await sql`${mark} select ${values} from users cross join ${first(favoritesOfEach)} where users.email <> ${email}`.execute(
    db,
  );
  await sql`${mark} select ${values} from users cross join ${first(limits.marksPerMember - 10)} where users.email = ${email}`.execute(
    db,
  );
}

export function memberCalls({ game, platform }: { game: string; platform: string }): Call[] {
  const params = { id: game };
  const games = [{ id: game, platform }];
  const list = (query: Record<string, string>): Call => ({ name: 'listGames', query });
  return [
    { name: 'recordVisit' },
    { name: 'home' },
    { name: 'randomGame' },
    { name: 'randomGame', query: { mine: 'favorite', hide: 'downloaded' } },
    { name: 'listMarks' },
    { name: 'getGameMarks', params },
    { name: 'changeGameMarks', params, json: { isLiked: true, note: 'A note' } },
    list({ mine: 'favorite' }),
    list({ hide: 'downloaded', sort: 'titleAsc' }),
    list({ added: 'new' }),
    list({ sort: 'mostLiked' }),
    list({ sort: 'mostDownloaded', decade: '2010', size: 'small' }),
    list({ search: 'teh lost' }),
    { name: 'gameLetters', query: { mine: 'favorite' } },
    { name: 'saveFilter', json: { name: 'Favorites', filter: { mine: ['favorite'] } } },
    { name: 'listSavedFilters' },
    { name: 'planDownloadList', json: { games } },
    { name: 'createDownloadList', json: { games, format: 'links' } },
    { name: 'renewOwnFeed' },
    { name: 'getOwnFeed' },
    { name: 'deleteOwnFeed' },
    { name: 'downloadPieces', params: { id: game, platform } },
  ];
}
