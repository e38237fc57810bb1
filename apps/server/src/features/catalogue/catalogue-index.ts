// The catalogue in memory: what it is ordered and filtered by, and what a page shows, for every game. No database and no
// HTTP. Used by the feed, which keeps it true, and by the service, which asks it.
import {
  type CatalogueFilter,
  letterOf,
  listedPlatforms,
  matchesGenre,
  matchesPlatform,
} from '@cellar/contract/rules/catalogue-filter.ts';
import { foldText, type SortKey } from '@cellar/contract/rules/sort.ts';
import { LRUCache } from 'lru-cache';
import { type Card, Cards } from './cards.ts';
import { InternedLists } from './interned-lists.ts';
import { firstPlace, keep, rowsFrom, SortedOrder } from './sorted-order.ts';
import { Texts, withValue } from './texts.ts';
import { TitleSearch } from './title-search.ts';

export interface Entry extends Card {
  releaseDate: string | null;
}

type Column = 'created' | 'title' | 'released';

const columnOf: Record<SortKey, Column> = {
  ...{ recentlyAddedDesc: 'created', recentlyAddedAsc: 'created', titleAsc: 'title', titleDesc: 'title' },
  ...{ releaseDateDesc: 'released', releaseDateAsc: 'released' },
};

/** Rows of all remembered selections together: 4 MB. */
const rememberedRows = 1_000_000;
/** What looked at fewer games is looked for again. */
const worthRemembering = 1000;
const rememberedPageBytes = 1024 ** 2;
/** So many rows may be outdated, or too new for the search's groups, or an eighth of all if that is more. */
const toleratedRows = 4000;
const toleratedPart = 1 / 8;

/**
 * Each game has a row, its place in the columns below, which lie outside the JavaScript heap. A row is never written again:
 * a game that changes gets a new one. When too many rows are of no more use, the index is worn and has to be built anew.
 */
export class CatalogueIndex {
  readonly #ids = new Texts();
  /** Folded. */
  readonly #titles = new Texts();
  readonly #cards = new Cards();
  #created = new Float64Array(0);
  #released = new Float64Array(0);
  #platforms = new Uint32Array(0);
  #genres = new Uint32Array(0);
  #isListed = new Uint8Array(0);
  #rows = 0;
  #size = 0;
  /** The rows below it were there when the index was built, in the order of their ids. */
  #built = 0;
  /** The rows of the games that came or changed since then. */
  readonly #changed = new Map<string, number>();

