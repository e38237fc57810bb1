// The requests of the catalogue rows: first and distant pages, and unique searches.
import type { CellarClient } from './cellar-client.ts';
import { createRandom } from './random.ts';

export interface CatalogueAddresses {
  first: string;
  /** Pages 1 to 150 in every order. */
  shallow: string[];
  /** Pages 3,950 to 4,099 in every order. */
  deep: string[];
  /** All pages in every order, shuffled. */
  spread: string[];
  searches: string[];
  filters: string;
}

const ORDERS = [
  ...['recentlyAddedDesc', 'recentlyAddedAsc', 'titleAsc', 'titleDesc'],
  ...['releaseDateDesc', 'releaseDateAsc'],
];
const NEAR = { from: 1, to: 150 };
const FAR = { from: 3950, to: 4099 };
const SEARCHES = 50_000;
const TITLE_PAGES = 20;
const SEED = 20_261_121;

export async function collectAddresses(client: CellarClient): Promise<CatalogueAddresses> {
  const random = createRandom(SEED);
  const { totalPages } = JSON.parse(await client.get('/api/games')) as { totalPages: number };
  if (totalPages < FAR.to) throw new Error(`the library has only ${totalPages} pages`);
  return {
    first: '/api/games?page=1&sort=recentlyAddedDesc',
    shallow: shuffled(pages(NEAR), random),
    deep: shuffled(pages(FAR), random),
    spread: shuffled(pages({ from: 1, to: totalPages }), random),
    searches: await inventSearches(client, random),
    filters: '/api/games/filters',
  };
}

/** Returns up to `most` pages of a library of any size, in all orders and shuffled, and as many searches. */
export async function sampleAddresses(client: CellarClient, most: number) {
  const random = createRandom(SEED);
  const { totalPages } = JSON.parse(await client.get('/api/games')) as { totalPages: number };
  const sample = (paths: string[]) => shuffled(paths, random).slice(0, most);
  return {
    pages: sample(pages({ from: 1, to: totalPages })),
    searches: sample(await inventSearches(client, random)),
  };
}

function pages({ from, to }: { from: number; to: number }): string[] {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return ORDERS.flatMap((sort) => numbers.map((page) => `/api/games?page=${page}&sort=${sort}`));
}

/** Combines unique parts of titles, three to eight characters long, with a platform and a genre. */
async function inventSearches(client: CellarClient, random: () => number): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 1; page <= TITLE_PAGES; page += 1) {
    const query = `limit=1000&page=${page}&sort=recentlyAddedDesc`;
    const { games } = JSON.parse(await client.get(`/api/games?${query}`)) as { games: { title: string }[] };
    titles.push(...games.map(({ title }) => title));
  }
  const { platforms, genres } = JSON.parse(await client.get('/api/games/filters')) as {
    platforms: string[];
    genres: string[];
  };
  const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T;
  const texts = new Set<string>();
  for (let tries = 0; texts.size < SEARCHES && tries < 4 * SEARCHES; tries += 1) {
    const title = pick(titles);
    const length = 3 + Math.floor(random() * 6);
    const text = title.slice(Math.floor(random() * Math.max(1, title.length - length))).slice(0, length);
    if (text.trim().length >= 3) texts.add(text.trim().toLowerCase());
  }
  return [...texts].map((search) => {
    const query = new URLSearchParams({ search, platform: pick(platforms), genre: pick(genres) });
    return `/api/games?${query}`;
  });
}

function shuffled<T>(values: T[], random: () => number): T[] {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [values[at], values[other]] = [values[other] as T, values[at] as T];
  }
  return values;
}
