// IGDB, version 4: queries in Apicalypse by POST, with a token from Twitch. Limits: 4 requests per second, 8 open requests.
// https://api-docs.igdb.com/ (sections Requests, Rate Limits, Apicalypse, Multi-Query, Images, Game, Age Rating)
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';
import {
  ageRatingOf,
  countOrNull,
  dayOfSeconds,
  distinct,
  flag,
  idOrNull,
  lineOrNull,
  listOf,
  nameOf,
  numberOrNull,
  objectOrEmpty,
  plainText,
  readAnswer,
  textOrEmpty,
  titleOrNull,
  urlOrNull,
  wholeFrom0To100,
} from './facts.ts';
import { playerFields, playerShape, playersOf } from './igdb-players.ts';
import { createTwitchTokens, type TwitchKeys } from './igdb-token.ts';
import {
  type Candidate,
  fetchOptions,
  type GameDetails,
  type MetadataSource,
  type ProviderOptions,
  type SourceHttp,
} from './provider.ts';

export const igdbUrl = 'https://api.igdb.com/v4';
export const igdbAuthUrl = 'https://id.twitch.tv/oauth2/token';
export const igdbPace = { atOnce: 8, burst: 1, everyMs: 260 };

const candidateFields = [
  'name',
  'alternative_names.name',
  'first_release_date',
  'platforms.name',
  'summary',
  'cover.url',
  'involved_companies.company.name',
  'involved_companies.developer',
  'involved_companies.publisher',
];
const detailFields = [
  ...candidateFields,
  'genres.name',
  'total_rating',
  'total_rating_count',
  'age_ratings.organization.name',
  'age_ratings.rating_category.rating',
  'franchises.name',
  'collections.name',
  ...playerFields,
  'screenshots.url',
  'videos.video_id',
];
const maxFound = 20;

const company = objectOrEmpty({ company: nameOf, developer: flag, publisher: flag });
const picture = z
  .object({ url: urlOrNull })
  .transform(({ url }) => url)
  .nullable()
  .catch(null);

const game = z.object({
  id: idOrNull,
  name: titleOrNull,
  alternative_names: listOf(nameOf),
  first_release_date: numberOrNull,
  platforms: listOf(nameOf),
  summary: textOrEmpty(),
  cover: picture,
  involved_companies: listOf(company),
  genres: listOf(nameOf),
  total_rating: numberOrNull,
  total_rating_count: numberOrNull,
  age_ratings: listOf(
    objectOrEmpty({ organization: nameOf, rating_category: objectOrEmpty({ rating: lineOrNull(20) }) }),
  ),
  franchises: listOf(nameOf),
  collections: listOf(nameOf),
  ...playerShape,
  screenshots: listOf(picture),
  videos: listOf(
    objectOrEmpty({
      video_id: z
        .string()
        .regex(/^[\w-]{1,64}$/)
        .nullable()
        .catch(null),
    }),
  ),
});
type Game = z.output<typeof game>;

const games = z.array(z.unknown()).pipe(listOf(game));
const several = z.array(z.object({ name: z.string(), result: listOf(game) }));

interface Deps {
  http: SourceHttp;
  /** For requesting Twitch's tokens, which IGDB's rate limit does not cover. */
  authHttp: SourceHttp;
  keys(): Promise<TwitchKeys | undefined>;
  url?: string | undefined;
  authUrl?: string | undefined;
}

/** Posts a query in Apicalypse, and parses the response by the schema. */
type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body: string,
  options: ProviderOptions,
) => Promise<z.output<Schema>>;

export function createIgdb(deps: Deps): MetadataSource {
  const ask = createAsk(deps);
  return {
    id: 'igdb',
    name: 'IGDB',
    isConfigured: async () => (await deps.keys()) !== undefined,
    search: (title, options = {}) => search(ask, title, options),
    async byId(id, options = {}) {
      const found = await find(ask, id, candidateFields, options);
      return found && presentCandidate(found);
    },
    async details(id, options = {}) {
      const found = await find(ask, id, detailFields, options);
      return found && presentDetails(found);
    },
    async ping(options = {}) {
      await ask(games, '/games', 'fields name; limit 1;', options);
    },
  };
}