  readonly #platformLists = new InternedLists(matchesPlatform);
  readonly #genreLists = new InternedLists(matchesGenre);
  readonly #search = new TitleSearch(this.#titles);
  readonly #orders: Record<Column, SortedOrder>;
  readonly #selections = new LRUCache<string, Uint32Array>({
    maxSize: rememberedRows,
    // With its key: the text that is searched for may be long, and there may be as many as somebody likes to send.
    sizeCalculation: (rows, key) => rows.length + key.length + 100,
  });
  /** Bytes of the answers that were sent lately. */
  readonly #pages = new LRUCache<string, Buffer>({
    maxSize: rememberedPageBytes,
    sizeCalculation: (page, key) => page.length + key.length,
  });
  #filters: { genres: string[]; platforms: string[] } | undefined;

  constructor() {
    // The id makes every order total, so that pages never overlap where the rest is equal.
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
  }

  get size(): number {
    return this.#size;
  }

  get isWorn(): boolean {
    const tolerated = Math.max(toleratedRows, this.#size * toleratedPart);
    return this.#rows - this.#built > tolerated || this.#rows - this.#size > tolerated;
  }

  /** Builds the index of these games, which come in the order of their ids. In steps that others can go between. */
  *build(): Generator<void> {
    this.#built = this.#rows;
    for (const order of Object.values(this.#orders)) yield* order.build();
    yield* this.#search.build(this.#built);
  }

  /** Adds a game before the index is built; they come in the order of their ids. Gives its row. */
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
    this.#rows += 1;
    this.#size += 1;
    return row;
  }

  /** Adds a game or takes the place of what is known of it. */
  put(entry: Entry): void {
    this.remove(entry.id);
    this.#changed.set(entry.id, this.add(entry));
    this.#forget();
  }

  remove(id: string): void {
    const row = this.#changed.get(id) ?? this.#builtRow(id);
    if (row === undefined || this.#isListed[row] === 0) return;
    this.#changed.delete(id);
    this.#isListed[row] = 0;
    this.#size -= 1;
    this.#forget();
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

  #forget(): void {
    for (const order of Object.values(this.#orders)) order.touch();
    this.#selections.clear();
    this.#pages.clear();
    this.#filters = undefined;
  }

  /** The games that a filter lets through, in order. To be used before the index changes again. */
  select(filter: CatalogueFilter, sort: SortKey): Selection {
    const column = columnOf[sort];
    const rows = this.#filtered(filter, column);
    // Games without a release date come last in both directions.
    const ends =
      column === 'released'
        ? firstPlace(rows, 0, (row) => this.#released[row] === Number.POSITIVE_INFINITY)
        : rows.length;
    const isFalling = sort.endsWith('Desc');
    return {
      total: rows.length,
      slice: (from, to) =>
        rows
          .slice(from, to)
          .map((row, at) => (isFalling ? (rows[mirrored(from + at, ends, rows.length)] as number) : row)),
    };
  }

  /** A page as it is sent: made again only after a change, while it is one of those asked for lately. */
  page(key: string, encode: () => Buffer): Buffer {
    const known = this.#pages.get(key);
    if (known) return known;
    const page = encode();
    this.#pages.set(key, page);
    return page;
  }

  /** What a page shows of these games, as the elements of a JSON array, with the rest of the answer around them. */
  encode(rows: Uint32Array, before: string, after: string): Buffer {
    return this.#cards.join(rows, before, after);
  }

  /** Where each letter begins in the selection sorted by title. */
  letters(filter: CatalogueFilter, isDescending: boolean): { letter: string; position: number }[] {
    const rows = this.#filtered(filter, 'title');
    // Only ASCII letters have a sign of their own, so the first byte tells.
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

  filters(): { genres: string[]; platforms: string[] } {
    this.#filters ??= this.#findFilters();
    return this.#filters;
  }

  #findFilters() {
    const rows = this.#orders.created.sorted;
    const genres = [...this.#genreLists.names(this.#genres, rows)].map((name) => ({
      ...{ name, fold: foldText(name) },
    }));
    genres.sort((a, b) => compare(a.fold, b.fold) || compare(a.name, b.name));
    return {
      genres: genres.map(({ name }) => name),
      platforms: listedPlatforms(this.#platformLists.names(this.#platforms, rows)),
    };
  }

  /** Rising by the column. */
  #filtered({ search, platform, genre }: CatalogueFilter, column: Column): Uint32Array {
    const needle = foldText(search);
    const order = this.#orders[column];
    if (needle === '' && platform === '' && genre === '') return order.sorted;
    const key = JSON.stringify([column, needle, platform, genre]);
    const known = this.#selections.get(key);
    if (known) return known;
    const passes = this.#testOf(Buffer.from(needle), platform, genre);
    const candidates = this.#search.candidates(Buffer.from(needle));
    const rows = candidates
      ? order.arrange(keep(joined(candidates, rowsFrom(this.#built, this.#rows)), passes))
      : keep(order.sorted, passes);
    if ((candidates ?? order.sorted).length > worthRemembering) this.#selections.set(key, rows);
    return rows;
  }

  #testOf(needle: Buffer, platform: string, genre: string): (row: number) => boolean {
    const onPlatform = this.#platformLists.test(platform);
    const inGenre = this.#genreLists.test(genre);
    return (row) =>
      this.#isListed[row] === 1 &&
      onPlatform[this.#platforms[row] as number] === 1 &&
      inGenre[this.#genres[row] as number] === 1 &&
      this.#titles.includes(row, needle);
  }

  #compareIds(a: number, b: number): number {
    return a < this.#built && b < this.#built ? a - b : this.#ids.compare(a, b);
  }
}

export interface Selection {
  total: number;
  /** The rows of a page; what is beyond the end is left out. */
  slice(from: number, to: number): Uint32Array;
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

/** A game without a date, or with one that nobody can read, comes after all others. */
function timeOf(text: string | null): number {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

/** Of a place in the falling order: what is before `ends` and what is behind it are each turned round. */
function mirrored(place: number, ends: number, length: number): number {
  return place < ends ? ends - 1 - place : length - 1 - (place - ends);
}
