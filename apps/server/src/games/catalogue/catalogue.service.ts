// The pages of the catalogue, its filters, and the positions of its letters; and the admin's table of the same games.

import {
  type Hideable,
  hasPersonalFilter,
  type Mark,
  type PersonalFilter,
} from '@cellar/contract/club/rules/marks.ts';
import type { GameListItem, gameLettersQuery, gamesQuery } from '@cellar/contract/games/games.ts';
import { type CatalogueFilter, noFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { type CatalogueSort, isSortKey } from '@cellar/contract/rules/sort.ts';
import type { z } from 'zod';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Stamp } from '#db/database.ts';
import { Encoded } from '#http/route.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { pageCount } from '#platform/page-count.ts';
import { createProportionalCache } from '#platform/shared-work.ts';
import { createAdminGames, createDownloadCounts } from './admin-games.service.ts';
import * as repository from './catalogue.repository.ts';
import { listMostDownloaded } from './catalogue.repository.ts';
import { CatalogueFeed } from './catalogue-feed.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { SavedIndex } from './saved-index.ts';
import type { Restriction } from './selections.ts';

type GamesQuery = z.output<typeof gamesQuery>;
type LettersQuery = z.output<typeof gameLettersQuery>;

/** A node that missed more changes than this reads the whole catalogue again. */
const changesKept = 10_000;
const changesPerStep = 1000;

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock' | 'log'> {
  stamp: Stamp;
  settings: SettingsService;
  dataDir: string;
  /** Of Cellar. */
  version: string;
}

type List = CatalogueFilter & PersonalFilter & { sort: CatalogueSort };

/** A list of games that is not a page of the catalogue: these ids in this order, or all games that match a filter exactly. */
export type GameSource = { ids: readonly string[] } | { filter: CatalogueFilter & { sort: CatalogueSort } };

export interface OpenList {
  total: number;
  idsAt(from: number, to: number): string[];
  gamesAt(from: number, to: number): GameListItem[];
  /** The response of a page, in the form of the catalogue. */
  page(query: { page: number; limit: number }): Encoded;
}

