// Steam's store. It needs no key, and Valve does not document it. Unofficial sources:
// https://wiki.teamfortress.com/wiki/User:RJackson/StorefrontAPI (appdetails, its types and parameters),
// https://steamdb.info/blog/store-prices-api/ (200 requests in 5 minutes, one app per request). For the covers:
// https://partner.steamgames.com/doc/store/assets/libraryassets (library capsule, 600×900). steam-items.ts loads other facts.
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';
import {
  ageRatingOf,
  dayOfWords,
  distinct,
  flag,
  idOrNull,
  isRecord,
  lineOrNull,
  listOf,
  modesOf,
  numberOrNull,
  objectOrEmpty,
  type PlaySign,
  plainText,
  readAnswer,
  textOrEmpty,
  titleOrNull,
  urlOrNull,
  wholeFrom0To100,
  yearOfWords,
} from './facts.ts';
import {
  type Candidate,
  fetchOptions,
  type GameDetails,
  type MetadataSource,
  type ProviderOptions,
  type SourceHttp,
} from './provider.ts';
import { createSteamItems, type StoreItem } from './steam-items.ts';

const steamUrl = 'https://store.steampowered.com';
/** 200 requests in 5 minutes: a burst of 20, then 176 at intervals. */
export const steamPace = { atOnce: 4, burst: 20, everyMs: 1_700 };

/** English names and dates, and the country whose store has the most games. */
const region = { l: 'english', cc: 'US' };

const platforms = objectOrEmpty({ windows: flag, mac: flag, linux: flag }).transform(
  ({ windows, mac, linux }) =>
    distinct([windows ? 'Windows' : null, mac ? 'Mac' : null, linux ? 'Linux' : null]),
);

const found = z.object({
  items: listOf(
    z.object({ type: lineOrNull(20), id: idOrNull, name: titleOrNull, tiny_image: urlOrNull, platforms }),
  ),
});

const rated = objectOrEmpty({ rating: lineOrNull(20) });

/** Types of apps that are neither games nor additions to games. */
const otherTypes = new Set(['movie', 'video', 'series', 'episode', 'music', 'hardware', 'advertising']);

/** The ids of the categories that say how a game is played. Older games have only the general ones. */
const signsOfCategory = new Map<number | null, readonly PlaySign[]>([
  [1, ['several']],
  [2, ['singlePlayer']],
  [9, ['coop', 'several']],
  // Massively multiplayer, cross-platform multiplayer, and online PvP.
  [20, ['multiplayer']],
  [27, ['multiplayer']],
  [36, ['multiplayer']],
  // Shared or split screen: in general, PvP, and co-op.
  [24, ['sameScreen']],
  [37, ['sameScreen']],
  [39, ['coop', 'sameScreen']],
  // Online co-op, LAN PvP, LAN co-op, and PvP in general.
  [38, ['coop', 'multiplayer']],
  [47, ['multiplayer']],
  [48, ['coop', 'multiplayer']],
  [49, ['several']],
]);

const app = z.object({
  type: lineOrNull(20),
  name: titleOrNull,
  required_age: numberOrNull,
  short_description: textOrEmpty(),
  about_the_game: textOrEmpty(),
  header_image: urlOrNull,
  developers: listOf(lineOrNull(100)),
  publishers: listOf(lineOrNull(100)),
  platforms,
  metacritic: objectOrEmpty({ score: numberOrNull }),
  genres: listOf(objectOrEmpty({ description: lineOrNull(60) })),
  categories: listOf(objectOrEmpty({ id: numberOrNull })),
  screenshots: listOf(objectOrEmpty({ path_full: urlOrNull })),
  release_date: objectOrEmpty({ date: lineOrNull(60) }),
  ratings: objectOrEmpty({ pegi: rated, esrb: rated, usk: rated }),
});

interface Deps {
  http: SourceHttp;
  /** For steam-items.ts, whose host has a different limit. */
  itemsHttp?: SourceHttp;
  /** A mirror's URL, without a trailing slash. */
  url?: string | undefined;
}

/** Loads a page of the store's interface, and parses the response by the schema. */
type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  query: Record<string, string>,
  options: ProviderOptions,
) => Promise<z.output<Schema>>;

interface Api {
  url: string;
  ask: Ask;
  itemsOf: ReturnType<typeof createSteamItems>;
}

export function createSteam({ http, itemsHttp = http, url: mirror }: Deps): MetadataSource {
  const url = mirror ?? steamUrl;
  const itemsOf = createSteamItems({ http: itemsHttp, url: mirror });
  const api: Api = { url, ask: createAsk(http, url), itemsOf };
  return {
    id: 'steam',
    name: 'Steam',
    isConfigured: async () => true,
    search: (title, options = {}) => search(api, title, options),
    byId: (id, options = {}) => loadDetails(api, id, options),
    details: (id, options = {}) => loadDetails(api, id, options),
    ping: async (options = {}) => {
      await api.ask(found, '/api/storesearch/', { term: 'half-life' }, options);
    },
  };
}

