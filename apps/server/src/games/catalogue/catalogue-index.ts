// The catalogue in memory, without database or HTTP: pages, letters and filters for members, and the table of the same games for admins.
import type { AdminGame, AdminGamesFilter } from '@cellar/contract/games/admin-games.endpoints.ts';
import type { GameFilters, GameListItem } from '@cellar/contract/games/games.ts';
import type { Lackable } from '@cellar/contract/games/rules/admin-games.ts';
import { type CatalogueFilter, letterOf, noFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import type { CatalogueSort } from '@cellar/contract/rules/sort.ts';
import { LRUCache } from 'lru-cache';
import { type Entry, GameRows } from './game-rows.ts';
import type { Part, SavedParts } from './index-parts.ts';
import { type Restriction, type Selection, Selections } from './selections.ts';
import { firstPlace } from './sorted-order.ts';

/** Increase this when the parts of the index change, or what they mean. */
export const indexFormat = 1;

const cachedPageBytes = 1024 ** 2;
/** The index is rebuilt when more rows than this, or an eighth of all games if that is more, are outdated or not searchable. */
const toleratedRows = 4000;
const toleratedPart = 1 / 8;

/** When too many rows are outdated, the index is worn and must be built again. */
export class CatalogueIndex {
  readonly #games = new GameRows();
  readonly #selections = new Selections(this.#games);
  /** The bytes of recent answers. */
  readonly #pages = new LRUCache<string, Buffer>({
    maxSize: cachedPageBytes,
    sizeCalculation: (page, key) => page.length + key.length,
  });
  #filters: GameFilters | undefined;

  get size(): number {
    return this.#games.size;
  }

  get isWorn(): boolean {
    const { count, size, built } = this.#games;
    const tolerated = Math.max(toleratedRows, size * toleratedPart);
    return count - built > tolerated || count - size > tolerated;
  }

  /** Builds the index in steps, so that the event loop can run in between. */
  *build(): Generator<void> {
    yield* this.#games.build();
    yield* this.#selections.build();
  }

  /** What the index consists of now: later changes do not change the parts. */
  parts(): Part[] {
    return [...this.#games.parts(), ...this.#selections.parts()];
  }

  /**
   * Restores a new index in steps, so that the event loop can run in between. Then set the names of the own platforms.
   * @throws Error if a part is missing
   */
  *restore(parts: SavedParts): Generator<void> {
    yield* this.#games.restore(parts);
    this.#selections.restore(parts);
  }

  /** Adds a game before the index is built. They must be added in the order of their ids. */
  add(entry: Entry): void {
    this.#games.add(entry);
  }

  setOwnPlatforms(names: Iterable<string>): void {
    this.#games.setOwnPlatforms(names);
    this.#clearCaches();
  }

  /** Adds or replaces a game. What only admins see is changed in place. */
  put(entry: Entry): void {
    if (this.#games.put(entry)) this.#clearCaches();
  }

  remove(id: string): void {
    if (this.#games.remove(id)) this.#clearCaches();
  }

  #clearCaches(): void {
    this.#selections.forget();
    this.#pages.clear();
    this.#filters = undefined;
  }

  /** Sets the games that come first in `mostDownloadedThisMonth`, in this order. */
  setPopular(ids: readonly string[]): void {
    this.#selections.setPopular(ids);
  }

  /** See `Selections`. The selection is valid until the index changes. */
  select(filter: CatalogueFilter, sort: CatalogueSort, restriction?: Restriction): Selection {
    return this.#selections.select(filter, sort, restriction);
  }

  /** Like `select`, without games with similar titles. */
  selectExact(filter: CatalogueFilter, sort: CatalogueSort): Omit<Selection, 'exact'> {
    return this.#selections.selectExact(filter, sort);
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
    return this.#games.cards.join(rows, before, after);
  }

  /** Returns the position of the first game of each letter in the selection sorted by title. */
  letters(filter: CatalogueFilter, isDescending: boolean, restriction?: Restriction) {
    const rows = this.#selections.restricted(filter, 'title', restriction);
    // Only ASCII letters are listed separately, so the first byte is enough.
    const letterAt = (row: number) => letterOf(this.#games.titles.firstOf(row));
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
    this.#filters ??= this.#games.filtersOf(this.#selections.restricted(noFilter, 'created'));
    return this.#filters;
  }

  setDownloads(id: string, count: number): void {
    const row = this.#games.rowOf(id);
    if (row !== undefined) this.#games.columns.setDownloads(row, count);
  }

  /** Returns the rows that match an admin's filter, in order. They are valid until the index changes. */
  selectForAdmin(filter: AdminGamesFilter): Uint32Array {
    return this.#games.columns.selection(JSON.stringify(filter), () => {
      const column = filter.sort === 'added' ? 'created' : 'title';
      return this.#games.columns.arrange(
        this.#selections.filtered(catalogueFilterOf(filter), column),
        filter,
      );
    });
  }

  /** Counts what the games that match the rest of the filter lack. */
  countLacking(filter: AdminGamesFilter): Record<Lackable, number> {
    return this.#games.columns.countLacking(filter, () =>
      this.#selections.filtered(catalogueFilterOf(filter), 'title'),
    );
  }

  /** Returns these games as an admin sees them. */
  adminGames(rows: Uint32Array): AdminGame[] {
    return this.gamesOf(rows).map(({ genres: _, ...card }, at) => ({
      ...card,
      ...this.#games.columns.valuesOf(rows[at] as number),
    }));
  }

  /** Whether any member has given the game a thumbs up. */
  isLiked(row: number): boolean {
    return this.#games.columns.likesOf(row) > 0;
  }

  /** Returns these games as members see them. */
  gamesOf(rows: Uint32Array): GameListItem[] {
    return JSON.parse(String(this.encode(rows, '[', ']')));
  }

  /** Returns the rows of these games in this order, without hidden and unknown ones. */
  visibleRows(ids: readonly string[]): Uint32Array {
    const rows = ids.flatMap((id) => this.#games.rowOf(id) ?? []);
    return Uint32Array.from(rows.filter((row) => !this.#games.columns.isHidden(row)));
  }

  idsOf(rows: Uint32Array): string[] {
    return Array.from(rows, (row) => this.#games.ids.textOf(row));
  }

  /** Returns the position of a game in a selection, or -1. */
  positionIn(rows: Uint32Array, id: string): number {
    const row = this.#games.rowOf(id);
    return row === undefined ? -1 : rows.indexOf(row);
  }
}

function catalogueFilterOf({ search, platform, genre }: AdminGamesFilter): CatalogueFilter {
  const listOf = (name: string) => (name === '' ? [] : [name]);
  return { ...noFilter, search, platform: listOf(platform), genre: listOf(genre) };
}
