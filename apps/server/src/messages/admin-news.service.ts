// What all admins hear of, and by which ways. Everything goes to the same admins: those who can log in.
//
// Webhooks also hear of uploads that have stopped (uploads/stopped-uploads.service.ts). Admins get no email about each page that
// somebody has closed.
import type { Db, Trx } from '#db/schema.ts';
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
