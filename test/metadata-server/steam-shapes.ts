// Steam's store as its users have found it: /api/storesearch/ and /api/appdetails.
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
  return { status: 404, type: 'text/html', body: '<!DOCTYPE html><title>Error</title>' };
}

function pictures({ ids }: SteamGame, origin: string): string {
  return `${origin}/store_item_assets/steam/apps/${ids.steam}`;
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
    tiny_image: `${pictures(game, origin)}/capsule_231x87.jpg?t=1745368462`,
    metascore: game.rating === null ? '' : String(game.rating),
    platforms: platformsOf(game),
    streamingvideo: false,
    controller_support: 'full',
  };
}

const types = { game: 'game', edition: 'game', dlc: 'dlc', demo: 'demo', music: 'music' };
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** With `cc=US`: `Nov 16, 2004`. */
function wordsOfDay(day: string | null): string {
  if (!day) return 'Coming soon';
  const [year, month, date] = day.split('-').map(Number);
  return `${months[(month ?? 1) - 1]} ${date}, ${year}`;
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
    header_image: `${folder}/header.jpg?t=1745368462`,
    capsule_image: `${folder}/capsule_231x87.jpg?t=1745368462`,
    website: null,
    pc_requirements: [],
    ...(game.developer ? { developers: [game.developer] } : {}),
    publishers: game.publisher ? [game.publisher] : [''],
    platforms: platformsOf(game),
    ...(game.rating === null
      ? {}
      : { metacritic: { score: game.rating, url: 'https://www.metacritic.com/' } }),
    categories: [{ id: 2, description: 'Single-player' }],
    genres: game.genres.map((description, index) => ({ id: String(index + 1), description })),
    screenshots: Array.from({ length: game.screenshots }, (_, id) => ({
      id,
      path_thumbnail: `${folder}/ss_${id}.600x338.jpg?t=1745368462`,
      path_full: `${folder}/ss_${id}.1920x1080.jpg?t=1745368462`,
    })),
    movies: [{ id: 1, name: 'Trailer', thumbnail: `${folder}/movie.293x165.jpg`, highlight: true }],
    release_date: { coming_soon: game.released === null, date: wordsOfDay(game.released) },
    support_info: { url: '', email: '' },
    background: '',
    content_descriptors: { ids: [], notes: null },
    ratings: {
      ...(game.esrb ? { esrb: { rating: game.esrb === 'E10+' ? 'e10' : game.esrb.toLowerCase() } } : {}),
      ...(game.pegi ? { pegi: { rating: String(game.pegi), descriptors: 'Violence' } } : {}),
    },
  };
}
