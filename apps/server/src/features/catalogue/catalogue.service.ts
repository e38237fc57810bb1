// The pages of the catalogue, its filters, and the positions of its letters; and the admin's table of the same games.
import type { gameLettersQuery, gamesQuery } from '@cellar/contract/games.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { Encoded } from '#http/route.ts';
import { createYielder } from '#platform/event-loop.ts';
import { pageCount } from '#platform/page-count.ts';
import { createAdminGames } from './admin-games.service.ts';
import * as repository from './catalogue.repository.ts';
import { CatalogueFeed } from './catalogue-feed.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { createDownloadCounts } from './download-counts.ts';

type GamesQuery = z.output<typeof gamesQuery>;
type LettersQuery = z.output<typeof gameLettersQuery>;

/** A node that missed more changes than this reads the whole catalogue again. */
const changesKept = 10_000;
const changesPerStep = 1000;

interface Deps {
  db: Db;
  longReads: Db;
  stamp: Stamp;
  settings: SettingsService;
  log: FastifyBaseLogger;
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;

export function createCatalogueService({ db, longReads, stamp, settings, log }: Deps) {
  const feed = new CatalogueFeed(db, stamp);
  const clearedAt = async () => (await settings.get()).activityClearedAt;
  const downloads = createDownloadCounts({ longReads, stamp, clearedAt });

  async function refreshForAdmin(): Promise<CatalogueIndex> {
    await downloads.catchUp(await feed.refresh());
    return feed.refresh();
  }

  return {
    async listGames(query: GamesQuery): Promise<Encoded> {
      const index = await feed.refresh();
      return new Encoded(index.page(JSON.stringify(query), () => encodePage(index, query)));
    },

    async listFilters() {
      return (await feed.refresh()).filters();
    },

    async listLetters({ sort, ...filter }: LettersQuery) {
      return { letters: (await feed.refresh()).letters(filter, sort === 'titleDesc') };
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
      await Promise.all([feed.close(), downloads.close()]);
    },
  };
}

function encodePage(index: CatalogueIndex, { page, limit, sort, ...filter }: GamesQuery): Buffer {
  const { total, slice } = index.select(filter, sort);
  const pages = {
    currentPage: page,
    totalPages: pageCount(total, limit),
    totalGames: total,
  };
  const games = slice((page - 1) * limit, page * limit);
  return index.encode(games, '{"games":[', `],${JSON.stringify(pages).slice(1)}`);
}