interface FirstGames {
  total: number;
  games: GameListItem[];
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;

export function createCatalogueService(deps: Deps) {
  const { db, longReads, stamp, clock, settings, log } = deps;
  const saved = new SavedIndex(deps);
  const feed = new CatalogueFeed({ db, stamp, saved });
  const clearedAt = async () => (await settings.get()).activityClearedAt;
  const downloads = createDownloadCounts({ longReads, stamp, clearedAt });
  const listPopular = createPopularGames({ longReads, clock });

  async function refreshForAdmin(): Promise<CatalogueIndex> {
    await downloads.catchUp(await feed.refresh());
    return feed.refresh();
  }

  /** Counts downloads only for the orders that need them. */
  async function refreshFor(sort: CatalogueSort): Promise<CatalogueIndex> {
    if (sort === 'mostDownloaded') return refreshForAdmin();
    if (sort !== 'mostDownloadedThisMonth') return feed.refresh();
    const popular = await listPopular();
    const index = await feed.refresh();
    index.setPopular(popular);
    return index;
  }

  async function restrictionFor(userId: string, filter: PersonalFilter): Promise<Restriction | undefined> {
    return hasPersonalFilter(filter) ? readRestriction({ db, longReads }, userId, filter) : undefined;
  }

  return {
    async listGames({ id }: { id: string }, query: GamesQuery): Promise<Encoded> {
      const restriction = await restrictionFor(id, query);
      const index = await refreshFor(query.sort);
      const encode = () => encodePage(index, query, restriction);
      // The numbers of likes and downloads change in place, so pages in their order are not kept.
      const isKept = !restriction && isSortKey(query.sort);
      return new Encoded(isKept ? index.page(JSON.stringify(query), encode) : encode());
    },

    /** Returns the first games of a list as a member sees them, and their number. */
    async firstGames({ id }: { id: string }, list: List, limit: number): Promise<FirstGames> {
      const restriction = await restrictionFor(id, list);
      const index = await refreshFor(list.sort);
      const { exact, slice } = index.select(list, list.sort, restriction);
      return { total: exact, games: index.gamesOf(slice(0, Math.min(limit, exact))) };
    },

    /** Returns a random game of a list, and the number of games in it. */
    async randomGame({ id }: { id: string }, list: Omit<List, 'sort'>) {
      const hide = [...new Set<Hideable>([...list.hide, 'not_for_me'])];
      const restriction = await restrictionFor(id, { ...list, hide });
      const index = await feed.refresh();
      const { exact, slice } = index.select(list, 'titleAsc', restriction);
      const place = Math.floor(Math.random() * exact);
      return { game: index.gamesOf(slice(place, Math.min(place + 1, exact)))[0] ?? null, total: exact };
    },

    /** Returns the most liked games, without those that nobody likes, and how many games there are in their list. */
    async likedGames(limit: number): Promise<FirstGames> {
      const index = await feed.refresh();
      const { total, slice } = index.selectExact(noFilter, 'mostLiked');
      const rows = slice(0, Math.min(limit, total)).filter((row) => index.isLiked(row));
      return { total, games: index.gamesOf(rows) };
    },

    /** Returns the most downloaded games of the last 30 days, and how many there are, counted up to 1,000. */
    async popularGames(limit: number): Promise<FirstGames> {
      const popular = await listPopular();
      const index = await feed.refresh();
      const rows = index.visibleRows(popular);
      return { total: rows.length, games: index.gamesOf(rows.subarray(0, limit)) };
    },

    /** Returns these games in this order, without hidden and deleted ones. */
    async gamesWithIds(ids: readonly string[]): Promise<GameListItem[]> {
      const index = await feed.refresh();
      return index.gamesOf(index.visibleRows(ids));
    },

    /** Opens a list as members see it, without hidden and deleted games. */
    async openList(source: GameSource): Promise<OpenList> {
      if ('ids' in source) {
        const index = await feed.refresh();
        const rows = index.visibleRows(source.ids);
        return openRows(index, rows.length, (from, to) => rows.subarray(from, to));
      }
      const index = await refreshFor(source.filter.sort);
      const { total, slice } = index.selectExact(source.filter, source.filter.sort);
      return openRows(index, total, slice);
    },

    async countAddedAfter(time: string): Promise<number> {
      return (await feed.refresh()).select(noFilter, 'recentlyAddedDesc', { addedAfter: time }).total;
    },

    async listFilters() {
      return (await feed.refresh()).filters();
    },

    async listLetters({ id }: { id: string }, { sort, ...filter }: LettersQuery) {
      const restriction = await restrictionFor(id, filter);
      return { letters: (await feed.refresh()).letters(filter, sort === 'titleDesc', restriction) };
    },

    adminGames: createAdminGames(refreshForAdmin),

    /** Reads the catalogue before the first request. */
    warmUp(): void {
      refreshForAdmin().catch((error) => log.warn({ err: error }, 'the catalogue could not be read yet'));
    },

    async trimChanges(): Promise<void> {
      const yieldIfDue = createYielder();
      const step = { kept: changesKept, limit: changesPerStep };
      while ((await repository.trimChanges(db, step)) === changesPerStep) await yieldIfDue();
    },
    async close(): Promise<void> {
      await Promise.all([feed.close(), saved.close(), downloads.close()]);
    },
  };
}

async function readRestriction(
  { db, longReads }: Pick<Deps, 'db' | 'longReads'>,
  userId: string,
  { mine, hide, added }: PersonalFilter,
): Promise<Restriction> {
  const hidden = hide.filter((name) => name !== 'downloaded');
  const marked = mine.length > 0 || hidden.length > 0 ? await repository.listMarks(longReads, userId) : [];
  const idsWith = (names: readonly Mark[]) =>
    marked.filter((row) => names.some((name) => row.marks.includes(name))).map(({ gameId }) => gameId);
  const downloaded = hide.includes('downloaded') ? await repository.listDownloaded(longReads, userId) : [];
  const visit = added === 'new' ? await repository.findPreviousVisit(db, userId) : undefined;
  return {
    ...(mine.length > 0 && { only: idsWith(mine) }),
    ...(hide.length > 0 && { without: [...idsWith(hidden), ...downloaded] }),
    ...(visit && { addedAfter: visit }),
  };
}

function openRows(
  index: CatalogueIndex,
  total: number,
  slice: (from: number, to: number) => Uint32Array,
): OpenList {
  return {
    total,
    idsAt: (from, to) => index.idsOf(slice(from, to)),
    gamesAt: (from, to) => index.gamesOf(slice(from, to)),
    page: ({ page, limit }) => {
      const pages = {
        currentPage: page,
        totalPages: pageCount(total, limit),
        totalGames: total,
        exactGames: total,
      };
      return new Encoded(encodeRows(index, slice((page - 1) * limit, page * limit), pages));
    },
  };
}

function encodeRows(index: CatalogueIndex, rows: Uint32Array, pages: object): Buffer {
  return index.encode(rows, '{"games":[', `],${JSON.stringify(pages).slice(1)}`);
}

function encodePage(
  index: CatalogueIndex,
  { page, limit, sort, ...filter }: GamesQuery,
  restriction: Restriction | undefined,
): Buffer {
  const { total, exact, slice } = index.select(filter, sort, restriction);
  const pages = {
    currentPage: page,
    totalPages: pageCount(total, limit),
    totalGames: total,
    exactGames: exact,
  };
  return encodeRows(index, slice((page - 1) * limit, page * limit), pages);
}

const popularDays = 30;
const mostListed = 1000;

type PopularGamesDeps = Pick<Base, 'longReads' | 'clock'>;

/** Returns a function that lists up to 1,000 games: those with the most downloads in the last 30 days, most downloaded first. */
function createPopularGames({ longReads, clock }: PopularGamesDeps): () => Promise<string[]> {
  const cache = createProportionalCache<string[]>();
  const read = () => listMostDownloaded(longReads, isoAt(clock, -popularDays * dayMs), mostListed);
  return () => cache('', read, () => true);
}
