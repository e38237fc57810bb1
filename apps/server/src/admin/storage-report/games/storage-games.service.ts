// Which games use the most space, and which of them nobody has downloaded for a long time.

import type { StorageGame } from '@cellar/contract/admin/storage.endpoints.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { createProportionalCache } from '#platform/shared-work.ts';
import * as repository from './storage-games.repository.ts';

interface Deps extends Pick<Base, 'longReads' | 'clock'> {
  settings: SettingsService;
}

const pageSize = 20;
/** In a library with at least this many games, sums are cached. */
const expensiveFrom = 20_000;

export type StorageGamesService = ReturnType<typeof createStorageGames>;

export function createStorageGames({ longReads, clock, settings }: Deps) {
  const sums = createProportionalCache<repository.GameSums>();

  /** Reads an entry of an index for every game, however few are idle. */
  async function sum(idleDays: number, idleBefore: string | undefined): Promise<repository.GameSums> {
    const all = await sums('0', () => repository.sumGames(longReads, undefined), isLarge);
    if (!idleBefore) return all;
    const read = () => repository.sumGames(longReads, idleBefore);
    return sums(String(idleDays), read, () => isLarge(all));
  }

  return {
    async list({ page, idleDays }: { page: number; idleDays: number }) {
      const idleBefore = idleDays > 0 ? isoAt(clock, -idleDays * dayMs) : undefined;
      const { total, bytes } = await sum(idleDays, idleBefore);
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

function isLarge({ total }: repository.GameSums): boolean {
  return total >= expensiveFrom;
}
