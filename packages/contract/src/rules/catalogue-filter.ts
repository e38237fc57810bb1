// The filters of the catalogue (specification section 5). The page filters its loaded games and the server filters the whole
// library with the same functions, so their results always agree.
import { noOwnPlatforms, normalizePlatform } from './platforms.ts';
import { foldText } from './sort.ts';

/** Empty values do not filter. */
export interface CatalogueFilter {
  /** Part of the title. Case, diacritics and extra spaces are ignored. */
  search: string;
  /** One of `listedPlatforms`. */
  platform: string;
  genre: string;
}

export interface FilterableGame {
  title: string;
  /** Platform names as the database stores them. */
  platforms: readonly string[];
  genres: readonly string[];
}

function isModded(platform: string): boolean {
  return platform.toLowerCase().includes('modded');
}

/**
 * A modded platform and an own platform match only their exact name. Other platforms match by normalized name, without modded
 * variants.
 */
export function matchesPlatform(platforms: readonly string[], chosen: string, own = noOwnPlatforms): boolean {
  if (chosen === '') return true;
  if (own.has(chosen) || isModded(chosen)) return platforms.includes(chosen);
  return platforms.some((name) => !isModded(name) && normalizePlatform(name, own) === chosen);
}

export function matchesGenre(genres: readonly string[], chosen: string): boolean {
  return chosen === '' || genres.includes(chosen);
}

/** Returns a predicate, so that the search text is prepared only once. */
export function createCatalogueFilter({ search, platform, genre }: CatalogueFilter, own = noOwnPlatforms) {
  const needle = foldText(search);
  return ({ title, platforms, genres }: FilterableGame): boolean =>
    matchesPlatform(platforms, platform, own) &&
    matchesGenre(genres, genre) &&
    (needle === '' || foldText(title).includes(needle));
}

export function hasFilter({ search, platform, genre }: CatalogueFilter): boolean {
  return foldText(search) !== '' || platform !== '' || genre !== '';
}

/**
 * Returns the filter values for stored platforms, sorted and without duplicates. A version is listed under its platform.
 * Modded versions are not listed, because no filter matches them.
 */
export function listedPlatforms(platforms: Iterable<string>, own = noOwnPlatforms): string[] {
  const names = [...platforms].flatMap((stored) => {
    if (own.has(stored)) return stored;
    const name = normalizePlatform(stored);
    return !name.includes(' v') && matchesPlatform([stored], name) ? name : [];
  });
  return [...new Set(names)].sort();
}

/** Returns the letter of a title in the A–Z strip: `#` for titles before A, `…` for titles after Z. */
export function letterOf(titleFold: string): string {
  const first = titleFold.charAt(0);
  if (first < 'a') return '#';
  return first <= 'z' ? first.toUpperCase() : '…';
}
