// RAWG: GET with the key in the query, lists in pages. A free key allows 20,000 requests per month. https://api.rawg.io/docs/
// (games_list, games_read, games_screenshots_list) and https://rawg.io/apidocs (terms, limits). RAWG's videos are files that the
// page can't play.
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';
import {
  ageRatingOf,
  countOrNull,
  dayOrNull,
  distinct,
  flag,
  idOrNull,
  lineOrNull,
  listOf,
  modesOf,
  nameOf,
  numberOrNull,
  type PlaySign,
  plainText,
  readAnswer,
  slugOf,
  textOrEmpty,
  titleOrNull,
  urlOrNull,
  wholeFrom0To100,
} from './facts.ts';
import {
  type Candidate,
  fetchOptions,
  type GameDetails,
  type MetadataSource,
  type ProviderOptions,
  type SourceHttp,
} from './provider.ts';

export const rawgUrl = 'https://api.rawg.io/api';
export const rawgPace = { atOnce: 4, burst: 5, everyMs: 250 };

/** One page is enough: if the game is found at all, it is among the first twenty results. */
const pageSize = '20';

const shape = {
  id: idOrNull,
  name: titleOrNull,
  released: lineOrNull(20),
  background_image: urlOrNull,
  platforms: listOf(z.object({ platform: nameOf }).transform(({ platform }) => platform)),
};
const listed = z.object(shape);
const page = z.object({ results: z.array(z.unknown()).pipe(listOf(listed)) });
const detailed = z.object({
  ...shape,
  name_original: titleOrNull,
  alternative_names: listOf(titleOrNull),
  description: textOrEmpty(),
  developers: listOf(nameOf),
  publishers: listOf(nameOf),
  genres: listOf(nameOf),
  // The members' rating from 0 to 5. Metacritic's is from 0 to 100.
  rating: numberOrNull,
  ratings_count: numberOrNull,
  metacritic: numberOrNull,
  esrb_rating: nameOf,
  tags: listOf(slugOf),
  background_image_additional: urlOrNull,
});
/** The response for a game that was merged with another one: `{"redirect":true,"slug":"grand-theft-auto-v"}`. */
const moved = z
  .object({ redirect: flag, slug: lineOrNull(200) })
  .transform(({ redirect, slug }) => ({ slug: redirect && slug && /^[\w-]+$/u.test(slug) ? slug : null }));
const screenshots = z.object({
  results: listOf(
    z
      .object({ image: urlOrNull, is_deleted: flag })
      .transform((found) => (found.is_deleted ? null : found.image)),
  ),
});

/** Tags that say how a game is played. RAWG takes them from the stores. */
const signsOfTag = new Map<string, readonly PlaySign[]>([
  ['singleplayer', ['singlePlayer']],
  ['multiplayer', ['several']],
  ['online-multiplayer', ['multiplayer']],
  ['massively-multiplayer', ['multiplayer']],
  ['co-op', ['coop', 'several']],
  ['cooperative', ['coop', 'several']],
  ['online-co-op', ['coop', 'multiplayer']],
  ['local-co-op', ['coop', 'sameScreen']],
  ['local-multiplayer', ['sameScreen']],
  ['split-screen', ['sameScreen']],
]);

interface Deps {
  http: SourceHttp;
  key(): Promise<string | undefined>;
  url?: string | undefined;
}

