// The games of the catalogue in memory, without database or HTTP: the values that pages show, sort and filter by, for each game.
import type { GameFilters } from '@cellar/contract/games/games.ts';
import {
  type CatalogueFilter,
  decadeOf,
  listedPlatforms,
  matchesGenre,
  matchesPlatform,
  sizeRangeOf,
} from '@cellar/contract/games/rules/catalogue-filter.ts';
import { noOwnPlatforms, type OwnPlatformNames } from '@cellar/contract/games/rules/platforms.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { type Card, Cards, type GameFacts, playerBits, timeOf } from './filter-facts.ts';
import { GameColumns } from './game-columns.ts';
import { jsonPart, type Part, type SavedParts, Texts, withValue } from './index-parts.ts';
import { InternedLists } from './shared-names.ts';
import { compare, SortedOrder } from './sorted-order.ts';

export type Entry = Card & Omit<GameFacts, 'platforms'>;

export type Column = 'created' | 'title' | 'released';

type Test = (row: number) => boolean;

const rowsInAStep = 65_536;

/**
 * Each game has a row: an index into the columns below, which are outside the JavaScript heap. Only what admins see changes in place:
 * a game that changes otherwise gets a new row, and its old one is no longer listed.
 */
export class GameRows {
  readonly ids = new Texts();
  /** Folded for sorting and searching. */
  readonly titles = new Texts();
  readonly cards = new Cards();
  readonly columns: GameColumns;
  readonly orders: Record<Column, SortedOrder>;
  #created = new Float64Array(0);
  #released = new Float64Array(0);
  #platforms = new Uint32Array(0);
  #genres = new Uint32Array(0);
  #isListed = new Uint8Array(0);
  #count = 0;
  #size = 0;
  #hidden = 0;
  #built = 0;
  /** The rows of games that were added or changed since `build`. */
  readonly #changed = new Map<string, number>();

  #ownPlatforms: OwnPlatformNames = noOwnPlatforms;
  readonly #platformLists = new InternedLists((names, chosen) =>
    matchesPlatform(names, chosen, this.#ownPlatforms),
  );
  readonly #genreLists = new InternedLists(matchesGenre);

  constructor() {
    const isListed = (row: number) => this.isListed(row);
    // Comparing ids last makes every order total, so that pages never overlap.
    const orderBy = (byValue: (a: number, b: number) => number) =>
      new SortedOrder({
        compare: (a, b) => byValue(a, b) || this.#compareIds(a, b),
        isListed,
        countRows: () => this.#count,
      });
    this.orders = {
      created: orderBy((a, b) => compare(this.createdAt(a), this.createdAt(b))),
      title: orderBy((a, b) => this.titles.compare(a, b)),
      released: orderBy((a, b) => compare(this.releasedAt(a), this.releasedAt(b))),
    };
    this.columns = new GameColumns({
      titles: this.orders.title,
      compareTitles: (a, b) => this.titles.compare(a, b) || this.#compareIds(a, b),
      isListed,
    });
  }

  /** The number of all rows, listed or not. */
  get count(): number {
    return this.#count;
  }

  /** The number of games. */
  get size(): number {
    return this.#size;
  }

  get hasHidden(): boolean {
    return this.#hidden > 0;
  }

  /** Rows below this one existed when `build` was called, and are sorted by id. */
  get built(): number {
    return this.#built;
  }

  /** Sorts the rows in steps, so that the event loop can run in between. */
  *build(): Generator<void> {
    this.#built = this.#count;
    for (const order of Object.values(this.orders)) yield* order.build();
    yield* this.columns.build();
  }

