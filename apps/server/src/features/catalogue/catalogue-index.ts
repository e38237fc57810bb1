// The catalogue in memory, without database or HTTP: the values that pages show, sort and filter by, for each game.
import type { AdminGame, AdminGamesFilter } from '@cellar/contract/admin-games.ts';
import type { GameFilters, GameListItem } from '@cellar/contract/games.ts';
import type { Lackable } from '@cellar/contract/rules/admin-games.ts';
import {
  type CatalogueFilter,
  decadeOf,
  hasFilter,
  letterOf,
  listedPlatforms,
  matchesGenre,
  matchesPlatform,
  noFilter,
  sizeRangeOf,
} from '@cellar/contract/rules/catalogue-filter.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { noOwnPlatforms, type OwnPlatformNames } from '@cellar/contract/rules/platforms.ts';
import { type CatalogueSort, foldText, type SortKey } from '@cellar/contract/rules/sort.ts';
import { LRUCache } from 'lru-cache';
import { type Card, Cards } from './cards.ts';
import { GameColumns, type GameFacts, playerBits } from './game-columns.ts';
import { InternedLists } from './interned-lists.ts';
import { findSimilar } from './similar-titles.ts';
import { filterRows, firstPlace, rowsFrom, SortedOrder } from './sorted-order.ts';
import { Texts, withValue } from './texts.ts';
import { TitleSearch } from './title-search.ts';

export type Entry = Card & Omit<GameFacts, 'platforms'>;

type Column = 'created' | 'title' | 'released';

/** What a member's marks and downloads add to a filter. */
export interface Restriction {
  /** Only these games. */
  only?: readonly string[];
  /** None of these games. */
  without?: readonly string[];
  /** Only games that were added after this time. */
  addedAfter?: string;
}

const columnOf: Record<SortKey, Column> = {
  recentlyAddedDesc: 'created',
  recentlyAddedAsc: 'created',
  titleAsc: 'title',
  titleDesc: 'title',
  releaseDateDesc: 'released',
  releaseDateAsc: 'released',
};

/** The rows of all cached selections together: 4 MB. */
const cachedRows = 1_000_000;
/** A search that examined fewer games is repeated instead of cached. */
const worthCaching = 1000;
const cachedPageBytes = 1024 ** 2;
const noRows = new Uint32Array(0);
/** Every row that members see passes. */
const everything: Pick<AdminGamesFilter, 'match' | 'lacks' | 'visibility'> = {
  match: '',
  lacks: [],
  visibility: '',
};
/** The index is rebuilt when more rows than this, or an eighth of all games if that is more, are outdated or not searchable. */
const toleratedRows = 4000;
const toleratedPart = 1 / 8;

/**
 * Each game has a row: an index into the columns below, which are outside the JavaScript heap. Rows never change: a changed game
 * gets a new row. When too many rows are outdated, the index is worn and must be built again.
 */
export class CatalogueIndex {
  readonly #ids = new Texts();
  /** Folded for sorting and searching. */
  readonly #titles = new Texts();
  readonly #cards = new Cards();
  #created = new Float64Array(0);
  #released = new Float64Array(0);
  #platforms = new Uint32Array(0);
  #genres = new Uint32Array(0);
  #isListed = new Uint8Array(0);
  readonly #columns: GameColumns;
  #rows = 0;
  #size = 0;
  #hidden = 0;
  /** Rows below this one existed when the index was built, and are sorted by id. */
  #built = 0;
  /** The rows of games that were added or changed since the index was built. */
  readonly #changed = new Map<string, number>();