function createAsk({ http, authHttp, keys, url = igdbUrl, authUrl = igdbAuthUrl }: Deps): Ask {
  const tokens = createTwitchTokens({ http: authHttp, url: authUrl });
  return async (schema, path, body, { signal }) => {
    const twitchKeys = await keys();
    if (!twitchKeys) {
      throw new FetchFailure('unauthorised', new URL(url).host, 'needs a client id and a secret');
    }
    const post = (token: string) => {
      const headers = {
        'client-id': twitchKeys.clientId,
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'text/plain',
      };
      return http.fetchJson(`${url}${path}`, { ...fetchOptions, method: 'POST', headers, body, signal });
    };
    const token = await tokens.get(twitchKeys);
    const answer = await post(token).catch(async (error) => {
      // A token may be revoked early.
      if (!(error instanceof FetchFailure && error.status === 401)) throw error;
      await tokens.forget(token);
      return post(await tokens.get(twitchKeys));
    });
    return readAnswer(schema, answer, url);
  };
}

/** Among many similar titles, the search often omits the exact one, so it is queried as well. */
async function search(ask: Ask, title: string, options: ProviderOptions): Promise<Candidate[]> {
  const quoted = quote(title);
  if (quoted === '""') return [];
  const fields = `fields ${candidateFields.join(',')};`;
  const body = [
    `query games "same name" { ${fields} where name ~ ${quoted}; limit ${maxFound}; };`,
    `query games "found" { ${fields} search ${quoted}; limit ${maxFound}; };`,
  ].join('\n');
  const answers = await ask(several, '/multiquery', body, options);
  const byId = new Map(answers.flatMap(({ result }) => result).map((found) => [found.id, found]));
  const candidates: Candidate[] = [];
  // The response may contain more than requested. Sequential, so that converting long texts does not block other requests.
  for (const found of [...byId.values()].filter(isNamed).slice(0, 2 * maxFound)) {
    candidates.push(await presentCandidate(found));
  }
  return candidates;
}

async function find(
  ask: Ask,
  id: string,
  fields: string[],
  options: ProviderOptions,
): Promise<NamedGame | undefined> {
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
  const found = await ask(games, '/games', `fields ${fields.join(',')}; where id = ${id}; limit 1;`, options);
  return found.find(isNamed);
}

/** Returns text as an Apicalypse string, with quotation marks and backslashes escaped. */
function quote(text: string): string {
  const line = text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
  return `"${line.toWellFormed().replace(/[\\"]/g, '\\$&')}"`;
}

type NamedGame = Game & { id: string; name: string };

function isNamed(found: Game): found is NamedGame {
  return found.id !== null && found.name !== null;
}

async function presentCandidate(found: NamedGame): Promise<Candidate> {
  const day = dayOfSeconds(found.first_release_date);
  const companyThat = (is: (entry: z.output<typeof company>) => boolean) =>
    found.involved_companies.find((entry) => is(entry) && entry.company)?.company ?? null;
  return {
    source: 'igdb',
    id: found.id,
    title: found.name,
    alternativeTitles: distinct(found.alternative_names).filter((name) => name !== found.name),
    year: day ? Number(day.slice(0, 4)) : null,
    platforms: found.platforms,
    summary: await plainText(found.summary),
    coverUrls: distinct([atSize(found.cover, 't_cover_big_2x')]),
    developer: companyThat(({ developer }) => developer),
    publisher: companyThat(({ publisher }) => publisher),
  };
}

async function presentDetails(found: NamedGame): Promise<GameDetails> {
  const candidate = await presentCandidate(found);
  const ratings = found.age_ratings.map(
    ({ organization, rating_category }): [string | null, string | null] => [
      organization,
      rating_category.rating,
    ],
  );
  return {
    ...candidate,
    releaseDate: dayOfSeconds(found.first_release_date),
    genres: found.genres,
    // The average of critics' and members' ratings.
    rating: wholeFrom0To100(found.total_rating),
    ratingCount: countOrNull(found.total_rating_count),
    ageRating: ageRatingOf(ratings),
    franchise: found.franchises[0] ?? null,
    collection: found.collections[0] ?? null,
    ...playersOf(found),
    screenshotUrls: distinct(found.screenshots.map((url) => atSize(url, 't_1080p'))),
    videoUrls: distinct(
      found.videos.map(({ video_id: id }) => id && `https://www.youtube.com/watch?v=${id}`),
    ),
  };
}

/**
 * Replaces the size in a picture's URL. Responses contain the smallest: `//images.igdb.com/igdb/image/upload/t_thumb/co1r7f.jpg`.
 */
function atSize(url: string | null, size: string): string | null {
  return url?.replace(/\/t_\w+\//, `/${size}/`) ?? null;
}
