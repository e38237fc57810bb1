// IGDB v4 (POST /games and /multiquery, see https://api-docs.igdb.com/) and Twitch's token endpoint.
import { ApicalypseError, type ApicalypseQuery, parseMultiQuery, parseQuery, project } from './apicalypse.ts';
import { type GameOf, gamesOf, type KnownGame, searchGames } from './games.ts';
import { json, type Reply } from './reply.ts';

type IgdbGame = GameOf<'igdb'>;

export const igdbKeys = { clientId: 'test-client-id', clientSecret: 'test-client-secret' };

/** See https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#client-credentials-grant-flow */
export function answerTwitch(body: string, newToken: () => string): Reply {
  const form = new URLSearchParams(body);
  if (form.get('grant_type') !== 'client_credentials') {
    return json({ status: 400, message: 'missing grant type' }, 400);
  }
  if (form.get('client_id') !== igdbKeys.clientId)
    return json({ status: 400, message: 'invalid client' }, 400);
  if (form.get('client_secret') !== igdbKeys.clientSecret) {
    return json({ status: 403, message: 'invalid client secret' }, 403);
  }
  return json({ access_token: newToken(), expires_in: 5_011_271, token_type: 'bearer' });
}

interface Asked {
  path: string;
  body: string;
  isAuthorised: boolean;
}

export function answerIgdb(games: KnownGame[], { path, body, isAuthorised }: Asked, origin: string): Reply {
  if (!isAuthorised) {
    return json(
      {
        message: 'Authorization Failure. Have you tried:',
        Tip1: 'Ensure you are sending Authorization and Client-ID',
      },
      401,
    );
  }
  const ours = gamesOf(games, 'igdb');
  const run = (query: ApicalypseQuery) =>
    select(ours, query)
      .slice(0, query.limit)
      .map((game) => project(presentGame(game, origin), query.fields.length > 0 ? query.fields : ['id']));
  try {
    if (path === '/games') return json(run(parseQuery(body)));
    if (path === '/multiquery') {
      return json(parseMultiQuery(body).map(({ name, query }) => ({ name, result: run(query) })));
    }
    return json({ message: 'no Route matched with those values' }, 404);
  } catch (error) {
    if (!(error instanceof ApicalypseError)) throw error;
    return json([{ title: 'Syntax Error', status: 400, cause: error.message }], 400);
  }
}

function select(games: IgdbGame[], { search, id, name }: ApicalypseQuery): IgdbGame[] {
  if (id !== undefined) return games.filter(({ ids }) => ids.igdb === id);
  if (name !== undefined) return games.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
  return search === undefined ? games : searchGames(games, search, 0.5);
}

const platformNames = { Windows: 'PC (Microsoft Windows)', Mac: 'Mac', Linux: 'Linux' };
const gameTypes = { game: 0, dlc: 1, edition: 0, demo: 0, music: 0 };

function presentGame(game: IgdbGame, origin: string) {
  const id = game.ids.igdb;
  const named = (names: (string | null)[]) =>
    names.flatMap((name, index) => (name ? [{ id: id * 10 + index, name }] : []));
  const picture = (of: string, index: number) => ({
    id: id * 100 + index,
    image_id: `${of}${id}x${index}`,
    width: 1920,
    height: 1080,
    url: `${origin.replace(/^https:/, '')}/igdb/image/upload/t_thumb/${of}${id}x${index}.jpg`,
  });
  return {
    id,
    name: game.title,
    slug: game.title.toLowerCase().replace(/\W+/g, '-'),
    game_type: { id: gameTypes[game.kind], type: game.kind === 'dlc' ? 'DLC' : 'Main Game' },
    alternative_names: named(game.alternativeTitles),
    ...(game.released ? { first_release_date: Date.parse(`${game.released}T00:00:00Z`) / 1000 } : {}),
    platforms: named(game.platforms.map((name) => platformNames[name])),
    summary: game.summary,
    cover: picture('co', 0),
    involved_companies: [
      ...(game.publisher
        ? [{ id: 1, company: { id: 11, name: game.publisher }, developer: false, publisher: true }]
        : []),
      ...(game.developer
        ? [{ id: 2, company: { id: 12, name: game.developer }, developer: true, publisher: false }]
        : []),
    ],
    genres: named(game.genres),
    ...(game.rating === null
      ? {}
      : { total_rating: game.rating + 0.4321, total_rating_count: 500 + game.rating }),
    age_ratings: [
      ...(game.esrb ? [ageRating(1, 'ESRB', game.esrb)] : []),
      ...(game.pegi ? [ageRating(2, 'PEGI', String(game.pegi))] : []),
    ],
    franchises: named([game.franchise]),
    collections: named([game.collection]),
    ...players(game),
    screenshots: Array.from({ length: game.screenshots }, (_, index) => picture('sc', index)),
    videos: Array.from({ length: game.videos }, (_, index) => ({
      id: id * 10 + index,
      name: 'Trailer',
      video_id: `vid-${id}_${index}`,
    })),
  };
}

const gameModes = {
  singlePlayer: { id: 1, name: 'Single player', slug: 'single-player' },
  multiplayer: { id: 2, name: 'Multiplayer', slug: 'multiplayer' },
  coop: { id: 3, name: 'Co-operative', slug: 'co-operative' },
  sameScreen: { id: 4, name: 'Split screen', slug: 'split-screen' },
};

/** IGDB omits numbers that nobody has entered. */
function players({ modes = ['singlePlayer'], maxPlayers, ids }: IgdbGame) {
  const [isOnline, isCoop, isLocal] = (['multiplayer', 'coop', 'sameScreen'] as const).map((mode) =>
    modes.includes(mode),
  );
  return {
    game_modes: modes.map((mode) => gameModes[mode]),
    ...(maxPlayers && {
      multiplayer_modes: [
        {
          id: ids.igdb,
          campaigncoop: isCoop,
          dropin: false,
          lancoop: false,
          offlinecoop: isCoop && isLocal,
          ...(isLocal && { offlinemax: maxPlayers }),
          onlinecoop: isCoop && isOnline,
          ...(isOnline && { onlinemax: maxPlayers }),
          splitscreen: isLocal,
          splitscreenonline: false,
        },
      ],
    }),
  };
}

function ageRating(id: number, organization: string, rating: string) {
  return { id, organization: { id, name: organization }, rating_category: { id, rating } };
}
