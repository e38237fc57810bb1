// What all admins hear of: by email, from webhooks, and from the bell with its push messages. Everything goes to the same admins: those
// who can log in.

import type { WebhookEvent } from '@cellar/contract/messages/rules/webhooks.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, hourMs, isoAt, skewMs } from '#platform/clock.ts';
import type { AlertsService } from './alerts/alerts.service.ts';
import type { MailKind } from './emails/mail-texts.ts';
import type { MailsService } from './emails/mails.service.ts';
import { nameOfUpload } from './webhooks/message.ts';
import type { EventData, WebhooksService } from './webhooks/webhooks.service.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'publicUrl'> {
  settings: SettingsService;
  mails: MailsService;
  webhooks: WebhooksService;
  alerts: AlertsService;
}

type AdminEvent = Exclude<WebhookEvent, 'new_games' | 'game_requested'>;
type News = { [E in AdminEvent]: { event: E; data: EventData[E] } }[AdminEvent];

/** Whose disk is nearly full. */
type Part = EventData['storage_low']['part'];

interface Ways {
  mail: MailKind;
  /** The part of the admin page that the email leads to. */
  tab: string;
  /** How long admins hear no more of the same. Without it, each call tells them. */
  pauseMs?: number;
}

const events: Record<AdminEvent, Ways> = {
  access_waiting: { mail: 'pendingApproval', tab: 'users', pauseMs: hourMs },
  upload_failed: { mail: 'uploadFailed', tab: 'games', pauseMs: hourMs },
  backup_failed: { mail: 'backupFailed', tab: 'tools&section=backups' },
  storage_low: { mail: 'storageLow', tab: 'tools&section=storage', pauseMs: dayMs },
  threat_found: { mail: 'threatFound', tab: 'tools&section=files', pauseMs: hourMs },
};

export type AdminNews = ReturnType<typeof createAdminNews>;

export function createAdminNews({ db, clock, settings, mails, webhooks, alerts, publicUrl }: Deps) {
  /** Ignores a time that was noted while the clock was ahead. */
  const pastOnly = (time = '') => (time > isoAt(clock, skewMs) ? '' : time);

  return {
    /**
     * Tells all admins, unless they have heard of the same a short time ago, and returns whether it did. `at`: when the caller found out.
     */
    async tell(news: News, at = isoAt(clock)): Promise<boolean> {
      const { event, data } = news;
      const { adminsTold: from } = await settings.get();
      const [subject, { mail: kind, tab, pauseMs }] = [subjectOf(event, data), events[event]];
      if (pauseMs !== undefined && pastOnly(from[subject]) > isoAt(clock, -pauseMs)) return false;
      const admins = await listAdmins(db);
      const mail = { kind, url: `${publicUrl}/admin?tab=${tab}`, values: valuesOf(news) };
      const prepared = await Promise.all(
        admins.map(({ id, email, ...admin }) => mails.prepare({ ...admin, ...mail, to: email, userId: id })),
      );
      const isTold = await db.transaction().execute(async (trx) => {
        // If two nodes tell at once, only one of them replaces the setting.
        const change = { from, to: { ...from, [subject]: at } };
        if (pauseMs !== undefined && !(await settings.replace(trx, 'adminsTold', change))) return false;
        for (const mail of prepared) await mails.enqueue(trx, mail);
        await webhooks.enqueue(trx, event, data);
        // The bell counts accounts that wait when it is read.
        if (event === 'access_waiting') return true;
        const ids = admins.map(({ id }) => id);
        await alerts.add(trx, ids, { kind: event, subject, data });
        return true;
      });
      if (isTold) {
        mails.deliverSoon();
        webhooks.deliverSoon();
      }
      return isTold;
    },

    /** Call this when the trouble has ended, so that the next one is told at once. */
    async end(event: 'storage_low', part: Part): Promise<void> {
      const { adminsTold: from } = await settings.get();
      const { [subjectOf(event, { part })]: told, ...to } = from;
      if (told === undefined) return;
      await db.transaction().execute((trx) => settings.replace(trx, 'adminsTold', { from, to }));
    },

    /** Records that what exists at `at` is not news. */
    async skip(event: AdminEvent, at: string): Promise<void> {
      const { adminsTold: from } = await settings.get();
      const to = { ...from, [event]: at };
      await db.transaction().execute((trx) => settings.replace(trx, 'adminsTold', { from, to }));
    },

    /**
     * Returns the span of which admins have not been told, up to `ms` ago. `after` is empty at first, and if the clock was ahead when they
     * were told. Pass `at` to `tell` or `skip`.
     */
    async untold(event: AdminEvent, ms: number): Promise<{ after: string; through: string; at: string }> {
      const at = isoAt(clock);
      const { [event]: noted = '' } = (await settings.get()).adminsTold;
      const told = noted > at ? '' : noted;
      const before = (time: string) => new Date(Date.parse(time) - ms).toISOString();
      return { after: told && before(told), through: before(at), at };
    },
  };
}

/** Names what is told once: an event, or the part that it is about. */
function subjectOf(event: AdminEvent, data: object): string {
  return 'part' in data ? `${event} ${data.part}` : event;
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

/** The values of the email's placeholders. */
function valuesOf({ event, data }: News): Record<string, string> {
  switch (event) {
    case 'access_waiting':
      return { count: String(data.count) };
    case 'upload_failed':
      return { list: listOf(data.uploads.map(nameOfUpload), data.count) };
    case 'backup_failed':
      return { reason: data.reason };
    case 'storage_low':
      return { free: formatBytes(data.freeBytes) };
    case 'threat_found': {
      const names = data.findings.map(({ title, file, threat }) => `${title} (${file}): ${threat}`);
      return { list: listOf(names, data.count) };
    }
  }
}

function listOf(names: string[], count: number): string {
  return names.join('; ') + (count > names.length ? '; …' : '');
}

// Tells admins when new accounts wait for approval. The job is `run`.

interface PendingApprovalDeps {
  db: Db;
  adminNews: AdminNews;
}

/**
 * Leaves accounts verified more recently to the next run, because other transactions with earlier times may not be committed yet.
 */
const commitMs = 5000;

export function createPendingApproval({ db, adminNews }: PendingApprovalDeps) {
  return {
    async run(): Promise<void> {
      const { after, through, at } = await adminNews.untold('access_waiting', commitMs);
      const { count, last } = await findPending(db, through);
      if (last !== null && last > after)
        await adminNews.tell({ event: 'access_waiting', data: { count } }, at);
    },
  };
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
