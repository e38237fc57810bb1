// What all admins hear of, and by which ways. Everything goes to the same admins: those who can log in.
//
// Webhooks also hear of uploads that have stopped (uploads/stopped-uploads.service.ts). Admins get no email about each page that
// somebody has closed.

import type { SettingsService } from '#admin/settings.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, hourMs, isoAt } from '#platform/clock.ts';
import type { MailsService } from './emails/mails.service.ts';
import type { EventData, WebhooksService } from './webhooks/webhooks.service.ts';

interface Deps {
  db: Db;
  mails: MailsService;
  webhooks: WebhooksService;
  publicUrl: string;
}

type EventWithWebhook = 'access_waiting' | 'backup_failed' | 'storage_low';

/** `tab`: the part of the admin page that the email leads to. */
const emails = {
  access_waiting: { kind: 'pendingApproval', tab: 'users' },
  backup_failed: { kind: 'backupFailed', tab: 'tools' },
  storage_low: { kind: 'storageLow', tab: 'tools' },
  /** Not told to webhooks: members read the chats that many of them post to. */
  threat_found: { kind: 'threatFound', tab: 'tools' },
} as const;

/** `values`: of the email, which is left out without them. `data`: of the webhooks' message. */
type News =
  | {
      [E in EventWithWebhook]: { event: E; values?: Record<string, string>; data: EventData[E] };
    }[EventWithWebhook]
  | { event: 'threat_found'; values: Record<string, string> };

export type AdminNews = ReturnType<typeof createAdminNews>;

export function createAdminNews({ db, mails, webhooks, publicUrl }: Deps) {
  return {
    /** Call `enqueue` in the transaction of the cause, and `deliverSoon` after the commit. */
    async prepare(news: News) {
      const { kind, tab } = emails[news.event];
      const { values } = news;
      const admins = values ? await listAdmins(db) : [];
      const url = `${publicUrl}/admin?tab=${tab}`;
      const prepared = await Promise.all(
        admins.map(({ id, email, name, language }) =>
          mails.prepare({ kind, to: email, userId: id, name, language, url, ...(values && { values }) }),
        ),
      );
      return {
        async enqueue(trx: Trx): Promise<void> {
          for (const mail of prepared) await mails.enqueue(trx, mail);
          if (news.event !== 'threat_found') await webhooks.enqueue(trx, news.event, news.data);
        },
        deliverSoon(): void {
          mails.deliverSoon();
          webhooks.deliverSoon();
        },
      };
    },
  };
}

function listAdmins(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language'])
    .where('role', '=', 'admin')
    .where('verifiedAt', 'is not', null)
    .where('approvedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .execute();
}

// Tells admins by email and webhooks when new accounts wait for approval, at most once an hour. The job is `run`.

interface PendingApprovalDeps {
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

export function createPendingApproval({ db, clock, settings, webhooks, adminNews }: PendingApprovalDeps) {
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
