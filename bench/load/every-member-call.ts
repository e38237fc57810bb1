// The calls of members who come back: marks, filters by them, the home page, the bell, lists for download managers and feeds. Every
// member has a hundred favorites and alerts, and the caller as many marks as are allowed.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Services } from '../../apps/server/src/start/services.ts';
import type { api } from '../../packages/contract/src/api.ts';

export interface Call {
  name: keyof typeof api;
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  form?: FormData;
}

type Db = Services['database']['db'];

const favoritesOfEach = 100;

/** Inserts about a million favorites at 10,000 members. `email` is the caller's. */
export async function insertMarks(db: Db, email: string): Promise<void> {
  await insertFavorites(db, '<>', email, favoritesOfEach);
  await insertFavorites(db, '=', email, limits.marksPerMember - 10);
}

async function insertFavorites(db: Db, operator: '=' | '<>', email: string, each: number): Promise<void> {
  const games = db.selectFrom('games').select('id').orderBy('id').limit(each).as('marked');
  await db
    .insertInto('gameMarks')
    .columns(['userId', 'gameId', 'favorite', 'changedAt'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .crossJoin(games)
        .where('users.email', operator, email)
        .select([
          'users.id as userId',
          'marked.id as gameId',
          eb.lit(1).as('favorite'),
          eb.val('2026-01-01T00:00:00.000Z').as('changedAt'),
        ]),
    )
    .execute();
}

/** Inserts as many alerts of each member as are kept, half of them unread. */
export async function insertAlerts(db: Db): Promise<void> {
  const games = db.selectFrom('games').select('id').orderBy('id').limit(limits.alertsPerMember).as('subject');
  const createdAt = '2026-01-01T00:00:00.000Z';
  await db
    .insertInto('alerts')
    .columns(['id', 'userId', 'kind', 'subject', 'data', 'createdAt', 'readAt'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .crossJoin(games)
        .select((eb) => [
          eb('users.id', '||', eb.ref('subject.id')).as('id'),
          'users.id as userId',
          eb.val('request_answered').as('kind'),
          'subject.id as subject',
          eb.val('{"requestId":"r","title":"A game","state":"accepted","gameId":null}').as('data'),
          eb.val(createdAt).as('createdAt'),
          eb.case().when('subject.id', '<', 'V').then(createdAt).end().as('readAt'),
        ]),
    )
    .execute();
  await db
    .insertInto('alertStates')
    .columns(['userId', 'changedAt'])
    .expression((eb) => eb.selectFrom('users').select(['id', eb.val(createdAt).as('changedAt')]))
    .execute();
}

/** The keys are those of the example in RFC 8291. */
const pushSubscription = {
  endpoint: 'https://push.example/1',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

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
    { name: 'listAlerts' },
    { name: 'countAlerts' },
    { name: 'readAlerts', json: { through: '2026-02-01T00:00:00.000Z' } },
    { name: 'clearAlerts', query: { through: '2026-02-01T00:00:00.000Z' } },
    { name: 'turnPushOn', json: pushSubscription },
    { name: 'getPush' },
    { name: 'turnPushOff' },
    { name: 'renewOwnFeed' },
    { name: 'getOwnFeed' },
    { name: 'deleteOwnFeed' },
    { name: 'downloadPieces', params: { id: game, platform } },
  ];
}
