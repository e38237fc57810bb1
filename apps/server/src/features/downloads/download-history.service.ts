// A member's own download history: as long as the member wants it, up to the admin's maximum.

import { setTimeout as sleep } from 'node:timers/promises';
import type { MyActivity } from '@cellar/contract/download-activity.ts';
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { notFound } from '#http/errors.ts';
import { createBreather } from '#platform/breather.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import type { Place } from './download-history.repository.ts';
import * as repository from './download-history.repository.ts';
import { clearSome } from './download-log.repository.ts';
import { presentOwn } from './present-activity.ts';

/** As long as a ticket lives: until then what has ended may go on. */
const keptMs = 24 * 3600 * 1000;
const stepSize = 100;
const pauseMs = 25;
const membersPerStep = 20;

export type DownloadHistoryService = ReturnType<typeof createDownloadHistory>;

interface Deps {
  db: Db;
  clock: Clock;
  settings: SettingsService;
}

export function createDownloadHistory({ db, clock, settings }: Deps) {
  async function retentionOf(userId: string): Promise<number> {
    const { maxUserRetention } = await settings.get();
    const user = await db
      .selectFrom('users')
      .select('downloadHistoryRetention')
      .where('id', '=', userId)
      .executeTakeFirst();
    return Math.min(user?.downloadHistoryRetention ?? 0, maxUserRetention);
  }

  return {
    async list(userId: string, { page, limit }: { page: number; limit: number }): Promise<MyActivity> {
      const retention = await retentionOf(userId);
      const rows = await repository.listHistory(db, userId, retention);
      const totalPages = pageCount(rows.length, limit);
      return {
        activities: rows.slice((page - 1) * limit, page * limit).map(presentOwn),
        ...{
          currentPage: page,
          totalPages,
          total: rows.length,
          pagination: { pages: totalPages },
          retention,
        },
      };
    },

    /** @throws AppError not_found */
    async hide(userId: string, id: string): Promise<void> {
      if (!(await repository.hideOne(db, userId, id, isoAt(clock)))) throw notFound('Download');
    },

    hideAll: (userId: string) =>
      db.transaction().execute((trx) => repository.hideEnded(trx, userId, isoAt(clock))),

    /** After the member, or an admin for all, has chosen to keep fewer. */
    async trim(userId?: string): Promise<void> {
      const { maxUserRetention: most } = await settings.get();
      const hide = (userIds: string[]) =>
        db.transaction().execute((trx) => repository.hideBeyond(trx, { most, now: isoAt(clock), userIds }));
      if (userId) return hide([userId]);
      const breathe = createBreather();
      let userIds: string[] = [];
      do {
        userIds = await repository.listUserIds(db, userIds.at(-1) ?? '', membersPerStep);
        // PostgreSQL takes no empty list.
        if (userIds.length > 0) await hide(userIds);
        await breathe();
      } while (userIds.length === membersPerStep);
    },

    /** What nobody is shown any more; what was cleared out of the log is such a thing only then. */
    async forgetHidden(): Promise<void> {
      const { activityClearedAt } = await settings.get();
      const before = isoAt(clock, -keptMs);
      await inSteps(() => clearSome(db, { before: activityClearedAt, limit: stepSize }));
      await throughAll((after) => repository.forgetSome(db, { before, after, limit: stepSize }));
      await throughAll((after) => repository.unnameSome(db, { before, after, limit: stepSize }));
    },
  };
}

/** In the order of time, likewise in small steps. */
async function throughAll(step: (after: Place) => Promise<Place | undefined>): Promise<void> {
  let after: Place | undefined = { at: '', id: '' };
  while (after) {
    after = await step(after);
    if (after) await sleep(pauseMs);
  }
}

/** A long log is gone through in small steps: nobody waits for the whole of it. */
async function inSteps(step: () => Promise<number>): Promise<void> {
  while ((await step()) === stepSize) await sleep(pauseMs);
}
