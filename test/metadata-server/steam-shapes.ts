// Steam's undocumented store API: /api/storesearch/, /api/appdetails and IStoreBrowseService/GetItems.

import { createHash } from 'node:crypto';
import { type GameOf, gamesOf, type KnownGame, searchGames } from './games.ts';
import { json, type Reply } from './reply.ts';

type SteamGame = GameOf<'steam'>;

export function answerSteam(games: KnownGame[], url: URL, origin: string): Reply {
  const ours = gamesOf(games, 'steam');
  if (url.pathname === '/api/storesearch/') {
    const found = searchGames(ours, url.searchParams.get('term') ?? '', 1).slice(0, 10);
    return json({ total: found.length, items: found.map((game) => presentItem(game, origin)) });
  }
  if (url.pathname === '/api/appdetails' || url.pathname === '/api/appdetails/') {
    const id = url.searchParams.get('appids') ?? '';
    if (!/^\d+$/.test(id)) return json(null, 400);
    const game = ours.find(({ ids }) => String(ids.steam) === id);
    return json({ [id]: game ? { success: true, data: presentApp(game, origin) } : { success: false } });
  }
  if (/^\/IStoreBrowseService\/GetItems\/v1\/?$/.test(url.pathname)) {
    const { ids = [] } = JSON.parse(url.searchParams.get('input_json') ?? '{}') as {
      ids?: { appid: number }[];
    };
    const items = ids.map(({ appid }) => {
      const game = ours.find((known) => known.ids.steam === appid);
      return game
        ? presentStoreItem(game)
        : { item_type: 0, id: appid, success: 15, visible: false, appid: 0 };
    });
    return json({ response: { store_items: items } });
  }
  return { status: 404, type: 'text/html', body: '<!DOCTYPE html><title>Error</title>' };
}

function pictures({ ids }: SteamGame, origin: string): string {
  return `${origin}/store_item_assets/steam/apps/${ids.steam}`;
}

/** The digest in the address of a picture of newer apps. */
export function digestOf(app: number, name: string): string {
  return app > 1_000_000 ? `${createHash('sha1').update(`${app} ${name}`).digest('hex')}/` : '';
}

const storeTypes = { game: 0, edition: 0, demo: 1, dlc: 4, music: 11 };

function presentStoreItem({ title, kind, ids, developer, publisher, released }: SteamGame) {
  const named = (name: string) => `${digestOf(ids.steam, name)}${name}`;
  return {
    item_type: 0,
    id: ids.steam,
    success: 1,
    visible: true,
    name: title,
    store_url_path: `app/${ids.steam}/x`,
    appid: ids.steam,
    type: storeTypes[kind],
    content_descriptorids: [2, 5],
    basic_info: {
      short_description: 'x',
      publishers: publisher ? [{ name: publisher, creator_clan_account_id: 4 }] : [],
      developers: developer ? [{ name: developer, creator_clan_account_id: 4 }] : [],
    },
    release: released
      ? { steam_release_date: Date.parse(`${released}T17:00:00Z`) / 1000 }
      : { is_coming_soon: true, custom_release_date_message: 'Coming soon' },
    assets: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the format of Steam
      asset_url_format: `steam/apps/${ids.steam}/${'${FILENAME}'}?t=1745368462`,
      main_capsule: named('capsule_616x353.jpg'),
      small_capsule: named('capsule_231x87.jpg'),
      header: named('header.jpg'),
      hero_capsule: named('hero_capsule.jpg'),
      library_capsule: named('library_600x900.jpg'),
      library_capsule_2x: named('library_600x900_2x.jpg'),
      library_hero: named('library_hero.jpg'),
      library_hero_2x: named('library_hero_2x.jpg'),
      community_icon: 'fcfb366051782b8ebf2aa297f3b746395858cb62',
      page_background_path: `steam/apps/${ids.steam}/page_bg_generated_v6b.jpg`,
    },
  };
}

function platformsOf({ platforms }: KnownGame) {
  return {
    windows: platforms.includes('Windows'),
    mac: platforms.includes('Mac'),
    linux: platforms.includes('Linux'),
  };
}

function presentItem(game: SteamGame, origin: string) {
  return {
    type: 'app',
    name: game.title,
    id: game.ids.steam,
    price: { currency: 'USD', initial: 999, final: 999 },
    tiny_image: `${pictures(game, origin)}/${digestOf(game.ids.steam, 'capsule_231x87.jpg')}capsule_231x87.jpg?t=1745368462`,
    metascore: game.rating === null ? '' : String(game.rating),
    platforms: platformsOf(game),
    streamingvideo: false,
    controller_support: 'full',
  };
}

