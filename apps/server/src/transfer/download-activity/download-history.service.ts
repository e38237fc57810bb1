// A member's download history. The member chooses how many entries to keep, up to the admin's maximum.

import { setTimeout as sleep } from 'node:timers/promises';
import type { MyActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import { notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { pageCount } from '#platform/page-count.ts';
import { ticketLifeMs } from '../downloads/tickets.service.ts';
import type { Position } from './download-history.repository.ts';
import * as repository from './download-history.repository.ts';
import { removeFromLog } from './download-log.repository.ts';
import { presentOwn } from './present-activity.ts';

const stepSize = 20;
const pauseMs = 25;
const membersPerStep = 10;

export type DownloadHistoryService = ReturnType<typeof createDownloadHistory>;

interface Deps extends Pick<Base, 'db' | 'clock'> {
  settings: SettingsService;
}

export function createDownloadHistory(deps: Deps) {
  const { db, clock } = deps;
  return {
    list: (userId: string, page: Page) => list(deps, userId, page),
    trim: (userId?: string) => trim(deps, userId),

    /** @throws AppError not_found */
    async hide(userId: string, id: string): Promise<void> {
      if (!(await repository.hideOne(db, userId, id, isoAt(clock)))) throw notFound('Download');
    },

    hideAll: (userId: string) =>
      db.transaction().execute((trx) => repository.hideEnded(trx, userId, isoAt(clock))),

    /**
     * A job: removes cleared downloads from the log, deletes downloads that nobody can see any more, and clears the member of
     * anonymous ones. Keeps downloads that ended less than a ticket's lifetime ago, because they may be resumed.
     */
    async forgetHidden(): Promise<void> {
      const { activityClearedAt } = await deps.settings.get();
      const before = isoAt(clock, -ticketLifeMs);
      await repeatUntilDone(() => removeFromLog(db, { before: activityClearedAt, limit: stepSize }));
      await repeatToEnd((after) => repository.deleteInvisible(db, { before, after, limit: stepSize }));
      await repeatToEnd((after) => repository.clearHiddenMembers(db, { before, after, limit: stepSize }));
    },
  };
}

interface Page {
  page: number;
  limit: number;
}

async function list({ db, settings }: Deps, userId: string, { page, limit }: Page): Promise<MyActivity> {
  const { maxUserRetention } = await settings.get();
  const retention = Math.min(await repository.findRetention(db, userId), maxUserRetention);
  const rows = await repository.listHistory(db, userId, retention);
  const totalPages = pageCount(rows.length, limit);
  return {
    activities: rows.slice((page - 1) * limit, page * limit).map(presentOwn),
    currentPage: page,
    totalPages,
    total: rows.length,
    pagination: { pages: totalPages },
    retention,
  };
}

/** Hides the entries beyond the retention, of one member or of all, after the retention was reduced. */
async function trim({ db, clock, settings }: Deps, userId: string | undefined): Promise<void> {
  const { maxUserRetention: maxKept } = await settings.get();
  const hide = (userIds: string[]) =>
    db.transaction().execute((trx) => repository.hideBeyond(trx, { maxKept, now: isoAt(clock), userIds }));
  if (userId) return hide([userId]);
  const yieldIfDue = createYielder();
  let userIds: string[] = [];
  do {
    userIds = await repository.listUserIds(db, userIds.at(-1) ?? '', membersPerStep);
    // Usually none, and a transaction that changes nothing would still keep others waiting.
    const beyond = await repository.listBeyond(db, { maxKept, userIds });
    if (beyond.length > 0) await hide(beyond);
    await yieldIfDue();
  } while (userIds.length === membersPerStep);
}

/** Repeats `step` until it reaches the end of the table, with pauses, so that other queries do not wait long. */
async function repeatToEnd(step: (after: Position) => Promise<Position | undefined>): Promise<void> {
  let after: Position | undefined = { at: '', id: '' };
  while (after) {
    after = await step(after);
    if (after) await sleep(pauseMs);
  }
}

/** Repeats `step` until it changes fewer rows than a full step, with pauses, so that other queries do not wait long. */
async function repeatUntilDone(step: () => Promise<number>): Promise<void> {
  while ((await step()) === stepSize) await sleep(pauseMs);
}
