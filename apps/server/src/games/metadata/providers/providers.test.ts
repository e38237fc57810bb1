// Tests each provider with a server that follows its documentation: searches, details, and unexpected responses.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClient } from '#platform/http-client.ts';
import {
  type MetadataServer,
  metadataKeys,
  startMetadataServer,
} from '../../../../../../test/metadata-server/server.ts';
import { digestOf } from '../../../../../../test/metadata-server/steam-shapes.ts';
import { createIgdb } from './igdb.ts';
import type { MetadataSource } from './provider.ts';
import { createRawg } from './rawg.ts';
import { createSteam } from './steam.ts';

let server: MetadataServer;
let http: HttpClient;
let sources: Record<'steam' | 'igdb' | 'rawg', MetadataSource>;
let keys: { clientId: string; clientSecret: string } | undefined;
let rawgKey: string | undefined;
beforeAll(async () => {
  server = await startMetadataServer();
  http = createHttpClient({ trusted: [server.url] });
});
beforeEach(() => {
  server.reset();
  ({ rawgKey, ...keys } = metadataKeys);
  const { STEAM_URL, IGDB_URL, IGDB_AUTH_URL, RAWG_URL } = server.env;
  sources = {
    steam: createSteam({ http, url: STEAM_URL }),
    igdb: createIgdb({ http, authHttp: http, keys: async () => keys, url: IGDB_URL, authUrl: IGDB_AUTH_URL }),
    rawg: createRawg({ http, key: async () => rawgKey, url: RAWG_URL }),
  };
});
afterAll(async () => {
  await http.close();
  await server.close();
});

const all = ['steam', 'igdb', 'rawg'] as const;
const idOf = (source: (typeof all)[number], title: string, year = '') => {
  const game = server.games.find((known) => known.title === title && known.released?.startsWith(year));
  return String(game?.ids[source]);
};

const folderOf = (app: string) => `${server.url}/store_item_assets/steam/apps/${app}`;
const covers = (app: string) =>
  ['library_600x900_2x.jpg', 'library_600x900.jpg'].map(
    (name) => `${folderOf(app)}/${digestOf(Number(app), name)}${name}?t=1745368462`,
  );

describe('steam', () => {
  it('finds games in Steam’s order', async () => {
    const found = await sources.steam.search('half-life 2');
    expect(found.map(({ title }) => title)).toEqual([
      'Half-Life 2',
      'Half-Life 2: Episode One',
      'Half-Life 2: Episode Two',
    ]);
    expect(found[0]).toEqual({
      source: 'steam',
      id: '220',
      title: 'Half-Life 2',
      alternativeTitles: [],
      year: 2004,
      platforms: ['Windows', 'Mac', 'Linux'],
      summary: '',
      developer: 'Valve',
      publisher: 'Valve',
      coverUrls: [...covers('220'), `${folderOf('220')}/capsule_231x87.jpg?t=1745368462`],
    });
    expect(Object.fromEntries(server.asked[0]?.query ?? [])).toEqual({
      term: 'half-life 2',
      l: 'english',
      cc: 'US',
    });
  });

  it('returns the details of a game', async () => {
    const folder = folderOf('220');
    expect(await sources.steam.details('220')).toEqual({
      source: 'steam',
      id: '220',
      title: 'Half-Life 2',
      alternativeTitles: [],
      year: 2004,
      releaseDate: '2004-11-16',
      platforms: ['Windows', 'Mac', 'Linux'],
      summary: 'Gordon Freeman wakes in a city under foreign rule & joins those who resist.',
      developer: 'Valve',
      publisher: 'Valve',
      genres: ['Action'],
      rating: 96,
      ratingCount: null,
      ageRating: 'PEGI 16',
      franchise: null,
      collection: null,
      modes: ['singlePlayer'],
      maxPlayers: null,
      coverUrls: [...covers('220'), `${folder}/header.jpg?t=1745368462`],
      screenshotUrls: [0, 1, 2].map((index) => `${folder}/ss_${index}.1920x1080.jpg?t=1745368462`),
      videoUrls: [],
    });
  });

  it('finds the covers of newer apps, whose addresses contain digests', async () => {
    const [found] = await sources.steam.search('cyberpunk 2077');
    expect(found?.coverUrls.slice(0, 2)).toEqual(covers(found?.id ?? ''));
    expect(found?.coverUrls[0]).toMatch(/\/[0-9a-f]{40}\/library_600x900_2x\.jpg/);
    for (const url of found?.coverUrls ?? []) expect((await fetch(url)).status).toBe(200);
    // A single request for all results.
    expect(server.askedOf('steam').map(({ path }) => path)).toEqual([
      '/api/storesearch/',
      '/IStoreBrowseService/GetItems/v1/',
    ]);
  });

  it('guesses the addresses of covers if the answer has none', async () => {
    server.behaviour.steam = { without: ['store_items'] };
    const [found] = await sources.steam.search('half-life 2');
    expect(found?.coverUrls).toEqual([
      `${folderOf('220')}/library_600x900_2x.jpg`,
      `${folderOf('220')}/library_600x900.jpg`,
      `${folderOf('220')}/capsule_231x87.jpg?t=1745368462`,
    ]);
  });

  it('marks downloadable content as an addition, and omits music', async () => {
    const kinds = server.games.filter(({ ids }) => ids.steam !== undefined);
    const dlc = kinds.find(({ kind }) => kind === 'dlc');
    const music = kinds.find(({ kind }) => kind === 'music');
    const found = await sources.steam.search(dlc?.title ?? '');
    expect(found.find(({ id }) => id === String(dlc?.ids.steam))).toMatchObject({ isAddition: true });
    const others = await sources.steam.search(music?.title ?? '');
    expect(others.map(({ id }) => id)).not.toContain(String(music?.ids.steam));
    expect(await sources.steam.details(String(music?.ids.steam))).toBeUndefined();
  });

  it('returns the age that the store requires if there is no rating', async () => {
    server.behaviour.steam = { without: ['ratings'] };
    const adult = server.games.find(({ pegi, ids }) => pegi === 18 && ids.steam !== undefined);
    expect((await sources.steam.details(String(adult?.ids.steam)))?.ageRating).toBe('17+');
    expect((await sources.steam.details('220'))?.ageRating).toBeNull();
  });

  it('treats 403 as a rate limit', async () => {
    server.behaviour.steam = { status: 403, html: false };
    await expect(sources.steam.search('portal')).rejects.toMatchObject({ kind: 'rate_limited' });
  });
});

