// The admin's table of games: its pages, the ids that a filter yields, and a game's neighbors.

import type { AdminGamesFilter, adminGamesQuery } from '@cellar/contract/games/admin-games.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { z } from 'zod';
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { pageCount } from '#platform/page-count.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import * as repository from './catalogue.repository.ts';
import type { CatalogueIndex } from './catalogue-index.ts';

type AdminGamesQuery = z.output<typeof adminGamesQuery>;

export type AdminGamesService = ReturnType<typeof createAdminGames>;

/** `refresh` returns the index with everything that was committed before the call. */
export function createAdminGames(refresh: () => Promise<CatalogueIndex>) {
  return {
    async list({ page, limit, ...filter }: AdminGamesQuery) {
      const index = await refresh();
      const rows = index.selectForAdmin(filter);
      return {
        games: index.adminGames(rows.subarray((page - 1) * limit, page * limit)),
        currentPage: page,
        totalPages: pageCount(rows.length, limit),
        total: rows.length,
        librarySize: index.size,
        lacking: index.countLacking(filter),
      };
    },

    async listIds(filter: AdminGamesFilter) {
      const index = await refresh();
      const rows = index.selectForAdmin(filter);
      return { ids: index.idsOf(rows.subarray(0, limits.adminGameIdsMax)), total: rows.length };
    },

    async findNeighbors(id: string, filter: AdminGamesFilter) {
      const index = await refresh();
      const rows = index.selectForAdmin(filter);
      const at = index.positionIn(rows, id);
      const gameAt = (place: number) => {
        const game = at < 0 || place < 0 ? undefined : index.adminGames(rows.subarray(place, place + 1))[0];
        return game ? { _id: game._id, title: game.title } : null;
      };
      return {
        previous: gameAt(at - 1),
        next: gameAt(at + 1),
        position: at < 0 ? null : at + 1,
        total: rows.length,
      };
    },
  };
}

// Keeps the numbers of downloads in the index up to date. Downloads are not changes of the catalogue, so they are counted when an
// admin opens the table: only the games with downloads that have ended since the last time are counted again.

/** Few, so that other statements do not wait long. */
const gamesAtOnce = 500;
/** The clocks of nodes may differ, and a download may be committed after a later one. */
const marginMs = 60_000;

interface Deps {
  longReads: Db;
  stamp: Stamp;
  /** When the download log was last cleared; earlier downloads do not count. */
  clearedAt(): Promise<string>;
}

interface Counted {
  index: CatalogueIndex;
  clearedAt: string;
  /** When the newest download that was counted ended. */
  until: string;
  /** The stamp of the database before the downloads were counted. */
  stamp: string | undefined;
}

export function createDownloadCounts({ longReads, stamp, clearedAt }: Deps) {
  const flight = createSingleFlight<void>();
  let counted: Counted | undefined;

  async function update(index: CatalogueIndex): Promise<void> {
    const before = stamp();
    if (counted?.index === index && before !== undefined && before === counted.stamp) return;
    const since = await clearedAt();
    const until = await repository.newestDownloadEnd(longReads);
    if (counted?.index === index && counted.clearedAt === since) {
      const from = new Date(Date.parse(counted.until) - marginMs).toISOString();
      await countAgain(index, since, await repository.listGamesDownloadedSince(longReads, from));
    } else {
      await countAll(index, since);
    }
    counted = { index, clearedAt: since, until, stamp: before };
  }

  async function countAgain(index: CatalogueIndex, since: string, ids: string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += gamesAtOnce) {
      const slice = ids.slice(at, at + gamesAtOnce);
      for (const { id, downloads } of await repository.countDownloadsOf(longReads, since, slice)) {
        index.setDownloads(id, downloads);
      }
    }
  }

  async function countAll(index: CatalogueIndex, since: string): Promise<void> {
    let last = '';
    for (;;) {
      const rows = await repository.countDownloadsAfter(longReads, since, { id: last, limit: gamesAtOnce });
      for (const { id, downloads } of rows) index.setDownloads(id, downloads);
      last = rows.at(-1)?.id ?? '';
      if (rows.length < gamesAtOnce) return;
    }
  }

  return {
    /** Calls at the same time share one update. */
    catchUp: (index: CatalogueIndex): Promise<void> => flight.run(() => update(index)),
    close: () => flight.ended(),
  };
}
