// The admin's table of games: its pages, the ids that a filter yields, and a game's neighbors.
import type { AdminGamesFilter, adminGamesQuery } from '@cellar/contract/games/admin-games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { z } from 'zod';
import { pageCount } from '#platform/page-count.ts';
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
