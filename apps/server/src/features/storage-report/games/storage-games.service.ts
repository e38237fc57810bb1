// Which games use the most space, and which of them nobody has downloaded for long.
import type { StorageGame } from '@cellar/contract/storage-games.ts';
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { pageCount } from '#platform/page-count.ts';
import * as repository from './storage-games.repository.ts';

interface Deps {
  longReads: Db;
  clock: Clock;
  settings: SettingsService;
}

const pageSize = 20;

export type StorageGamesService = ReturnType<typeof createStorageGames>;

export function createStorageGames({ longReads, clock, settings }: Deps) {
  return {
    async list({ page, idleDays }: { page: number; idleDays: number }) {
      const idleBefore = idleDays > 0 ? isoAt(clock, -idleDays * dayMs) : undefined;
      const { total, bytes } = await repository.sumGames(longReads, idleBefore);
      const offset = Math.min((page - 1) * pageSize, total);
      const rows = await repository.listGames(longReads, idleBefore, { limit: pageSize, offset });
      const ids = rows.map(({ gameId }) => gameId);
      const { activityClearedAt } = await settings.get();
      const counts = await repository.countDownloads(longReads, ids, activityClearedAt);
      const games: StorageGame[] = rows.map((row) => ({ ...row, downloads: counts.get(row.gameId) ?? 0 }));
      return { games, total, totalBytes: bytes, currentPage: page, totalPages: pageCount(total, pageSize) };
    },
  };
}