export function createRawg({ http, key, url = rawgUrl }: Deps): MetadataSource {
  const host = new URL(url).host;

  async function ask(path: string, query: Record<string, string>, { signal }: ProviderOptions) {
    const secret = await key();
    if (!secret) throw new FetchFailure('unauthorised', host, 'needs a key');
    try {
      const address = `${url}${path}?${new URLSearchParams({ ...query, key: secret })}`;
      return await http.fetchJson(address, { ...fetchOptions, signal });
    } catch (error) {
      throw error instanceof FetchFailure ? asRateLimit(error) : error;
    }
  }

  /** Returns undefined if there is no game with this id. */
  async function find(id: string, options: ProviderOptions) {
    if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
    try {
      const answer = await ask(`/games/${id}`, {}, options);
      const { slug } = readAnswer(moved, answer, url);
      const found = readAnswer(detailed, slug ? await ask(`/games/${slug}`, {}, options) : answer, url);
      return isNamed(found) ? found : undefined;
    } catch (error) {
      if (error instanceof FetchFailure && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  return {
    id: 'rawg',
    name: 'RAWG',
    isConfigured: async () => (await key()) !== undefined,

    async search(title, options = {}) {
      const query = { search: title.slice(0, 200).toWellFormed(), page_size: pageSize };
      const { results } = readAnswer(page, await ask('/games', query, options), url);
      return results.filter(isNamed).map(presentListed);
    },

    async byId(id, options = {}) {
      const found = await find(id, options);
      return found && presentDetailed(found);
    },

    async details(id, options = {}) {
      const found = await find(id, options);
      if (!found) return undefined;
      const pictures = await ask(`/games/${found.id}/screenshots`, { page_size: pageSize }, options);
      return presentDetails(found, readAnswer(screenshots, pictures, url).results);
    },

    async ping(options = {}) {
      readAnswer(page, await ask('/games', { page_size: '1' }, options), url);
    },
  };
}

type Named<Found> = Found & { id: string; name: string };

function isNamed<Found extends { id: string | null; name: string | null }>(
  found: Found,
): found is Named<Found> {
  return found.id !== null && found.name !== null;
}

function presentListed(found: Named<z.output<typeof listed>>): Candidate {
  const day = dayOrNull(found.released);
  return {
    source: 'rawg',
    id: found.id,
    title: titleOf(found.name, day),
    alternativeTitles: [],
    year: day ? Number(day.slice(0, 4)) : null,
    platforms: found.platforms,
    summary: '',
    coverUrls: distinct([found.background_image]),
    developer: null,
    publisher: null,
  };
}

/** Removes the year from `Tomb Raider (2013)`, because the candidate has a separate field for it. */
function titleOf(name: string, day: string | null): string {
  const year = day?.slice(0, 4);
  const title = name.replace(/\s*\((\d{4})\)$/u, (whole, titleYear) => (titleYear === year ? '' : whole));
  return title || name;
}

type Detailed = Named<z.output<typeof detailed>>;

async function presentDetailed(found: Detailed): Promise<Candidate> {
  const names = distinct([found.name_original, ...found.alternative_names]);
  return {
    ...presentListed(found),
    alternativeTitles: names.filter((name) => name !== titleOf(found.name, dayOrNull(found.released))),
    summary: await plainText(inEnglish(found.description)),
    developer: found.developers[0] ?? null,
    publisher: found.publishers[0] ?? null,
  };
}

/** In some descriptions, a Spanish version follows under the heading Español. */
function inEnglish(description: string): string {
  const start = description.search(/<p>\s*Español\s*(?:<br\s*\/?>|<\/p>)/iu);
  return start > 0 ? description.slice(0, start) : description;
}

async function presentDetails(found: Detailed, pictures: string[]): Promise<GameDetails> {
  const hasVotes = Boolean(found.rating && found.ratings_count);
  return {
    ...(await presentDetailed(found)),
    releaseDate: dayOrNull(found.released),
    genres: found.genres,
    rating: wholeFrom0To100(hasVotes && found.rating !== null ? found.rating * 20 : found.metacritic),
    ratingCount: hasVotes ? countOrNull(found.ratings_count) : null,
    ageRating: ageRatingOf([['ESRB', found.esrb_rating]]),
    franchise: null,
    collection: null,
    modes: modesOf(found.tags.flatMap((tag) => signsOfTag.get(tag) ?? [])),
    maxPlayers: null,
    videoUrls: [],
    screenshotUrls: distinct([...pictures, found.background_image_additional]),
  };
}

/** RAWG responds with 401 both to a wrong key and to a key over its monthly limit; only the text differs. */
function asRateLimit(failure: FetchFailure): FetchFailure {
  if (failure.kind !== 'unauthorised' || !/limit/i.test(failure.answer)) return failure;
  return new FetchFailure('rate_limited', failure.host, 'reports that the key has reached its limit', {
    cause: failure,
  });
}