const types = { game: 'game', edition: 'game', dlc: 'dlc', demo: 'demo', music: 'music' };
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The format with `cc=US`: `Nov 16, 2004`. */
function wordsOfDay(day: string | null): string {
  if (!day) return 'Coming soon';
  const [year, month, date] = day.split('-').map(Number);
  return `${months[(month ?? 1) - 1]} ${date}, ${year}`;
}

function categoriesOf({ modes = ['singlePlayer'] }: SteamGame) {
  const [isOnline, isCoop, isLocal] = (['multiplayer', 'coop', 'sameScreen'] as const).map((mode) =>
    modes.includes(mode),
  );
  const all: [isIn: boolean | undefined, id: number, description: string][] = [
    [modes.includes('singlePlayer'), 2, 'Single-player'],
    [isOnline || isLocal, 1, 'Multi-player'],
    [isOnline, 36, 'Online PvP'],
    [isLocal, 37, 'Shared/Split Screen PvP'],
    [isCoop, 9, 'Co-op'],
    [isCoop && isOnline, 38, 'Online Co-op'],
    [isCoop && isLocal, 39, 'Shared/Split Screen Co-op'],
    [isLocal, 24, 'Shared/Split Screen'],
    [true, 22, 'Steam Achievements'],
    [true, 44, 'Remote Play Together'],
  ];
  return all.filter(([isIn]) => isIn).map(([, id, description]) => ({ id, description }));
}

function presentApp(game: SteamGame, origin: string) {
  const folder = pictures(game, origin);
  const escaped = game.summary.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return {
    type: types[game.kind],
    name: game.title,
    steam_appid: game.ids.steam,
    required_age: game.pegi === 18 ? '17' : 0,
    is_free: false,
    detailed_description: `<h1>${escaped}</h1><p>Much more of it.</p><img src="${folder}/extras/a.gif">`,
    about_the_game: `<p>${escaped}</p><p>Much more of it.</p>`,
    short_description: escaped,
    supported_languages:
      'English<strong>*</strong>, French<br><strong>*</strong>languages with full audio support',
    header_image: `${folder}/${digestOf(game.ids.steam, 'header.jpg')}header.jpg?t=1745368462`,
    capsule_image: `${folder}/capsule_231x87.jpg?t=1745368462`,
    website: null,
    pc_requirements: { minimum: '<strong>Minimum:</strong><br><ul class="bb_ul"><li>OS: any</li></ul>' },
    mac_requirements: [],
    linux_requirements: [],
    ...(game.kind === 'dlc' ? { fullgame: { appid: '220', name: 'Half-Life 2' } } : {}),
    price_overview: {
      currency: 'USD',
      initial: 999,
      final: 999,
      discount_percent: 0,
      initial_formatted: '',
      final_formatted: '$9.99',
    },
    packages: [36, 289444],
    package_groups: [],
    ...(game.developer ? { developers: [game.developer] } : {}),
    publishers: game.publisher ? [game.publisher] : [''],
    platforms: platformsOf(game),
    ...(game.rating === null
      ? {}
      : { metacritic: { score: game.rating, url: 'https://www.metacritic.com/' } }),
    categories: categoriesOf(game),
    genres: game.genres.map((description, index) => ({ id: String(index + 1), description })),
    screenshots: Array.from({ length: game.screenshots }, (_, id) => ({
      id,
      path_thumbnail: `${folder}/ss_${id}.600x338.jpg?t=1745368462`,
      path_full: `${folder}/ss_${id}.1920x1080.jpg?t=1745368462`,
    })),
    movies: [
      {
        id: 1,
        name: 'Trailer',
        thumbnail: `${folder}/movie.293x165.jpg`,
        highlight: true,
        hls_h264: `${folder}/hls_264_master.m3u8?t=1`,
        dash_h264: `${folder}/dash_h264.mpd?t=1`,
      },
    ],
    recommendations: { total: 1234 },
    achievements: { total: 33, highlighted: [] },
    release_date: { coming_soon: game.released === null, date: wordsOfDay(game.released) },
    support_info: { url: '', email: '' },
    background: '',
    content_descriptors: { ids: [], notes: null },
    ratings: {
      ...(game.esrb ? { esrb: { rating: game.esrb === 'E10+' ? 'e10' : game.esrb.toLowerCase() } } : {}),
      ...(game.pegi
        ? {
            pegi: {
              rating: String(game.pegi),
              descriptors: 'Violence\r\nOnline Play',
              use_age_gate: 'true',
              required_age: '17',
            },
          }
        : {}),
    },
  };
}