  /** What the games are now: later changes do not change the parts. */
  parts(): Part[] {
    const count = this.#count;
    // Only the columns that change in place are copied.
    return [
      jsonPart(this.#built),
      this.#isListed.slice(0, count),
      this.#created.subarray(0, count),
      this.#released.subarray(0, count),
      this.#platforms.subarray(0, count),
      this.#genres.subarray(0, count),
      ...this.#platformLists.parts(),
      ...this.#genreLists.parts(),
      ...this.ids.parts(),
      ...this.titles.parts(),
      ...this.cards.parts(),
      ...this.columns.parts(count),
      ...Object.values(this.orders).flatMap((order) => order.parts()),
    ];
  }

  /** Call this on a new object. Without the names of the own platforms. Works in steps, like `build`. */
  *restore(parts: SavedParts): Generator<void> {
    this.#built = parts.json();
    this.#isListed = parts.numbers(Uint8Array);
    this.#count = this.#isListed.length;
    this.#created = parts.numbers(Float64Array);
    this.#released = parts.numbers(Float64Array);
    this.#platforms = parts.numbers(Uint32Array);
    this.#genres = parts.numbers(Uint32Array);
    this.#platformLists.restore(parts);
    this.#genreLists.restore(parts);
    for (const texts of [this.ids, this.titles, this.cards]) texts.restore(parts);
    yield* this.columns.restore(parts);
    for (const order of Object.values(this.orders)) order.restore(parts);
    for (let row = 0; row < this.#count; row += 1) {
      if (row % rowsInAStep === 0) yield;
      if (!this.isListed(row)) continue;
      this.#size += 1;
      if (this.columns.isHidden(row)) this.#hidden += 1;
      if (row >= this.#built) this.#changed.set(this.ids.textOf(row), row);
    }
  }

  /** Adds a game and returns its row. Before `build`, games must be added in the order of their ids. */
  add(entry: Entry): number {
    const row = this.#count;
    this.ids.push(entry.id);
    this.titles.push(foldText(entry.title));
    this.cards.push(entry);
    this.#created = withValue(this.#created, row, timeOf(entry.createdAt));
    this.#released = withValue(this.#released, row, timeOf(entry.releaseDate));
    this.#platforms = withValue(this.#platforms, row, this.#platformLists.numberOf(entry.platforms));
    this.#genres = withValue(this.#genres, row, this.#genreLists.numberOf(entry.genres));
    this.#isListed = withValue(this.#isListed, row, 1);
    this.columns.set(row, entry);
    this.#count += 1;
    this.#size += 1;
    if (entry.isHidden) this.#hidden += 1;
    return row;
  }

  /** Adds or replaces a game. Returns false if members see the same in the same place as before. */
  put(entry: Entry): boolean {
    const before = this.rowOf(entry.id);
    if (before !== undefined && this.#isSame(before, entry)) {
      this.columns.set(before, entry);
      return false;
    }
    this.remove(entry.id);
    const row = this.add(entry);
    if (before !== undefined) this.columns.setDownloads(row, this.columns.downloadsOf(before));
    this.#changed.set(entry.id, row);
    this.#markStale();
    return true;
  }

  #isSame(row: number, entry: Entry): boolean {
    return (
      this.releasedAt(row) === timeOf(entry.releaseDate) &&
      this.columns.isHidden(row) === entry.isHidden &&
      this.cards.isSame(row, entry)
    );
  }

  /** Returns false if there is no such game. */
  remove(id: string): boolean {
    const row = this.rowOf(id);
    if (row === undefined) return false;
    this.#changed.delete(id);
    this.#isListed[row] = 0;
    this.#size -= 1;
    if (this.columns.isHidden(row)) this.#hidden -= 1;
    this.columns.move(row);
    this.#markStale();
    return true;
  }

  #markStale(): void {
    for (const order of Object.values(this.orders)) order.markStale();
    this.columns.forgetSelections();
  }

  rowOf(id: string): number | undefined {
    const row = this.#changed.get(id) ?? this.#builtRow(id);
    return row !== undefined && this.isListed(row) ? row : undefined;
  }

  #builtRow(id: string): number | undefined {
    const bytes = Buffer.from(id);
    let [low, high] = [0, this.#built];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.ids.compareTo(middle, bytes);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  /** Returns an array with 1 at the rows of these games. */
  marked(ids: readonly string[]): Uint8Array {
    const isMarked = new Uint8Array(this.#count);
    for (const id of ids) {
      const row = this.rowOf(id);
      if (row !== undefined) isMarked[row] = 1;
    }
    return isMarked;
  }

  isListed(row: number): boolean {
    return this.#isListed[row] === 1;
  }

  /** Milliseconds since 1970. */
  createdAt(row: number): number {
    return this.#created[row] as number;
  }

  /** Milliseconds since 1970, or infinity without a valid date. */
  releasedAt(row: number): number {
    return this.#released[row] as number;
  }

  setOwnPlatforms(names: Iterable<string>): void {
    this.#ownPlatforms = new Set(names);
    this.#platformLists.forgetTests();
    this.#markStale();
  }

  /** Returns a function that tells whether a row is listed and matches the filter, by the rules of `createCatalogueFilter`. */
  test({ search, platform, genre, decade, size, players }: CatalogueFilter): Test {
    const needle = Buffer.from(foldText(search));
    const onPlatform = this.#platformLists.test(platform);
    const inGenre = this.#genreLists.test(genre);
    const isOfDecade = anyOf(decade, (row) => decadeOf(this.columns.yearOf(row)));
    const isOfSize = anyOf(size, (row) => sizeRangeOf(this.columns.sizeOf(row)));
    const wanted = playerBits(players);
    // In this order because most rows fail the first tests.
    return (row) =>
      inGenre[this.#genres[row] as number] === 1 &&
      onPlatform[this.#platforms[row] as number] === 1 &&
      this.#isListed[row] === 1 &&
      isOfDecade(row) &&
      isOfSize(row) &&
      (wanted === 0 || this.columns.hasPlayers(row, wanted)) &&
      this.titles.includes(row, needle);
  }

  /** Returns the genres and platforms of these rows, for choosing. */
  filtersOf(rows: Uint32Array): GameFilters {
    const counts = this.#genreLists.countNames(this.#genres, rows);
    const genres = [...counts].map(([name, count]) => ({ name, count, fold: foldText(name) }));
    genres.sort((a, b) => compare(a.fold, b.fold) || compare(a.name, b.name));
    return {
      genres: genres.map(({ name }) => name),
      genreGames: genres.map(({ count }) => count),
      platforms: listedPlatforms(
        this.#platformLists.countNames(this.#platforms, rows).keys(),
        this.#ownPlatforms,
      ),
      ownPlatforms: [...this.#ownPlatforms],
    };
  }

  #compareIds(a: number, b: number): number {
    return a < this.#built && b < this.#built ? a - b : this.ids.compare(a, b);
  }
}

function anyOf<Value>(chosen: readonly Value[], readValue: (row: number) => Value | undefined): Test {
  return (row) => {
    if (chosen.length === 0) return true;
    const value = readValue(row);
    return value !== undefined && chosen.includes(value);
  };
}
