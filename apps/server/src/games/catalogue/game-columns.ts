// The facts of games as columns: a few numbers for each row of the index, outside the JavaScript heap. They may change in place.
import {
  type AdminGamesFilter,
  type MatchFilter,
  matchFilters,
} from '@cellar/contract/games/admin-games.endpoints.ts';
import type { MatchState } from '@cellar/contract/games/matches.ts';
import { type AdminGameColumn, type Lackable, lackables } from '@cellar/contract/games/rules/admin-games.ts';
import { playersOf, yearOf } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { LRUCache } from 'lru-cache';
import { bitOf, fileMissing, flagsOf, type GameFacts, hidden, playerBits } from './filter-facts.ts';
import { type Part, type SavedParts, withValue } from './index-parts.ts';
import { SortedNames } from './shared-names.ts';
import {
  ColumnOrder,
  type Compare,
  compareByNumber,
  filterRows,
  type SortedOrder,
  sortByNumber,
} from './sorted-order.ts';

type NumberColumn = Exclude<AdminGameColumn, 'title' | 'added'> | 'likes';

interface Deps {
  /** All listed rows by title. */
  titles: SortedOrder;
  compareTitles: Compare;
  isListed(row: number): boolean;
}

type Chosen = Pick<AdminGamesFilter, 'match' | 'lacks' | 'visibility' | 'direction'> & {
  sort: AdminGameColumn | 'likes';
};

/** The rows of all cached selections together: 2 MB. */
const cachedRows = 500_000;
const cachedCounts = 100;
/** Sorting fewer rows than this part of all is faster than picking them from the order of all rows. */
const largePart = 1 / 16;
const unmatched = matchFilters.indexOf('unknown');

