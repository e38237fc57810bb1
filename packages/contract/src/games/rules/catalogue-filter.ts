// The filters of the catalogue (specification section 5). The page filters its loaded games and the server filters the whole
// library with the same functions, so their results always agree.

import { foldText } from '../../rules/sort.ts';
import { noOwnPlatforms, normalizePlatform } from './platforms.ts';
import { type PlayMode, playModes } from './play-modes.ts';

const GB = 1024 ** 3;

/** The sizes to filter by: the sum of a game's platform files in bytes, from `from` up to, but not including, `to`. */
export const sizeRanges = {
  small: { from: 0, to: 2 * GB },
  medium: { from: 2 * GB, to: 10 * GB },
  large: { from: 10 * GB, to: 50 * GB },
  huge: { from: 50 * GB, to: Number.POSITIVE_INFINITY },
} as const;

export type SizeRange = keyof typeof sizeRanges;

export const sizeRangeNames = Object.keys(sizeRanges) as SizeRange[];

/** The first years of the decades to filter by. Years before the second one belong to the first. */
export const decades = [1970, 1980, 1990, 2000, 2010, 2020] as const;

export type Decade = (typeof decades)[number];

/** The ways to play to filter by: the play modes, and games for at least four. */
export const playerFilters = [...playModes, 'fourOrMore'] as const;

export type PlayerFilter = (typeof playerFilters)[number];

/** A game must match each part, and one value of each list. Empty values do not filter. */
export interface CatalogueFilter {
  /** Part of the title. Case, diacritics and extra spaces are ignored. */
  search: string;
  /** Values of `listedPlatforms`. */
  platform: readonly string[];
  genre: readonly string[];
  decade: readonly Decade[];
  size: readonly SizeRange[];
  players: readonly PlayerFilter[];
}

export const noFilter: CatalogueFilter = {
  search: '',
  platform: [],
  genre: [],
  decade: [],
  size: [],
  players: [],
};

export interface FilterableGame {
  title: string;
  /** Platform names as the database stores them. */
  platforms: readonly string[];
  genres: readonly string[];
  /** `YYYY-MM-DD`. */
  releaseDate: string | null;
  /** Bytes of all platform files. */
  totalSize: number;
  modes: readonly PlayMode[];
  /** Null if unknown. */
  maxPlayers: number | null;
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

/** 0 for a date that is missing or not `YYYY-MM-DD`. */
export function yearOf(releaseDate: string | null): number {
  return Number(/^\d{4}/.exec(releaseDate ?? '')?.[0] ?? 0);
}

/** Undefined for year 0. */
export function decadeOf(year: number): Decade | undefined {
  if (year === 0) return undefined;
  return decades.findLast((decade) => decade <= year) ?? decades[0];
}

export function sizeRangeOf(bytes: number): SizeRange {
  return sizeRangeNames.find((name) => bytes < sizeRanges[name].to) ?? 'huge';
}

/** Returns which of `playerFilters` a game matches. */
export function playersOf({
  modes,
  maxPlayers,
}: Pick<FilterableGame, 'modes' | 'maxPlayers'>): PlayerFilter[] {
  return (maxPlayers ?? 0) >= 4 ? [...modes, 'fourOrMore'] : [...modes];
}

/** Returns a predicate, so that the search text is prepared only once. */
export function createCatalogueFilter(filter: CatalogueFilter, own = noOwnPlatforms) {
  const { platform, genre, decade, size, players } = filter;
  const needle = foldText(filter.search);
  return ({ title, platforms, genres, releaseDate, totalSize, ...game }: FilterableGame): boolean =>
    isAnyOf(platform, (name) => matchesPlatform(platforms, name, own)) &&
    isAnyOf(genre, (name) => matchesGenre(genres, name)) &&
    isAnyOf(decade, (one) => one === decadeOf(yearOf(releaseDate))) &&
    isAnyOf(size, (one) => one === sizeRangeOf(totalSize)) &&
    isAnyOf(players, (one) => playersOf(game).includes(one)) &&
    (needle === '' || foldText(title).includes(needle));
}

function isAnyOf<Value>(chosen: readonly Value[], matches: (value: Value) => boolean): boolean {
  return chosen.length === 0 || chosen.some(matches);
}

export function hasFilter({ search, platform, genre, decade, size, players }: CatalogueFilter): boolean {
  return foldText(search) !== '' || [platform, genre, decade, size, players].some(({ length }) => length > 0);
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
