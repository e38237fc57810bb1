// Random libraries, random filters that often match them, and the expected order of the catalogue.
import {
  type CatalogueFilter,
  decades,
  playerFilters,
  sizeRangeNames,
} from '@cellar/contract/games/rules/catalogue-filter.ts';
import { type PlayMode, playModes } from '@cellar/contract/games/rules/play-modes.ts';
import { foldText, type SortKey } from '@cellar/contract/rules/sort.ts';
import fc from 'fast-check';

/** The properties of a game that the catalogue uses. */
export interface AnyEntry {
  title: string;
  createdAt: string;
  releaseDate: string | null;
  platforms: string[];
  genres: string[];
  /** Of each platform file, in bytes. */
  fileSize: number;
  totalSize: number;
  modes: PlayMode[];
  maxPlayers: number | null;
}

/** What the catalogue does not show to members, and the picture. */
export const nothingElse = {
  boxArt: null,
  thumbhash: null,
  developer: null,
  hasDescription: false,
  matchState: null,
  isFileMissing: false,
  isHidden: false,
  likes: 0,
};

const words = [
  'Pokémon',
  'pokemon',
  'ΟΔΟΣ',
  'οδός',
  'Łódź',
  'straße',
  '忍者',
  '🎮',
  '100%',
  'a_b',
  'a\\b',
  "d'or",
];
const pieces = [...words, 'a', 'B', 'é', '%', '_', '\\', '1', '~', '.'];
const stored = [
  'Windows',
  'Windows (Modded)',
  'Windows v1.2',
  'Windows v1 modded',
  'Mac (Modded)',
  'Linux v2',
  'Xbox',
  'PlayStation 2',
  'PC Engine v2',
];
/** The stored platforms that may be own platforms. */
export const ownNames = ['PlayStation 2', 'PC Engine v2', 'Windows v1 modded'];
const shown = [
  'Windows',
  'Windows (Modded)',
  'Mac',
  'Mac (Modded)',
  'Linux',
  'Xbox',
  'Windows v1.2',
  'windows',
  'PlayStation',
  ...ownNames,
];
const genres = ['Action', 'action', 'Puzzle', 'Rôle', "Beat 'em up"];

const spaces = fc.constantFrom('', ' ', '  ');
const text = (max: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pieces), spaces), { minLength: 1, maxLength: max })
    .map((parts) => parts.flat().join(''));

const GB = 1024 ** 3;
const fileSize = fc.constantFrom(0, 1, 2 * GB - 1, 2 * GB, 10 * GB, 50 * GB);
const day = fc.constantFrom('1962-05-01', '1999-12-31', '2000-01-01', '2000-01-02', '2026-02-28');

export const anyEntry: fc.Arbitrary<AnyEntry> = fc
  .record({
    title: text(5).map((title) => title.trim()),
    createdAt: fc.constantFrom(
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.001Z',
      '2025-12-31T23:59:59.999Z',
    ),
    releaseDate: fc.option(day),
    platforms: fc.uniqueArray(fc.constantFrom(...stored), { maxLength: 3 }).map((names) => names.toSorted()),
    genres: fc.uniqueArray(fc.constantFrom(...genres), { maxLength: 3 }),
    fileSize,
    modes: fc.subarray([...playModes]),
    maxPlayers: fc.constantFrom(null, 1, 3, 4, 64),
  })
  .map((entry) => ({ ...entry, totalSize: entry.fileSize * entry.platforms.length }));

/** Often nothing, so that most filters match some games. */
function someOf<Value>(values: readonly Value[]): fc.Arbitrary<readonly Value[]> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }) },
  );
}

export const anyFilter: fc.Arbitrary<CatalogueFilter> = fc.record({
  search: fc.oneof(fc.constant(''), text(2)),
  platform: someOf(shown),
  genre: someOf([...genres, 'ACTION']),
  decade: someOf(decades),
  size: someOf(sizeRangeNames),
  players: someOf(playerFilters),
});

type Sortable = Pick<AnyEntry, 'title' | 'createdAt' | 'releaseDate'>;

/** Returns the ids in the order of `sort`. Games without a release date come last. Equal games are ordered by id. */
export function inOrder(entries: (Sortable & { id: string })[], sort: SortKey): string[] {
  const sign = sort.endsWith('Desc') ? -1 : 1;
  const value = (entry: Sortable): string | null => {
    if (sort.startsWith('title')) return foldText(entry.title);
    return sort.startsWith('releaseDate') ? entry.releaseDate : entry.createdAt;
  };
  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return entries
    .toSorted((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === null || y === null)
        return Number(x === null) - Number(y === null) || sign * compare(a.id, b.id);
      return sign * (compare(x, y) || compare(a.id, b.id));
    })
    .map(({ id }) => id);
}

// Arbitrary characters, for the `unit` of fc.string. fast-check's own `binary` takes seconds to set up in each test file.

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** A code point up to `max`, except for surrogates. */
const character = (max: number) =>
  fc
    .integer({ min: 0, max: max - surrogates })
    .map((number) => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates));

/** Often ASCII, including control characters; sometimes the rest of the BMP; sometimes any other plane. */
export const anyCharacter = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((number) => String.fromCodePoint(number)),
  character(0xffff),
  character(0x10_ff_ff),
);
