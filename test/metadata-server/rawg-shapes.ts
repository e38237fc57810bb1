// RAWG (/games, /games/{id} and /games/{id}/screenshots, see https://api.rawg.io/docs/), with the key in the query.
import { type GameOf, gamesOf, type KnownGame, searchGames } from './games.ts';
import { json, type Reply } from './reply.ts';

type RawgGame = GameOf<'rawg'>;

export const rawgKey = 'test-rawg-key';

export function answerRawg(games: KnownGame[], url: URL, origin: string): Reply {
  const ours = gamesOf(games, 'rawg');
  if (url.searchParams.get('key') !== rawgKey) return json({ error: 'The API key is not found' }, 401);
  if (url.pathname === '/games') return list(ours, url, origin);
  const [, id, rest] = /^\/games\/([\w-]+)(\/screenshots)?$/.exec(url.pathname) ?? [];
  // A game that was merged into another one redirects there. Here this is the id before that of Stardew Valley.
  if (id === '653') return json({ redirect: true, slug: 'stardew-valley' });
  const game = ours.find(({ ids, title }) => String(ids.rawg) === id || slugOf(title) === id);
  if (!game) return json({ detail: 'Not found.' }, 404);
  if (!rest) return json(presentSingle(game, origin));
  const shots = Array.from({ length: game.screenshots }, (_, index) => ({
    id: index + 1,
    image: `${origin}/media/screenshots/${game.ids.rawg}-${index}.jpg`,
    width: 1920,
    height: 1080,
    is_deleted: false,
  }));
  return json({ count: shots.length, next: null, previous: null, results: shots });
}

function list(games: RawgGame[], url: URL, origin: string): Reply {
  const size = Math.min(Number(url.searchParams.get('page_size') ?? 20), 40);
  const page = Number(url.searchParams.get('page') ?? 1);
  const term = url.searchParams.get('search');
  const found = term ? searchGames(games, term, 0.5) : games;
  if (page < 1 || (page - 1) * size > found.length) return json({ detail: 'Invalid page.' }, 404);
  const shown = found.slice((page - 1) * size, page * size);
  const next = page * size < found.length ? `${url.origin}${url.pathname}?page=${page + 1}` : null;
  return json({
    count: found.length,
    next,
    previous: null,
    results: shown.map((game) => presentListed(game, origin)),
    user_platforms: false,
  });
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-');
}

const platformNames = { Windows: 'PC', Mac: 'macOS', Linux: 'Linux' };
const esrbNames = { E: 'Everyone', 'E10+': 'Everyone 10+', T: 'Teen', M: 'Mature', AO: 'Adults Only' };

/** Adds the year to titles that several games share, like RAWG. */
function nameOf({ title, released }: RawgGame): string {
  return title === 'Prey' && released ? `Prey (${released.slice(0, 4)})` : title;
}

function presentListed(game: RawgGame, origin: string) {
  const named = (name: string, id: number) => ({ id, name, slug: slugOf(name) });
  return {
    ...named(nameOf(game), game.ids.rawg),
    released: game.released,
    tba: game.released === null,
    background_image: `${origin}/media/games/${game.ids.rawg}.jpg`,
    // From 0 to 5.
    rating: game.rating === null ? 0 : game.rating / 20,
    rating_top: 5,
    ratings: [],
    ratings_count: game.rating === null ? 0 : 1000 + game.rating,
    added: 2000,
    metacritic: game.rating,
    playtime: 11,
    esrb_rating: game.esrb ? named(esrbNames[game.esrb], 4) : null,
    platforms: game.platforms.map((name, index) => ({
      platform: named(platformNames[name], index + 1),
      released_at: game.released,
      requirements_en: null,
    })),
    genres: game.genres.map(named),
    stores: null,
    short_screenshots: [],
  };
}

const tagNames = {
  singlePlayer: 'Singleplayer',
  multiplayer: 'Multiplayer',
  coop: 'Co-op',
  sameScreen: 'Split Screen',
};

function tagsOf({ modes = ['singlePlayer'] }: RawgGame): string[] {
  const isOnline = modes.includes('multiplayer');
  const isLocal = modes.includes('sameScreen');
  return [
    ...modes.map((mode) => tagNames[mode]),
    // Otherwise nothing says that a game with a split screen can be played online.
    ...(isOnline && isLocal ? ['Online multiplayer'] : []),
    'Steam Achievements',
    'Atmospheric',
  ];
}

function presentSingle(game: RawgGame, origin: string) {
  const named = (name: string | null) => (name ? [{ id: 7, name, slug: 'x', games_count: 1 }] : []);
  return {
    ...presentListed(game, origin),
    name_original: nameOf(game),
    alternative_names: game.alternativeTitles,
    description: `<p>${game.summary.replaceAll('&', '&amp;')}</p>\n<p>Much more of it.<br />And more.</p>\n<p>Español<br />\nMucho más.<br />\nY más.</p>`,
    description_raw: `${game.summary}\nMuch more of it.\nEspañol\nMucho más.`,
    background_image_additional: `${origin}/media/games/${game.ids.rawg}-additional.jpg`,
    website: '',
    reddit_url: '',
    metacritic_platforms: [],
    reactions: { '1': 19 },
    parent_platforms: [{ platform: { id: 1, name: 'PC', slug: 'pc' } }],
    tags: tagsOf(game).map((name, id) => ({ id, name, slug: slugOf(name), language: 'eng', games_count: 1 })),
    ratings_count: game.rating === null ? 0 : 1000 + game.rating,
    developers: named(game.developer),
    publishers: named(game.publisher),
  };
}
