// The calls of members about collections and LAN nights. Every member shares one, and the club has some of the largest.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Services } from '../../apps/server/src/start/services.ts';
import type { Call } from './every-member-call.ts';

type Db = Services['database']['db'];

const gamesOfEach = 20;
const largest = 30;
const time = '2026-01-01T00:00:00.000Z';
const facts = { description: '', filter: null, sharedAt: null, startsAt: null, place: '', createdAt: time };

/** Returns the id of the LAN night, which has as many games as are allowed, and room for one more guest. */
export async function insertCollections(db: Db): Promise<string> {
  const idsOf = async (table: 'users' | 'games') =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(10_000).execute()).map(({ id }) => id);
  const [members, games] = [await idsOf('users'), await idsOf('games')];
  const shared = members.map((id) => ({
    ...{ ...facts, id: `of-${id}`, ownerId: id, name: 'Games', nameFold: 'games', sharedAt: time },
  }));
  const clubs = Array.from({ length: largest }, (_, at) => ({
    ...{ ...facts, id: `large-${at}`, ownerId: null, name: `Large ${at}`, nameFold: `large ${at}` },
    ...(at === 0 && { startsAt: '2199-01-01T00:00:00.000Z' }),
  }));
  await inSteps([...shared, ...clubs], (rows) => db.insertInto('collections').values(rows).execute());
  const listed = (collectionId: string, count: number) =>
    games.slice(0, count).map((gameId, at) => ({ collectionId, gameId, position: 65_536 * (at + 1) }));
  const rows = [
    ...shared.flatMap(({ id }) => listed(id, gamesOfEach)),
    ...clubs.flatMap(({ id }) => listed(id, limits.gamesPerCollection)),
  ];
  await inSteps(rows, (some) => db.insertInto('collectionGames').values(some).execute());
  const guests = await db
    .selectFrom('downloads')
    .select('userId')
    .where('userId', 'is not', null)
    .groupBy('userId')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .limit(limits.nightGuests - 1)
    .execute();
  const answers = guests.map(({ userId }) => ({
    ...{ collectionId: 'large-0', userId: String(userId), answer: 'coming' as const, answeredAt: time },
  }));
  await db.insertInto('nightAnswers').values(answers).execute();
  return 'large-0';
}

async function inSteps<Row>(rows: Row[], insert: (rows: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) await insert(rows.slice(at, at + 1000));
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
