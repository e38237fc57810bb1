// Tells admins by email and webhooks when new accounts wait for approval, at most once an hour. The job is `run`.

import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';
import type { AdminNews } from './admin-news.service.ts';
import type { WebhooksService } from './webhooks/webhooks.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  settings: SettingsService;
  webhooks: WebhooksService;
  adminNews: AdminNews;
}

/**
 * Leaves accounts verified more recently to the next run, because other transactions with earlier times may not be committed yet.
 */
const commitMs = 5000;

export function createPendingApproval({ db, clock, settings, webhooks, adminNews }: Deps) {
  return {
    async run(): Promise<void> {
      const { pendingApprovalMails, pendingApprovalTold: lastNotified } = await settings.get();
      const since = ignoreFuture(lastNotified, clock);
      if (since > isoAt(clock, -commitMs - hourMs)) return;
      const hasWebhook = await webhooks.isWanted('access_waiting');
      if (!pendingApprovalMails && !hasWebhook) return;
      const through = isoAt(clock, -commitMs);
      const { count, last } = await findPending(db, through);
      if (last === null || last <= since) return;
      const news = await adminNews.prepare({
        event: 'access_waiting',
        ...(pendingApprovalMails && { values: { count: String(count) } }),
        data: { count },
      });
      await db.transaction().execute(async (trx) => {
        // If two nodes run at once, only one of them replaces the setting.
        const change = { from: lastNotified, to: through };
        if (!(await settings.replace(trx, 'pendingApprovalTold', change))) return;
        await news.enqueue(trx);
      });
      news.deliverSoon();
    },
  };
}

/** Ignores a time in the future, which was written while the clock was wrong. */
function ignoreFuture(time: string, clock: Clock): string {
  return time > isoAt(clock) ? '' : time;
}

/** Counts the accounts that lack only approval, and finds the latest verification among them. */
async function findPending(db: Db, through: string): Promise<{ count: number; last: string | null }> {
  const { count, last } = await db
    .selectFrom('users')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('verifiedAt').as('last')])
    .where('verifiedAt', '<=', through)
    .where('approvedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), last };
}