describe('igdb', () => {
  it('finds games with one request, exact titles first', async () => {
    const found = await sources.igdb.search('Prey');
    expect(found.map(({ title, year }) => [title, year])).toEqual([
      ['Prey', 2017],
      ['Prey', 2006],
    ]);
    expect(found[0]).toMatchObject({
      source: 'igdb',
      alternativeTitles: ['Prey (2017)'],
      platforms: ['PC (Microsoft Windows)'],
      developer: 'Arkane Studios',
      publisher: 'Bethesda Softworks',
      coverUrls: [expect.stringMatching(/\/t_cover_big_2x\/co\w+\.jpg$/)],
    });
    expect(server.askedOf('igdb')).toHaveLength(1);
  });

  it.each(['Say "Hello"', 'C:\\Games', '"; limit 1;', 'a\n\0b', '💾', '   ', '"'])(
    'searches for %j without breaking the query',
    async (title) => {
      const found = await sources.igdb.search(`${title} Portal 2`);
      expect(found.map((each) => each.title)).toContain('Portal 2');
      await sources.igdb.search(title);
    },
  );

  it('returns the details of a game', async () => {
    const id = idOf('igdb', 'The Witcher 3: Wild Hunt');
    expect(await sources.igdb.details(id)).toEqual({
      source: 'igdb',
      id,
      title: 'The Witcher 3: Wild Hunt',
      alternativeTitles: ['Wiedźmin 3: Dziki Gon', 'ウィッチャー3 ワイルドハント'],
      year: 2015,
      releaseDate: '2015-05-18',
      platforms: ['PC (Microsoft Windows)'],
      summary: 'Geralt of Rivia looks for the child of the prophecy in a land at war.',
      developer: 'CD PROJEKT RED',
      publisher: 'CD PROJEKT RED',
      genres: ['RPG', 'Adventure'],
      rating: 93,
      ratingCount: 593,
      ageRating: 'PEGI 18',
      franchise: 'The Witcher',
      collection: 'The Witcher',
      modes: ['singlePlayer'],
      maxPlayers: null,
      coverUrls: [`${server.url}/igdb/image/upload/t_cover_big_2x/co1942x0.jpg`],
      screenshotUrls: [0, 1, 2].map((at) => `${server.url}/igdb/image/upload/t_1080p/sc1942x${at}.jpg`),
      videoUrls: ['https://www.youtube.com/watch?v=vid-1942_0'],
    });
  });

  it('shares one token between requests, and renews it when it is refused', async () => {
    await Promise.all([1, 2, 3].map(() => sources.igdb.search('Portal')));
    await sources.igdb.byId('71');
    expect(server.askedOf('auth')).toHaveLength(1);
    server.endTokens();
    expect(await sources.igdb.byId('71')).toMatchObject({ title: 'Portal' });
    expect(server.askedOf('auth')).toHaveLength(2);
    const [{ query, body, headers } = { query: '', body: '', headers: {} }] = server.askedOf('auth');
    expect([String(query), headers['content-type']]).toEqual(['', 'application/x-www-form-urlencoded']);
    expect(body).toContain('grant_type=client_credentials');
  });

  it.each([
    { clientId: 'wrong', clientSecret: metadataKeys.clientSecret },
    { clientId: metadataKeys.clientId, clientSecret: 'wrong' },
  ])('reports wrong keys, and accepts correct ones afterwards: %j', async (wrong) => {
    keys = wrong;
    await expect(sources.igdb.search('Portal')).rejects.toMatchObject({ kind: 'unauthorised' });
    expect(server.askedOf('igdb')).toEqual([]);
    keys = { clientId: metadataKeys.clientId, clientSecret: metadataKeys.clientSecret };
    expect(await sources.igdb.search('Portal')).not.toEqual([]);
  });

  it('requests a new token only once', async () => {
    server.behaviour.igdb = { status: 401 };
    await expect(sources.igdb.search('Portal')).rejects.toMatchObject({ kind: 'unauthorised' });
    expect([server.askedOf('auth').length, server.askedOf('igdb').length]).toEqual([2, 2]);
  });
});

