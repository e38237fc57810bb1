// Which games a filter of the catalogue lets through (specification section 5). The page filters what it has loaded by
// these functions and the server its whole library, so that both always agree.
import { normalisePlatform } from './platforms.ts';
import { foldText } from './sort.ts';

/** An empty text filters nothing. */
export interface CatalogueFilter {
  /** A part of the title; letter case, diacritics and extra spaces do not matter. */
  search: string;
  /** As `listedPlatforms` gives it. */
  platform: string;
  genre: string;
}

export interface Filtered {
  title: string;
  /** As they are stored. */
  platforms: readonly string[];
  genres: readonly string[];
}

function isModded(platform: string): boolean {
  return platform.toLowerCase().includes('modded');
}

/** A modded platform is matched as it stands; any other by its normalised name, and then modded variants do not count. */
export function matchesPlatform(platforms: readonly string[], chosen: string): boolean {
  if (chosen === '') return true;
  if (isModded(chosen)) return platforms.includes(chosen);
  return platforms.some((name) => !isModded(name) && normalisePlatform(name) === chosen);
}

export function matchesGenre(genres: readonly string[], chosen: string): boolean {
  return chosen === '' || genres.includes(chosen);
}

/** The test of one filter, for many games. */
export function createCatalogueFilter({ search, platform, genre }: CatalogueFilter) {
  const needle = foldText(search);
  return ({ title, platforms, genres }: Filtered): boolean =>
    matchesPlatform(platforms, platform) &&
    matchesGenre(genres, genre) &&
    (needle === '' || foldText(title).includes(needle));
}

export function hasFilter({ search, platform, genre }: CatalogueFilter): boolean {
  return foldText(search) !== '' || platform !== '' || genre !== '';
}

/**
 * The names that stored platforms are chosen by, each once, in order; those of a version (` v`) come by their base. Each
 * finds something: a modded version, which no choice matches, is not listed.
 */
export function listedPlatforms(platforms: Iterable<string>): string[] {
  const names = [...platforms].flatMap((stored) => {
    const name = normalisePlatform(stored);
    return !name.includes(' v') && matchesPlatform([stored], name) ? name : [];
  });
  return [...new Set(names)].sort();
}

/** Under which sign of the jump strip a title stands: `#` before A, a letter, or `…` for what comes after Z. */
export function letterOf(titleFold: string): string {
  const first = titleFold.charAt(0);
  if (first < 'a') return '#';
  return first <= 'z' ? first.toUpperCase() : '…';
}
