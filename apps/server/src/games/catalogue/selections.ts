// Selects games for the pages of the catalogue: the rows that match a filter, in an order, without what a member has hidden.
import type { AdminGamesFilter } from '@cellar/contract/games/admin-games.endpoints.ts';
import { type CatalogueFilter, hasFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { type CatalogueSort, foldText, type SortKey } from '@cellar/contract/rules/sort.ts';
import { LRUCache } from 'lru-cache';
import { timeOf } from './filter-facts.ts';
import type { Column, GameRows } from './game-rows.ts';
import type { Part, SavedParts } from './index-parts.ts';
import { filterRows, firstPlace, rowsFrom } from './sorted-order.ts';
import { findSimilar, TitleSearch } from './title-search.ts';

/** What a member's marks and downloads add to a filter. */
export interface Restriction {
  /** Only these games. */
  only?: readonly string[];
  /** None of these games. */
  without?: readonly string[];
  /** Only games that were added after this time. */
  addedAfter?: string;
}

export interface Selection {
  total: number;
  /** The games that match the filter exactly. The others have similar titles. */
  exact: number;
  /** Returns the rows of a page; fewer at the end. */
  slice(from: number, to: number): Uint32Array;
}

/** A selection without games with similar titles. */
interface Ordered {
  total: number;
  rowAt(place: number): number;
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
const noRows = new Uint32Array(0);
/** Every row that members see passes. */
const everything: Pick<AdminGamesFilter, 'match' | 'lacks' | 'visibility'> = {
  match: '',
  lacks: [],
  visibility: '',
};

export class Selections {
  readonly #games: GameRows;
  readonly #search: TitleSearch;
  #popular: readonly string[] = [];
  readonly #filtered = new LRUCache<string, Uint32Array>({
    maxSize: cachedRows,
    // Includes the key: clients may send many long search texts.
    sizeCalculation: (rows, key) => rows.length + key.length + 100,
  });

  constructor(games: GameRows) {
    this.#games = games;
    this.#search = new TitleSearch(games.titles);
  }

  parts(): Part[] {
    return this.#search.parts();
  }

  restore(parts: SavedParts): void {
    this.#search.restore(parts);
  }

  /** Call this after the rows have been built. */
  build(): Generator<void> {
    return this.#search.build(this.#games.built);
  }

  /** Call this when a row was added or unlisted. */
  forget(): void {
    this.#filtered.clear();
  }

  /** Sets the games that come first in `mostDownloadedThisMonth`, in this order. The others follow by title. */
  setPopular(ids: readonly string[]): void {
    this.#popular = ids;
  }

  /**
   * Returns the games that match a filter, in order, and after them games with similar titles if the search has found few. The selection
   * is valid until a row changes.
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

  #ordered(filter: CatalogueFilter, sort: CatalogueSort, restriction: Restriction | undefined): Ordered {
    switch (sort) {
      case 'mostLiked':
        return inOrder(this.#byNumber(this.restricted(filter, 'title', restriction), 'likes'));
      case 'mostDownloaded':
        return inOrder(this.#byNumber(this.restricted(filter, 'title', restriction), 'downloads'));
      case 'mostDownloadedThisMonth':
        return inOrder(this.#popularFirst(this.restricted(filter, 'title', restriction)));
      default:
        return this.#byColumn(filter, sort, restriction);
    }
  }

  #byNumber(rows: Uint32Array, column: 'likes' | 'downloads'): Uint32Array {
    return this.#games.columns.arrange(rows, { ...everything, sort: column, direction: 'desc' });
  }

  #popularFirst(rows: Uint32Array): Uint32Array {
    const isFound = new Uint8Array(this.#games.count);
    for (const row of rows) isFound[row] = 1;
    const first = this.#popular
      .flatMap((id) => this.#games.rowOf(id) ?? [])
      .filter((row) => isFound[row] === 1);
    for (const row of first) isFound[row] = 0;
    return joined(
      Uint32Array.from(first),
      filterRows(rows, (row) => isFound[row] === 1),
    );
  }

  #byColumn(filter: CatalogueFilter, sort: SortKey, restriction: Restriction | undefined): Ordered {
    const column = columnOf[sort];
    const rows = this.restricted(filter, column, restriction);
    // Games without a release date come last in both directions.
    const ends =
      column === 'released'
        ? firstPlace(rows, 0, (row) => this.#games.releasedAt(row) === Number.POSITIVE_INFINITY)
        : rows.length;
    if (!sort.endsWith('Desc')) return inOrder(rows);
    return { total: rows.length, rowAt: (place) => rows[mirrored(place, ends, rows.length)] as number };
  }

  /** Returns what members see of the rows that match the filter and the restriction, in ascending order of the column. */
  restricted(filter: CatalogueFilter, column: Column, restriction?: Restriction): Uint32Array {
    const rows = this.filtered(filter, column, this.#games.hasHidden);
    return restriction ? filterRows(rows, this.#testOfRestriction(restriction)) : rows;
  }

  #testOfRestriction({ only, without, addedAfter }: Restriction): (row: number) => boolean {
    const wanted = only && this.#games.marked(only);
    const unwanted = without && this.#games.marked(without);
    const after = addedAfter === undefined ? Number.NEGATIVE_INFINITY : timeOf(addedAfter);
    return (row) =>
      (wanted === undefined || wanted[row] === 1) &&
      unwanted?.[row] !== 1 &&
      this.#games.createdAt(row) > after;
  }

  #similar(filter: CatalogueFilter, restriction: Restriction | undefined): Uint32Array {
    const { titles, columns, built, count } = this.#games;
    const needle = Buffer.from(foldText(filter.search));
    const matches = this.#games.test({ ...filter, search: '' });
    const isAllowed = restriction ? this.#testOfRestriction(restriction) : () => true;
    return findSimilar(needle, {
      titles,
      search: this.#search,
      fresh: rowsFrom(built, count),
      passes: (row) => matches(row) && !columns.isHidden(row) && isAllowed(row),
      limit: limits.similarTitles,
    });
  }

  /** Returns the rows that match the filter, in ascending order of the column. */
  filtered(filter: CatalogueFilter, column: Column, omitsHidden = false): Uint32Array {
    const { orders, columns, built, count } = this.#games;
    const order = orders[column];
    if (!hasFilter(filter) && !omitsHidden) return order.sorted;
    const { search, ...lists } = filter;
    const needle = Buffer.from(foldText(search));
    const key = JSON.stringify([column, String(needle), lists, omitsHidden]);
    const known = this.#filtered.get(key);
    if (known) return known;
    const matches = this.#games.test(filter);
    const passes = omitsHidden ? (row: number) => matches(row) && !columns.isHidden(row) : matches;
    const candidates = this.#search.candidates(needle);
    const rows = candidates
      ? order.arrange(filterRows(joined(candidates, rowsFrom(built, count)), passes))
      : inSortedOrder(order.sorted, passes, count);
    if ((candidates ?? order.sorted).length > worthCaching) this.#filtered.set(key, rows);
    return rows;
  }
}

function inOrder(rows: Uint32Array): Ordered {
  return { total: rows.length, rowAt: (place) => rows[place] as number };
}

/**
 * Like `filterRows` of all rows, but examines them in the order in which they lie in memory. In a library of 1,000,000 games, whose
 * columns do not fit into the processor's cache, this takes half the time.
 */
function inSortedOrder(sorted: Uint32Array, passes: (row: number) => boolean, count: number): Uint32Array {
  const isKept = new Uint8Array(count);
  for (let row = 0; row < count; row += 1) if (passes(row)) isKept[row] = 1;
  return filterRows(sorted, (row) => isKept[row] === 1);
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/**
 * Converts a position in descending order to one in ascending order. The rows before `ends` and the rest are reversed separately.
 */
function mirrored(place: number, ends: number, length: number): number {
  return place < ends ? ends - 1 - place : length - 1 - (place - ends);
}
