// Tells admins and webhooks when a disk is nearly full: once when the free space falls below the limit of the health page, and again
// only after it has recovered.
import { statfs } from 'node:fs/promises';
import { healthLimits } from '@cellar/contract/admin/rules/health.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { Db } from '#db/schema.ts';
import type { AdminNews } from '#messages/admin-news.service.ts';
import type { EventData } from '#messages/webhooks/webhooks.service.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { SettingsService } from '../settings.service.ts';

interface Deps {
  db: Db;
  settings: SettingsService;
  adminNews: AdminNews;
  storage: Pick<Storage, 'freeBytes'>;
  /** The folder of the SQLite file. Undefined on PostgreSQL, whose disk may be on another machine. */
  databaseDir: string | undefined;
}

type Part = EventData['storage_low']['part'];

const limits: Record<Part, number> = {
  storage: healthLimits.storageLowBytes,
  database: healthLimits.diskLowBytes,
};
/** A disk has recovered when this much more than the limit is free, so that a size around the limit is not reported again and again. */
const recovered = 1.2;

export function createSpaceWatch({ db, settings, adminNews, storage, databaseDir }: Deps) {
  async function measure(): Promise<Map<Part, number>> {
    const disk = databaseDir && (await statfs(databaseDir));
    const sizes: [Part, number | undefined][] = [
      ['storage', await storage.freeBytes()],
      ['database', disk ? disk.bavail * disk.bsize : undefined],
    ];
    return new Map(sizes.flatMap(([part, free]) => (free === undefined ? [] : [[part, Math.max(0, free)]])));
  }

  const prepare = (part: Part, freeBytes: number) =>
    adminNews.prepare({
      event: 'storage_low',
      values: { free: formatBytes(freeBytes) },
      data: { part, freeBytes },
    });

  return {
    /** A job. */
    async run(): Promise<void> {
      const { spaceTold: from } = await settings.get();
      const free = await measure();
      const isLow = (part: Part) => (free.get(part) ?? Number.POSITIVE_INFINITY) < limits[part];
      const parts = Object.keys(limits) as Part[];
      const to = parts.filter((part) =>
        from.includes(part) ? (free.get(part) ?? 0) < limits[part] * recovered : isLow(part),
      );
      if (to.join() === from.join()) return;
      const isNews = (part: Part) => !from.includes(part);
      const news = await Promise.all(to.filter(isNews).map((part) => prepare(part, free.get(part) ?? 0)));
      await db.transaction().execute(async (trx) => {
        // If two nodes run at once, only one of them replaces the setting.
        if (!(await settings.replace(trx, 'spaceTold', { from, to }))) return;
        for (const { enqueue } of news) await enqueue(trx);
      });
      for (const { deliverSoon } of news) deliverSoon();
    },
  };
}
