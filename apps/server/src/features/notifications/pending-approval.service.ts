// Tells admins by email and webhooks when new accounts wait for approval, at most once an hour. The job is `run`.

import type { Db } from '#db/schema.ts';
import type { MailsService, PreparedMail } from '#features/mails/mails.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { WebhooksService } from '#features/webhooks/webhooks.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';

interface Deps {
  db: Db;
  clock: Clock;
  settings: SettingsService;
  mails: MailsService;
  webhooks: WebhooksService;
  publicUrl: string;
}

/**
 * Leaves accounts verified more recently to the next run, because other transactions with earlier times may not be committed yet.
 */
const commitMs = 5000;

export function createPendingApproval({ db, clock, settings, mails, webhooks, publicUrl }: Deps) {
  async function prepareMails(count: number): Promise<PreparedMail[]> {
    const admins = await listAdmins(db);
    return Promise.all(
      admins.map(({ id, email, name, language }) =>
        mails.prepare({
          kind: 'pendingApproval',
          to: email,
          userId: id,
          name,
          language,
          url: `${publicUrl}/admin?tab=users`,
          values: { count: String(count) },
        }),
      ),
    );
  }

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
      const prepared = pendingApprovalMails ? await prepareMails(count) : [];
      if (prepared.length === 0 && !hasWebhook) return;
      await db.transaction().execute(async (trx) => {
        // If two nodes run at once, only one of them replaces the setting.
        const change = { from: lastNotified, to: through };
        if (!(await settings.replace(trx, 'pendingApprovalTold', change))) return;
        for (const mail of prepared) await mails.enqueue(trx, mail);
        await webhooks.enqueue(trx, 'access_waiting', { count });
      });
      mails.deliverSoon();
      webhooks.deliverSoon();
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
