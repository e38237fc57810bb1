// The catalogue in memory: what it is ordered and filtered by, for every game. No database and no HTTP. Used by the feed,
// which keeps it true, and by the service, which asks it.
import {
  type CatalogueFilter,
  letterOf,
  listedPlatforms,
  matchesGenre,
  matchesPlatform,
} from '@cellar/contract/rules/catalogue-filter.ts';
import { foldText, type SortKey } from '@cellar/contract/rules/sort.ts';
import { LRUCache } from 'lru-cache';
import { InternedLists, type Names } from './interned-lists.ts';
import { type Compare, firstPlace, SortedOrder } from './sorted-order.ts';
import { TitleSearch } from './title-search.ts';

export interface Entry {
  id: string;
  title: string;
  createdAt: string;
  releaseDate: string | null;
  /** As they are stored, in the order they are shown. */
  platforms: Names;
  genres: Names;
}

export interface Selected {
  id: string;
  platforms: Names;
  genres: Names;
}

type Column = 'created' | 'title' | 'released';

const columnOf: Record<SortKey, Column> = {
  ...{ recentlyAddedDesc: 'created', recentlyAddedAsc: 'created', titleAsc: 'title', titleDesc: 'title' },
  ...{ releaseDateDesc: 'released', releaseDateAsc: 'released' },
};

/** Ordinals of all remembered selections together: 4 MB. */
const rememberedOrdinals = 1_000_000;
const rememberedTests = 100;