export class GameColumns {
  #sizes = new Float64Array(0);
  /** 0: unknown. */
  #years = new Uint32Array(0);
  #flags = new Uint8Array(0);
  /** Positions in `matchFilters`. */
  #matches = new Uint8Array(0);
  #downloads = new Uint32Array(0);
  #likes = new Uint32Array(0);
  /** One bit for each of `playerFilters`. */
  #players = new Uint8Array(0);
  #developers = new Uint32Array(0);
  #platforms = new Uint32Array(0);
  /** Number 0 is the empty name, which stands for none. */
  readonly #developerNames = new SortedNames();
  readonly #platformNames = new SortedNames();
  readonly #selections = new LRUCache<string, Uint32Array>({
    maxSize: cachedRows,
    sizeCalculation: (rows, key) => rows.length + key.length + 100,
  });

  /** One for each column and direction that an admin has asked for. */
  readonly #orders = new Map<string, ColumnOrder>();
  /** What the games of a filter lack. */
  readonly #counts = new LRUCache<string, Record<Lackable, number>>({ max: cachedCounts });

  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const names of [this.#developerNames, this.#platformNames]) names.numberOf('');
  }

  *build(): Generator<void> {
    yield* this.#developerNames.build();
    yield* this.#platformNames.build();
  }

  /** Copies the columns of the first `rows` rows, because their values may change. Downloads are counted anew after each start. */
  parts(rows: number): Part[] {
    const columns = [this.#sizes, this.#years, this.#flags, this.#matches, this.#likes, this.#players];
    const copies = [...columns, this.#developers, this.#platforms].map((column) => column.slice(0, rows));
    return [...copies, ...this.#developerNames.parts(), ...this.#platformNames.parts()];
  }

  /** Call this on a new object. Works in steps, like `build`. */
  *restore(parts: SavedParts): Generator<void> {
    this.#sizes = parts.numbers(Float64Array);
    this.#years = parts.numbers(Uint32Array);
    this.#flags = parts.numbers(Uint8Array);
    this.#matches = parts.numbers(Uint8Array);
    this.#likes = parts.numbers(Uint32Array);
    this.#players = parts.numbers(Uint8Array);
    this.#developers = parts.numbers(Uint32Array);
    this.#platforms = parts.numbers(Uint32Array);
    yield* this.#developerNames.restore(parts);
    yield* this.#platformNames.restore(parts);
  }

  /** Does not change the number of downloads. */
  set(row: number, facts: GameFacts): void {
    const state: MatchFilter = facts.matchState ?? 'unknown';
    this.#sizes = withValue(this.#sizes, row, facts.size);
    this.#years = withValue(this.#years, row, yearOf(facts.releaseDate));
    this.#flags = withValue(this.#flags, row, flagsOf(facts));
    this.#likes = withValue(this.#likes, row, facts.likes);
    this.#players = withValue(this.#players, row, playerBits(playersOf(facts)));
    this.#matches = withValue(this.#matches, row, matchFilters.indexOf(state));
    this.#developers = withValue(this.#developers, row, this.#developerNames.numberOf(facts.developer ?? ''));
    this.#platforms = withValue(
      this.#platforms,
      row,
      this.#platformNames.numberOf(facts.platforms.join(', ')),
    );
    this.move(row);
  }

  /** Call this when the row was added or unlisted, or when one of its values has changed. */
  move(row: number): void {
    for (const order of this.#orders.values()) order.move(row);
    this.forgetSelections();
  }

  setDownloads(row: number, count: number): void {
    if (this.downloadsOf(row) === count) return;
    this.#downloads = withValue(this.#downloads, row, count);
    this.move(row);
  }

  downloadsOf(row: number): number {
    return this.#downloads[row] ?? 0;
  }

  /** Call this when the rows that a filter yields may have changed. */
  forgetSelections(): void {
    this.#selections.clear();
    this.#counts.clear();
  }

  /** Returns the selection of this name, from the cache if nothing has changed. */
  selection(name: string, select: () => Uint32Array): Uint32Array {
    const known = this.#selections.get(name);
    if (known) return known;
    const rows = select();
    this.#selections.set(name, rows);
    return rows;
  }

  /** Filters and sorts rows. They must be sorted by `added` if that is asked for, otherwise by title. */
  arrange(rows: Uint32Array, { sort, direction, ...filter }: Chosen): Uint32Array {
    const found = this.#filter(rows, filter);
    const isDescending = direction === 'desc';
    if (sort === 'title' || sort === 'added') return isDescending ? found.toReversed() : found;
    if (found.length < this.#deps.titles.sorted.length * largePart) {
      return sortByNumber(found, this.#keyOf(sort), isDescending);
    }
    const { sorted } = this.#orderOf(sort, isDescending);
    if (found.length === sorted.length) return sorted;
    const isFound = new Uint8Array(this.#flags.length);
    for (const row of found) isFound[row] = 1;
    return filterRows(sorted, (row) => isFound[row] === 1);
  }

  #orderOf(column: NumberColumn, isDescending: boolean): ColumnOrder {
    const { titles, compareTitles, isListed } = this.#deps;
    const name = `${column} ${isDescending}`;
    const known = this.#orders.get(name);
    if (known) return known;
    const order = new ColumnOrder({
      sortAll: () => sortByNumber(titles.sorted, this.#keyOf(column), isDescending),
      createCompare: () => compareByNumber(this.#keyOf(column), isDescending, compareTitles),
      isListed,
    });
    this.#orders.set(name, order);
    return order;
  }

  /** Returns how many of the games that `select` returns lack each thing, from the cache if nothing has changed. */
  countLacking(filter: AdminGamesFilter, select: () => Uint32Array): Record<Lackable, number> {
    const { search, platform, genre, match, visibility } = filter;
    const key = JSON.stringify([search, platform, genre, match, visibility]);
    const known = this.#counts.get(key);
    if (known) return known;
    const counts = this.#count(this.#filter(select(), { match, visibility, lacks: [] }));
    this.#counts.set(key, counts);
    return counts;
  }

  #count(rows: Uint32Array): Record<Lackable, number> {
    const counts = new Uint32Array(2 * hidden);
    for (const row of rows) {
      const flags = this.#flags[row] as number;
      counts[flags] = (counts[flags] as number) + 1;
    }
    const countOf = (bit: number) =>
      counts.reduce((sum, count, flags) => ((flags & bit) === 0 ? sum : sum + count), 0);
    return Object.fromEntries(lackables.map((name) => [name, countOf(bitOf(name))])) as Record<
      Lackable,
      number
    >;
  }

  valuesOf(row: number) {
    const number = this.#matches[row] as number;
    return {
      size: this.#sizes[row] as number,
      year: (this.#years[row] as number) || null,
      developer: this.#developerNames.nameOf(this.#developers[row] as number) || null,
      matchState: number === unmatched ? null : (matchFilters[number] as MatchState),
      isFileMissing: ((this.#flags[row] as number) & fileMissing) !== 0,
      isHidden: this.isHidden(row),
      downloads: this.downloadsOf(row),
    };
  }

  sizeOf(row: number): number {
    return this.#sizes[row] as number;
  }

  /** 0: unknown. */
  yearOf(row: number): number {
    return this.#years[row] as number;
  }

  /** Returns whether a game matches one of these. */
  hasPlayers(row: number, bits: number): boolean {
    return ((this.#players[row] as number) & bits) !== 0;
  }

  likesOf(row: number): number {
    return this.#likes[row] as number;
  }

  isHidden(row: number): boolean {
    return ((this.#flags[row] as number) & hidden) !== 0;
  }

  #filter(
    rows: Uint32Array,
    { match, lacks, visibility }: Pick<Chosen, 'match' | 'lacks' | 'visibility'>,
  ): Uint32Array {
    if (match === '' && lacks.length === 0 && visibility === '') return rows;
    const lacking = lacks.reduce((all, name) => all | bitOf(name), 0);
    const wanted = visibility === 'hidden' ? lacking | hidden : lacking;
    const compared = visibility === '' ? lacking : lacking | hidden;
    const state = match === '' ? undefined : matchFilters.indexOf(match);
    return filterRows(
      rows,
      (row) =>
        ((this.#flags[row] as number) & compared) === wanted &&
        (state === undefined || this.#matches[row] === state),
    );
  }

  /** Returns a function that returns the number of a row to sort by, negative if it has no value. */
  #keyOf(column: NumberColumn): (row: number) => number {
    const ranksOf = (names: SortedNames, numbers: Uint32Array) => {
      const { ranks } = names;
      return (row: number) => {
        const number = numbers[row] as number;
        return number === 0 ? -1 : (ranks[number] as number);
      };
    };
    switch (column) {
      case 'size':
        return (row) => this.#sizes[row] as number;
      case 'year':
        return (row) => (this.#years[row] as number) || -1;
      case 'downloads':
        return (row) => this.downloadsOf(row);
      case 'likes':
        return (row) => this.likesOf(row);
      case 'match':
        return (row) => (this.#matches[row] === unmatched ? -1 : (this.#matches[row] as number));
      case 'developer':
        return ranksOf(this.#developerNames, this.#developers);
      case 'platforms':
        return ranksOf(this.#platformNames, this.#platforms);
    }
  }
}