  #ownPlatforms: OwnPlatformNames = noOwnPlatforms;
  readonly #platformLists = new InternedLists((names, chosen) =>
    matchesPlatform(names, chosen, this.#ownPlatforms),
  );
  readonly #genreLists = new InternedLists(matchesGenre);
  readonly #search = new TitleSearch(this.#titles);
  readonly #orders: Record<Column, SortedOrder>;
  readonly #selections = new LRUCache<string, Uint32Array>({
    maxSize: cachedRows,
    // Includes the key: clients may send many long search texts.
    sizeCalculation: (rows, key) => rows.length + key.length + 100,
  });
  /** The bytes of recent answers. */
  readonly #pages = new LRUCache<string, Buffer>({
    maxSize: cachedPageBytes,
    sizeCalculation: (page, key) => page.length + key.length,
  });
  #filters: GameFilters | undefined;

  constructor() {
    // Comparing ids last makes every order total, so that pages never overlap.
    const orderBy = (byValue: (a: number, b: number) => number) =>
      new SortedOrder({
        compare: (a, b) => byValue(a, b) || this.#compareIds(a, b),
        isListed: (row) => this.#isListed[row] === 1,
        countRows: () => this.#rows,
      });
    this.#orders = {
      created: orderBy((a, b) => compare(this.#created[a] as number, this.#created[b] as number)),
      title: orderBy((a, b) => this.#titles.compare(a, b)),
      released: orderBy((a, b) => compare(this.#released[a] as number, this.#released[b] as number)),
    };
    this.#columns = new GameColumns({
      titles: this.#orders.title,
      compareTitles: (a, b) => this.#titles.compare(a, b) || this.#compareIds(a, b),
      isListed: (row) => this.#isListed[row] === 1,
    });
  }

  get size(): number {
    return this.#size;
  }

  get isWorn(): boolean {
    const tolerated = Math.max(toleratedRows, this.#size * toleratedPart);
    return this.#rows - this.#built > tolerated || this.#rows - this.#size > tolerated;
  }

  /** Builds the index in steps, so that the event loop can run in between. */
  *build(): Generator<void> {
    this.#built = this.#rows;
    for (const order of Object.values(this.#orders)) yield* order.build();
    yield* this.#search.build(this.#built);
    yield* this.#columns.build();
  }

  /** Adds a game and returns its row. Before the index is built, games must be added in the order of their ids. */
  add(entry: Entry): number {
    const row = this.#rows;
    this.#ids.push(entry.id);
    this.#titles.push(foldText(entry.title));
    this.#cards.push(entry);
    this.#created = withValue(this.#created, row, timeOf(entry.createdAt));
    this.#released = withValue(this.#released, row, timeOf(entry.releaseDate));
    this.#platforms = withValue(this.#platforms, row, this.#platformLists.numberOf(entry.platforms));
    this.#genres = withValue(this.#genres, row, this.#genreLists.numberOf(entry.genres));
    this.#isListed = withValue(this.#isListed, row, 1);
    this.#columns.set(row, entry);
    this.#rows += 1;
    this.#size += 1;
    if (entry.isHidden) this.#hidden += 1;
    return row;
  }

  setOwnPlatforms(names: Iterable<string>): void {
    this.#ownPlatforms = new Set(names);
    this.#platformLists.forgetTests();
    this.#clearCaches();
  }

  /** Adds or replaces a game. What only admins see is changed in place. */
  put(entry: Entry): void {
    const before = this.#rowOf(entry.id);
    if (before !== undefined && this.#isSame(before, entry)) {
      this.#columns.set(before, entry);
      return;
    }
    this.remove(entry.id);
    const row = this.add(entry);
    if (before !== undefined) this.#columns.setDownloads(row, this.#columns.downloadsOf(before));
    this.#changed.set(entry.id, row);
    this.#clearCaches();
  }

  /** Returns whether members would see the same in the same place. */
  #isSame(row: number, entry: Entry): boolean {
    return (
      this.#released[row] === timeOf(entry.releaseDate) &&
      this.#columns.isHidden(row) === entry.isHidden &&
      this.#cards.isSame(row, entry)
    );
  }

  remove(id: string): void {
    const row = this.#rowOf(id);
    if (row === undefined) return;
    this.#changed.delete(id);
    this.#isListed[row] = 0;
    this.#size -= 1;
    if (this.#columns.isHidden(row)) this.#hidden -= 1;
    this.#columns.move(row);
    this.#clearCaches();
  }

  #rowOf(id: string): number | undefined {
    const row = this.#changed.get(id) ?? this.#builtRow(id);
    return row !== undefined && this.#isListed[row] === 1 ? row : undefined;
  }

  #builtRow(id: string): number | undefined {
    const bytes = Buffer.from(id);
    let [low, high] = [0, this.#built];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#ids.compareTo(middle, bytes);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  #clearCaches(): void {
    for (const order of Object.values(this.#orders)) order.markStale();
    this.#selections.clear();
    this.#columns.forgetSelections();
    this.#pages.clear();
    this.#filters = undefined;
  }

  /**
   * Returns the games that match a filter, in order, and after them games with similar titles if the search has found few. The selection
   * is valid until the index changes.
   */
  select(filter: CatalogueFilter, sort: CatalogueSort, restriction?: Restriction): Selection {
    const { total, rowAt } = this.#ordered(filter, sort, restriction);
    const similar = total < limits.gamesPerPage ? this.#similar(filter, restriction) : noRows;
    return {
      total: total + similar.length,
      exact: total,
      slice: (from, to) => {
        const length = Math.max(0, Math.min(to, total + similar.length) - from);
        return Uint32Array.from({ length }, (_, at) =>
          from + at < total ? rowAt(from + at) : (similar[from + at - total] as number),
        );
      },
    };
  }

  /** Like `select`, without games with similar titles. */
  selectExact(filter: CatalogueFilter, sort: CatalogueSort): Omit<Selection, 'exact'> {
    const { total, rowAt } = this.#ordered(filter, sort, undefined);
    return {
      total,
      slice: (from, to) =>
        Uint32Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, at) => rowAt(from + at)),
    };
  }

  #ordered(filter: CatalogueFilter, sort: CatalogueSort, restriction: Restriction | undefined) {
    if (sort === 'mostLiked' || sort === 'mostDownloaded') {
      const found = this.#restricted(this.#visible(filter, 'title'), restriction);
      const column = sort === 'mostLiked' ? 'likes' : 'downloads';
      const rows = this.#columns.arrange(found, { ...everything, sort: column, direction: 'desc' });
      return { total: rows.length, rowAt: (place: number) => rows[place] as number };
    }
    const column = columnOf[sort];
    const rows = this.#restricted(this.#visible(filter, column), restriction);
    // Games without a release date come last in both directions.
    const ends =
      column === 'released'
        ? firstPlace(rows, 0, (row) => this.#released[row] === Number.POSITIVE_INFINITY)
        : rows.length;
    const isDescending = sort.endsWith('Desc');
    const rowAt = (place: number) =>
      rows[isDescending ? mirrored(place, ends, rows.length) : place] as number;
    return { total: rows.length, rowAt };
  }

  #restricted(rows: Uint32Array, restriction: Restriction | undefined): Uint32Array {
    if (!restriction) return rows;
    const passes = this.#testOfRestriction(restriction);
    return filterRows(rows, passes);
  }

  #testOfRestriction({ only, without, addedAfter }: Restriction): (row: number) => boolean {
    const wanted = only && this.#marked(only);
    const unwanted = without && this.#marked(without);
    const after = addedAfter === undefined ? Number.NEGATIVE_INFINITY : timeOf(addedAfter);
    return (row) =>
      (wanted === undefined || wanted[row] === 1) &&
      unwanted?.[row] !== 1 &&
      (this.#created[row] as number) > after;
  }

  #marked(ids: readonly string[]): Uint8Array {
    const isMarked = new Uint8Array(this.#rows);
    for (const id of ids) {
      const row = this.#rowOf(id);
      if (row !== undefined) isMarked[row] = 1;
    }
    return isMarked;
  }

  #similar(filter: CatalogueFilter, restriction: Restriction | undefined): Uint32Array {
    const needle = Buffer.from(foldText(filter.search));
    const matches = this.#testOf({ ...filter, search: '' });
    const isAllowed = restriction ? this.#testOfRestriction(restriction) : () => true;
    return findSimilar(needle, {
      titles: this.#titles,
      search: this.#search,
      fresh: rowsFrom(this.#built, this.#rows),
      passes: (row) =>
        matches(row) && !this.#columns.isHidden(row) && isAllowed(row) && !this.#titles.includes(row, needle),
      limit: limits.similarTitles,
    });
  }

  /** Returns the bytes of a page, from the cache if nothing has changed. */
  page(key: string, encode: () => Buffer): Buffer {
    const known = this.#pages.get(key);
    if (known) return known;
    const page = encode();
    this.#pages.set(key, page);
    return page;
  }

  /** Returns the JSON of these games, separated by commas, between `before` and `after`. */
  encode(rows: Uint32Array, before: string, after: string): Buffer {
    return this.#cards.join(rows, before, after);
  }

  /** Returns the position of the first game of each letter in the selection sorted by title. */
  letters(filter: CatalogueFilter, isDescending: boolean, restriction?: Restriction) {
    const rows = this.#restricted(this.#visible(filter, 'title'), restriction);
    // Only ASCII letters are listed separately, so the first byte is enough.
    const letterAt = (row: number) => letterOf(this.#titles.firstOf(row));
    const letters: { letter: string; position: number }[] = [];
    for (let start = 0; start < rows.length; ) {
      const letter = letterAt(rows[start] as number);
      const end = firstPlace(rows, start, (row) => letterAt(row) !== letter);
      letters.push({ letter, position: isDescending ? rows.length - end : start });
      start = end;
    }
    return isDescending ? letters.reverse() : letters;
  }

  filters(): GameFilters {
    this.#filters ??= this.#findFilters();
    return this.#filters;
  }

  #findFilters(): GameFilters {
    const rows = this.#visible(noFilter, 'created');
    const genres = [...this.#genreLists.names(this.#genres, rows)].map((name) => ({
      name,
      fold: foldText(name),
    }));
    genres.sort((a, b) => compare(a.fold, b.fold) || compare(a.name, b.name));
    return {
      genres: genres.map(({ name }) => name),
      platforms: listedPlatforms(this.#platformLists.names(this.#platforms, rows), this.#ownPlatforms),
      ownPlatforms: [...this.#ownPlatforms],
    };
  }

  setDownloads(id: string, count: number): void {
    const row = this.#rowOf(id);
    if (row !== undefined) this.#columns.setDownloads(row, count);
  }

  /** Returns the rows that match an admin's filter, in order. They are valid until the index changes. */
  selectForAdmin(filter: AdminGamesFilter): Uint32Array {
    return this.#columns.selection(JSON.stringify(filter), () => {
      const column = filter.sort === 'added' ? 'created' : 'title';
      return this.#columns.arrange(this.#filtered(catalogueFilterOf(filter), column), filter);
    });
  }

  /** Counts what the games that match the rest of the filter lack. */
  countLacking(filter: AdminGamesFilter): Record<Lackable, number> {
    return this.#columns.countLacking(filter, () => this.#filtered(catalogueFilterOf(filter), 'title'));
  }

  /** Returns these games as an admin sees them. */
  adminGames(rows: Uint32Array): AdminGame[] {
    return this.gamesOf(rows).map(({ genres: _, ...card }, at) => ({
      ...card,
      ...this.#columns.valuesOf(rows[at] as number),
    }));
  }

  /** Returns these games as members see them. */
  gamesOf(rows: Uint32Array): GameListItem[] {
    return JSON.parse(String(this.encode(rows, '[', ']')));
  }

  /** Returns the rows of these games in this order, without hidden and unknown ones. */
  visibleRows(ids: readonly string[]): Uint32Array {
    const rows = ids.flatMap((id) => this.#rowOf(id) ?? []);
    return Uint32Array.from(rows.filter((row) => !this.#columns.isHidden(row)));
  }

  idsOf(rows: Uint32Array): string[] {
    return Array.from(rows, (row) => this.#ids.textOf(row));
  }

  /** Returns the position of a game in a selection, or -1. */
  positionIn(rows: Uint32Array, id: string): number {
    const row = this.#rowOf(id);
    return row === undefined ? -1 : rows.indexOf(row);
  }

  /** Like `#filtered`, without hidden games. */
  #visible(filter: CatalogueFilter, column: Column): Uint32Array {
    return this.#filtered(filter, column, this.#hidden > 0);
  }

  /** Returns the rows that match the filter, in ascending order of the column. */
  #filtered(filter: CatalogueFilter, column: Column, omitsHidden = false): Uint32Array {
    const order = this.#orders[column];
    if (!hasFilter(filter) && !omitsHidden) return order.sorted;
    const { search, ...lists } = filter;
    const needle = Buffer.from(foldText(search));
    const key = JSON.stringify([column, String(needle), lists, omitsHidden]);
    const known = this.#selections.get(key);
    if (known) return known;
    const matches = this.#testOf(filter);
    const passes = omitsHidden ? (row: number) => matches(row) && !this.#columns.isHidden(row) : matches;
    const candidates = this.#search.candidates(needle);
    const rows = candidates
      ? order.arrange(filterRows(joined(candidates, rowsFrom(this.#built, this.#rows)), passes))
      : filterRows(order.sorted, passes);
    if ((candidates ?? order.sorted).length > worthCaching) this.#selections.set(key, rows);
    return rows;
  }

  /** By the rules of `createCatalogueFilter`. */
  #testOf({ search, platform, genre, decade, size, players }: CatalogueFilter): (row: number) => boolean {
    const needle = Buffer.from(foldText(search));
    const onPlatform = this.#platformLists.test(platform);
    const inGenre = this.#genreLists.test(genre);
    const isOfDecade = anyOf(decade, (row) => decadeOf(this.#columns.yearOf(row)));
    const isOfSize = anyOf(size, (row) => sizeRangeOf(this.#columns.sizeOf(row)));
    const wanted = playerBits(players);
    return (row) =>
      this.#isListed[row] === 1 &&
      onPlatform[this.#platforms[row] as number] === 1 &&
      inGenre[this.#genres[row] as number] === 1 &&
      isOfDecade(row) &&
      isOfSize(row) &&
      (wanted === 0 || this.#columns.hasPlayers(row, wanted)) &&
      this.#titles.includes(row, needle);
  }

  #compareIds(a: number, b: number): number {
    return a < this.#built && b < this.#built ? a - b : this.#ids.compare(a, b);
  }
}

export interface Selection {
  total: number;
  /** The games that match the filter exactly. The others have similar titles. */
  exact: number;
  /** Returns the rows of a page; fewer at the end. */
  slice(from: number, to: number): Uint32Array;
}

function catalogueFilterOf({ search, platform, genre }: AdminGamesFilter): CatalogueFilter {
  const listOf = (name: string) => (name === '' ? [] : [name]);
  return { ...noFilter, search, platform: listOf(platform), genre: listOf(genre) };
}

function anyOf<Value>(chosen: readonly Value[], readValue: (row: number) => Value | undefined) {
  return (row: number): boolean => {
    if (chosen.length === 0) return true;
    const value = readValue(row);
    return value !== undefined && chosen.includes(value);
  };
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A game without a valid date comes after all others. */
function timeOf(text: string | null): number {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

/**
 * Converts a position in descending order to one in ascending order. The rows before `ends` and the rest are reversed separately.
 */
function mirrored(place: number, ends: number, length: number): number {
  return place < ends ? ends - 1 - place : length - 1 - (place - ends);
}
