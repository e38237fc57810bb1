// Tells admins when a disk is nearly full, by the limits of the health page: once a day, and again after it has recovered.
import { statfs } from 'node:fs/promises';
import { healthLimits } from '@cellar/contract/admin/rules/health.ts';
import type { AdminNews } from '#messages/tell-admins.service.ts';
import type { Storage } from '#platform/storage/storage.ts';

interface SpaceWatchDeps {
  adminNews: AdminNews;
  storage: Pick<Storage, 'freeBytes'>;
  /** The folder of the SQLite file. Undefined on PostgreSQL, whose disk may be on another machine. */
  databaseDir: string | undefined;
}

/** A disk has recovered when this much more than the limit is free, so that a size around the limit is not reported again and again. */
const recovered = 1.2;

export function createSpaceWatch({ adminNews, storage, databaseDir }: SpaceWatchDeps) {
  async function compare(part: 'storage' | 'database', free: number | undefined, limit: number) {
    if (free === undefined) return;
    const freeBytes = Math.max(0, free);
    if (freeBytes < limit) await adminNews.tell({ event: 'storage_low', data: { part, freeBytes } });
    else if (freeBytes >= limit * recovered) await adminNews.end('storage_low', part);
  }

  return {
    /** A job. */
    async run(): Promise<void> {
      const disk = databaseDir && (await statfs(databaseDir));
      const databaseFree = disk ? disk.bavail * disk.bsize : undefined;
      await compare('storage', await storage.freeBytes(), healthLimits.storageLowBytes);
      await compare('database', databaseFree, healthLimits.diskLowBytes);
    },
  };
}