describe('rawg', () => {
  it('finds games', async () => {
    const [first] = await sources.rawg.search('stardew valley');
    expect(first).toEqual({
      source: 'rawg',
      id: '654',
      title: 'Stardew Valley',
      alternativeTitles: [],
      year: 2016,
      platforms: ['PC', 'macOS', 'Linux'],
      summary: '',
      developer: null,
      publisher: null,
      coverUrls: [`${server.url}/media/games/654.jpg`],
    });
  });

  it('returns the details of a game', async () => {
    expect(await sources.rawg.details('654')).toEqual({
      source: 'rawg',
      id: '654',
      title: 'Stardew Valley',
      alternativeTitles: ['星露谷物语'],
      year: 2016,
      releaseDate: '2016-02-26',
      platforms: ['PC', 'macOS', 'Linux'],
      summary:
        'An inherited farm, a small town, and all the time in the world.\n\nMuch more of it.\nAnd more.',
      developer: 'ConcernedApe',
      publisher: 'ConcernedApe',
      genres: ['Indie', 'RPG', 'Simulation'],
      rating: 89,
      ratingCount: 1089,
      ageRating: 'ESRB E10+',
      franchise: null,
      collection: null,
      modes: ['singlePlayer', 'multiplayer', 'coop', 'sameScreen'],
      maxPlayers: null,
      coverUrls: [`${server.url}/media/games/654.jpg`],
      screenshotUrls: [
        ...[0, 1, 2].map((index) => `${server.url}/media/screenshots/654-${index}.jpg`),
        `${server.url}/media/games/654-additional.jpg`,
      ],
      videoUrls: [],
    });
  });

  it('removes the year of the game from its title', async () => {
    const found = await sources.rawg.search('Prey');
    expect(found.map(({ title, year }) => [title, year])).toEqual([
      ['Prey', 2017],
      ['Prey', 2006],
    ]);
  });

  it('follows a game that was merged into another', async () => {
    expect(await sources.rawg.details('653')).toMatchObject({ id: '654', title: 'Stardew Valley' });
  });

  it('distinguishes a wrong key from an exhausted one', async () => {
    rawgKey = 'wrong';
    await expect(sources.rawg.search('x')).rejects.toMatchObject({ kind: 'unauthorised' });
    server.behaviour.rawg = { status: 401, body: '{"error":"The monthly API limit reached"}' };
    await expect(sources.rawg.search('x')).rejects.toMatchObject({ kind: 'rate_limited' });
  });

  it('never includes the key in an error', async () => {
    server.behaviour.rawg = { status: 500 };
    const failure = await sources.rawg.search('x').catch((error) => error);
    expect(`${failure.stack} ${failure.message} ${JSON.stringify(failure)}`).not.toContain(
      metadataKeys.rawgKey,
    );
  });
});

