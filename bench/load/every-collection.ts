// The calls of members about collections and LAN nights. Every member shares one, and the club has some of the largest.
import { limits } from '@cellar/contract/rules/limits.ts';
import { sql } from 'kysely';
import type { Services } from '../../apps/server/src/services.ts';
import type { Call } from './every-member-call.ts';

type Db = Services['database']['db'];

const gamesOfEach = 20;
const largest = 30;
const time = '2026-01-01T00:00:00.000Z';
const soon = '2199-01-01T00:00:00.000Z';

/** Returns the id of the LAN night, which has as many games and guests as are allowed. */
export async function insertCollections(db: Db): Promise<string> {
  const insert = sql`insert into collections
    (id, "ownerId", name, "nameFold", description, filter, "sharedAt", "startsAt", place, "createdAt")`;
  await sql`${insert} select 'of-' || id, id, 'Games', 'games', '', null, ${time}, null, '', ${time}
    from users`.execute(db);
  await sql`${insert} select 'large-' || place, null, 'Large ' || place, 'large ' || place, '', null, null,
    case place when 1 then ${soon} end, '', ${time}
    from (select row_number() over (order by id) as place from users limit ${sql.lit(largest)}) as places`.execute(
    db,
  );
  const games = sql`insert into "collectionGames" ("collectionId", "gameId", position)
    select collections.id, listed.id, listed.position from collections cross join
    (select id, 65536 * row_number() over (order by id) as position from games`;
  await sql`${games} limit ${sql.lit(gamesOfEach)}) as listed where "ownerId" is not null`.execute(db);
  await sql`${games} limit ${sql.lit(limits.gamesPerCollection)}) as listed where "ownerId" is null`.execute(
    db,
  );
  await sql`insert into "nightAnswers" ("collectionId", "userId", answer, "answeredAt")
    select 'large-1', "userId", 'coming', ${time} from downloads where "userId" is not null
    group by "userId" order by count(*) desc limit ${sql.lit(limits.nightGuests - 1)}`.execute(db);
  return 'large-1';
}

export function collectionCalls({ night, game }: { night: string; game: string }): Call[] {
  const params = { id: night };
  const show = (group: string): Call => ({ name: 'listCollections', query: { show: group } });
  return [
    ...['nights', 'club', 'own', 'shared', 'past'].map(show),
    { name: 'listCollections', query: { show: 'shared', page: '300' } },
    { name: 'homeCollections' },
    { name: 'editableCollections', query: { game } },
    { name: 'createCollection', json: { name: 'Puzzles', isClub: true, filter: { genre: ['Puzzle'] } } },
    show('club'),
    { name: 'getCollection', params },
    { name: 'changeCollection', params, json: { description: 'Bring a screen' } },
    { name: 'listCollectionGames', params },
    { name: 'listCollectionGames', params, query: { limit: '1000' } },
    { name: 'answerNight', params, json: { answer: 'coming' } },
    { name: 'getNight', params },
    { name: 'listNightGames', params, query: { page: '40' } },
    { name: 'addToCollection', params: { id: 'large-2' }, json: { games: [game] } },
    { name: 'deleteCollection', params: { id: 'large-3' } },
  ];
}