function createAsk(http: SourceHttp, url: string): Ask {
  return async (schema, path, query, { signal }) => {
    const address = `${url}${path}?${new URLSearchParams({ ...query, ...region })}`;
    const answer = await http.fetchJson(address, { ...fetchOptions, signal }).catch((error) => {
      throw error instanceof FetchFailure ? asRateLimit(error) : error;
    });
    return readAnswer(schema, answer, url);
  };
}

async function search({ ask, itemsOf }: Api, title: string, options: ProviderOptions): Promise<Candidate[]> {
  const { items } = await ask(found, '/api/storesearch/', { term: title.slice(0, 200) }, options);
  const apps = items.flatMap(({ type, id, ...app }) => (type === 'app' && id ? { ...app, id } : []));
  const known = await itemsOf(
    apps.map(({ id, tiny_image }) => ({ id, picture: tiny_image })),
    options,
  );
  return apps.flatMap(({ id, name, tiny_image, platforms }): Candidate[] => {
    const item = known.get(id);
    if (!name || item?.kind === 'other') return [];
    const { year = null, developer = null, publisher = null } = item ?? {};
    return [
      {
        source: 'steam',
        id,
        title: name,
        alternativeTitles: [],
        year,
        platforms,
        summary: '',
        coverUrls: coversOf(id, tiny_image, item),
        developer,
        publisher,
        ...(item?.kind === 'addition' ? { isAddition: true } : {}),
      },
    ];
  });
}

async function loadDetails(
  { url, ask, itemsOf }: Api,
  id: string,
  options: ProviderOptions,
): Promise<GameDetails | undefined> {
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
  const entries = await ask(z.record(z.string(), z.unknown()), '/api/appdetails', { appids: id }, options);
  const entry = entries[id];
  // The app does not exist, or is not sold in this country.
  if (!isRecord(entry) || entry.success !== true) return undefined;
  const data = readAnswer(app, entry.data, url);
  if (otherTypes.has(data.type?.toLowerCase() ?? '')) return undefined;
  const items = await itemsOf([{ id, picture: data.header_image }], options);
  return present(id, data, items.get(id));
}

async function present(
  id: string,
  data: z.output<typeof app>,
  item: StoreItem | undefined,
): Promise<GameDetails | undefined> {
  if (!data.name) return undefined;
  const [developer = null] = data.developers;
  const [publisher = null] = data.publishers;
  return {
    source: 'steam',
    id,
    title: data.name,
    alternativeTitles: [],
    developer,
    publisher,
    year: yearOfWords(data.release_date.date),
    releaseDate: dayOfWords(data.release_date.date),
    platforms: data.platforms,
    // The long description is advertising with pictures and headings.
    summary: await plainText(data.short_description || data.about_the_game),
    genres: distinct(data.genres.map(({ description }) => description)),
    // Metacritic's rating comes without a number of votes.
    rating: wholeFrom0To100(data.metacritic.score),
    ratingCount: null,
    ageRating:
      ageRatingOf(Object.entries(data.ratings).map(([board, { rating }]) => [board, rating])) ??
      ageOf(data.required_age),
    franchise: null,
    collection: null,
    modes: modesOf(data.categories.flatMap(({ id }) => signsOfCategory.get(id) ?? [])),
    maxPlayers: null,
    coverUrls: coversOf(id, data.header_image, item),
    ...(data.type === 'dlc' ? { isAddition: true } : {}),
    screenshotUrls: distinct(data.screenshots.map(({ path_full }) => path_full)),
    // The page can't play Steam's own videos.
    videoUrls: [],
  };
}

/** Formats the age that the store requires for viewing a page, such as `18+`. This is not a rating by any board. */
function ageOf(age: number | null): string | null {
  return age !== null && Number.isInteger(age) && age >= 3 && age <= 21 ? `${age}+` : null;
}

/**
 * Without an item, guesses the covers of older apps, which are in the same folder as other pictures: `…/apps/220/header.jpg?t=1`.
 * The wide picture is the last resort.
 */
function coversOf(id: string, picture: string | null, item: StoreItem | undefined): string[] {
  const folder = picture && new RegExp(`^https?://[^?#]*/apps/${id}/`).exec(picture)?.[0];
  const guessed = folder ? [`${folder}library_600x900_2x.jpg`, `${folder}library_600x900.jpg`] : [];
  return distinct([...(item ? item.coverUrls : guessed), picture]);
}

/** There is no key, so a 403 cannot mean a refused key: Steam sends it after too many requests. */
function asRateLimit(failure: FetchFailure): FetchFailure {
  if (failure.kind !== 'unauthorised') return failure;
  return new FetchFailure('rate_limited', failure.host, 'asks for a pause (403)', { cause: failure });
}