/** Each game has an ordinal, its place in the arrays below; that of a game that is gone is used again. */
export class CatalogueIndex {
  readonly #ordinals = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #ids: string[] = [];
  /** Folded; undefined where no game is. */
  readonly #titles: (string | undefined)[] = [];
  readonly #created: string[] = [];
  readonly #released: (string | null)[] = [];
  readonly #platforms: number[] = [];
  readonly #genres: number[] = [];
  readonly #platformLists = new InternedLists();
  readonly #genreLists = new InternedLists();
  readonly #search = new TitleSearch(this.#titles);
  readonly #orders: Record<Column, SortedOrder>;
  readonly #selections = new LRUCache<string, Uint32Array>({
    maxSize: rememberedOrdinals,
    // With its key: the text that is searched for may be long, and there may be as many as somebody likes to send.
    sizeCalculation: (ordinals, key) => ordinals.length + key.length + 100,
  });
  readonly #tests = new LRUCache<string, Uint8Array>({ max: rememberedTests });

  constructor() {
    const isListed = (ordinal: number) => this.#titles[ordinal] !== undefined;
    // The id makes every order total, so that pages never overlap where the rest is equal.
    const orderBy = (byValue: Compare) =>
      new SortedOrder({
        isListed,
        compare: (a, b) => byValue(a, b) || compare(this.#ids[a] ?? '', this.#ids[b] ?? ''),
      });
    this.#orders = {
      created: orderBy((a, b) => compare(this.#created[a] ?? '', this.#created[b] ?? '')),
      title: orderBy((a, b) => compare(this.#titles[a] ?? '', this.#titles[b] ?? '')),
      released: orderBy((a, b) => compareDates(this.#released[a] ?? null, this.#released[b] ?? null)),
    };
  }

  get size(): number {
    return this.#ordinals.size;
  }

  /** Adds a game or takes the place of what is known of it. */
  put({ id, title, createdAt, releaseDate, platforms, genres }: Entry): void {
    this.remove(id);
    const ordinal = this.#free.pop() ?? this.#ids.length;
    this.#ordinals.set(id, ordinal);
    this.#ids[ordinal] = id;
    this.#titles[ordinal] = foldText(title);
    this.#created[ordinal] = createdAt;
    this.#released[ordinal] = releaseDate;
    this.#platforms[ordinal] = this.#platformLists.hold(platforms);
    this.#genres[ordinal] = this.#genreLists.hold(genres);
    this.#touch(ordinal);
  }

  remove(id: string): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    this.#ordinals.delete(id);
    this.#titles[ordinal] = undefined;
    this.#platformLists.release(this.#platforms[ordinal] as number);
    this.#genreLists.release(this.#genres[ordinal] as number);
    this.#free.push(ordinal);
    this.#touch(ordinal);
  }

  #touch(ordinal: number): void {
    for (const order of Object.values(this.#orders)) order.touch(ordinal);
    this.#search.touch(ordinal);
    if (this.#selections.size > 0) this.#selections.clear();
    if (this.#tests.size > 0) this.#tests.clear();
  }

  /** Does now, in steps that others can go between, what the first questions after many changes would wait for. */
  *settle(): Generator<void> {
    for (const order of Object.values(this.#orders)) {
      order.sorted.length;
      yield;
    }
    this.#search.settle();
  }

  /** The games that a filter lets through, in order. To be used before the index changes again. */
  select(filter: CatalogueFilter, sort: SortKey): Selection {
    const column = columnOf[sort];
    const ordinals = this.#filtered(filter, column);
    // Games without a release date come last in both directions.
    const ends =
      column === 'released'
        ? firstPlace(ordinals, 0, (ordinal) => this.#released[ordinal] === null)
        : ordinals.length;
    return {
      total: ordinals.length,
      slice: (from, to) =>
        Array.from(ordinals.subarray(from, to), (_, at) =>
          this.#selected(
            ordinals[
              sort.endsWith('Desc') ? mirrored(from + at, ends, ordinals.length) : from + at
            ] as number,
          ),
        ),
    };
  }

  /** Where each letter begins in the selection sorted by title. */
  letters(filter: CatalogueFilter, isDescending: boolean): { letter: string; position: number }[] {
    const ordinals = this.#filtered(filter, 'title');
    const letterAt = (ordinal: number) => letterOf(this.#titles[ordinal] ?? '');
    const letters: { letter: string; position: number }[] = [];
    for (let start = 0; start < ordinals.length; ) {
      const letter = letterAt(ordinals[start] as number);
      const end = firstPlace(ordinals, start, (ordinal) => letterAt(ordinal) !== letter);
      letters.push({ letter, position: isDescending ? ordinals.length - end : start });
      start = end;
    }
    return isDescending ? letters.reverse() : letters;
  }

  filters(): { genres: string[]; platforms: string[] } {
    const genres = [...this.#genreLists.names()].map((name) => ({ name, fold: foldText(name) }));
    genres.sort((a, b) => compare(a.fold, b.fold) || compare(a.name, b.name));
    return {
      genres: genres.map(({ name }) => name),
      platforms: listedPlatforms(this.#platformLists.names()),
    };
  }

  #selected(ordinal: number): Selected {
    return {
      id: this.#ids[ordinal] as string,
      platforms: this.#platformLists.at(this.#platforms[ordinal] as number),
      genres: this.#genreLists.at(this.#genres[ordinal] as number),
    };
  }

  /** Rising by the column, which for a search is the order of `arrange`. */
  #filtered({ search, platform, genre }: CatalogueFilter, column: Column): Uint32Array {
    const needle = foldText(search);
    const order = this.#orders[column];
    if (needle === '' && platform === '' && genre === '') return order.sorted;
    const key = JSON.stringify([column, needle, platform, genre]);
    const known = this.#selections.get(key);
    if (known) return known;
    const passes = this.#testOf(needle, platform, genre);
    const candidates = this.#search.candidates(needle);
    const found = candidates ? order.arrange(candidates.filter(passes)) : filtered(order.sorted, passes);
    this.#selections.set(key, found);
    return found;
  }

  #testOf(needle: string, platform: string, genre: string): (ordinal: number) => boolean {
    const onPlatform = this.#listTest(`platform ${platform}`, this.#platformLists, (names) =>
      matchesPlatform(names, platform),
    );
    const inGenre = this.#listTest(`genre ${genre}`, this.#genreLists, (names) => matchesGenre(names, genre));
    return (ordinal) =>
      onPlatform[this.#platforms[ordinal] as number] === 1 &&
      inGenre[this.#genres[ordinal] as number] === 1 &&
      (this.#titles[ordinal]?.includes(needle) ?? false);
  }

  #listTest(key: string, lists: InternedLists, passes: (names: Names) => boolean): Uint8Array {
    const known = this.#tests.get(key);
    if (known) return known;
    const test = lists.test(passes);
    this.#tests.set(key, test);
    return test;
  }
}

export interface Selection {
  total: number;
  /** What is beyond the end is left out. */
  slice(from: number, to: number): Selected[];
}

/** As the array's own `filter`, at a fifth of its time. */
function filtered(ordinals: Uint32Array, passes: (ordinal: number) => boolean): Uint32Array {
  const kept = new Uint32Array(ordinals.length);
  let length = 0;
  for (let at = 0; at < ordinals.length; at += 1) {
    const ordinal = ordinals[at] as number;
    if (!passes(ordinal)) continue;
    kept[length] = ordinal;
    length += 1;
  }
  return kept.slice(0, length);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function compareDates(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
}

/** Of a place in the falling order: what is before `ends` and what is behind it are each turned round. */
function mirrored(place: number, ends: number, length: number): number {
  return place < ends ? ends - 1 - place : length - 1 - (place - ends);
}