describe.each(all)('%s', (name) => {
  const title = 'Hollow Knight';
  const details = () => sources[name].details(idOf(name, title));
  const failing = () => (name === 'igdb' ? (['auth', 'igdb'] as const) : ([name] as const));

  it('returns undefined for an unknown or invalid id', async () => {
    for (const id of ['999999999', '0', '-1', '1.5', 'abc', '', '../games', '1;drop', '9'.repeat(40)]) {
      expect(await sources[name].details(id)).toBeUndefined();
      expect(await sources[name].byId(id)).toBeUndefined();
    }
  });

  it('finds titles in other scripts, and nothing for nonsense', async () => {
    expect((await sources[name].search('Ведьмак')).map((found) => found.title)).toEqual([
      'Ведьмак: Приключение в глуши',
    ]);
    expect(await sources[name].search('qqxzzy')).toEqual([]);
  });

  it.each([
    ['Hollow Knight', ['singlePlayer'], null],
    ['Portal 2', ['singlePlayer', 'multiplayer', 'coop', 'sameScreen'], 2],
    ['Team Fortress 2', ['multiplayer'], 32],
    ['Terraria', ['singlePlayer', 'multiplayer', 'coop'], null],
  ])('knows how %s can be played', async (game, modes, maxPlayers) => {
    const found = await sources[name].details(idOf(name, game));
    // Only IGDB knows numbers.
    expect(found).toMatchObject({ modes, maxPlayers: name === 'igdb' ? maxPlayers : null });
  });

  it('answers a ping', async () => {
    await sources[name].ping();
  });

  it.each([
    [{ status: 429, retryAfter: '7' }, 'rate_limited'],
    [{ status: 500 }, 'unreachable'],
    [{ cut: true }, 'unreachable'],
    [{ broken: true }, 'bad_answer'],
    [{ html: true }, 'bad_answer'],
    [{ hugeBytes: 5_000_000 }, 'too_large'],
    [{ redirectTo: 'http://192.168.0.1/' }, name === 'igdb' ? 'bad_answer' : 'refused_address'],
    [{ status: 200, body: 'null' }, 'bad_answer'],
    [{ status: 200, body: '"text"' }, 'bad_answer'],
    [{ status: 200, body: '{"items":7,"results":{}}' }, name === 'steam' ? 'fine' : 'bad_answer'],
  ])('reports the kind of a failure: %j is %s', async (behaviour, kind) => {
    for (const part of failing()) {
      server.reset();
      server.behaviour[part] = behaviour;
      const outcome = sources[name].search(title).then(
        () => ({ kind: 'fine' }),
        (error) => error,
      );
      expect(await outcome).toMatchObject({ kind });
    }
  });

  it('stops when the caller cancels', async () => {
    server.behaviour[name] = { delayMs: 5_000 };
    const caller = new AbortController();
    setTimeout(() => caller.abort(new Error('enough')), 30);
    await expect(sources[name].search(title, { signal: caller.signal })).rejects.toThrow('enough');
  });

  it('accepts answers with missing and invalid fields', async () => {
    const whole = await details();
    const fields = new Set<string>();
    JSON.stringify(await rawAnswer(), (field, value) => {
      fields.add(field);
      return value;
    });
    const known = ['id', 'name', 'success', 'data', 'result', '', idOf(name, title)];
    for (const field of [...fields].filter((each) => !known.includes(each) && !/^\d+$/.test(each))) {
      for (const behaviour of [{ without: [field] }, { odd: [field] }]) {
        server.behaviour[name] = behaviour;
        const rest = await details();
        expect(rest, JSON.stringify(behaviour)).toMatchObject({ id: whole?.id, title });
        expect(Object.keys(rest ?? {})).toEqual(Object.keys(whole ?? {}));
        await sources[name].search(title);
      }
    }
  });

  async function rawAnswer(): Promise<unknown> {
    const from = server.asked.length;
    await details();
    const [asked] = server.asked.slice(from).filter(({ part }) => part === name);
    if (!asked) throw new Error('no request was sent');
    const { method, path, query, headers, body } = asked;
    const response = await fetch(`${server.url}/${name}${path}?${query}`, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        'client-id': String(headers['client-id'] ?? ''),
      },
      body: method === 'POST' ? body : null,
    });
    return response.json();
  }

  it('removes markup and control characters, and limits lengths', async () => {
    const game = server.games.find((known) => known.title === title);
    if (!game) throw new Error('no game');
    const before = { ...game };
    Object.assign(game, {
      summary: `<b>${'Long words '.repeat(1_000)}</b><script>alert(1)</script>\0\u0007\ud800`,
      developer: `A\0B\n\tC ${'x'.repeat(500)}`,
    });
    const found = await details();
    Object.assign(game, before);
    const text = JSON.stringify([found?.summary, found?.developer]);
    expect(text).not.toMatch(/\\u0000|\\u0007|\\ud800|<b>/i);
    expect(found?.summary.length).toBeLessThanOrEqual(4_000);
    expect(found?.developer?.length).toBeLessThanOrEqual(100);
  });
});
