// Tells admins that somebody waits for approval: at most one mail an hour to each, and only when somebody new waits. The job
// is `run`.

import type { Db } from '#db/schema.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';

interface Deps {
  db: Db;
  clock: Clock;
  settings: SettingsService;
  mails: MailsService;
  publicUrl: string;
}

/** Who was verified later than this before a look is left to the next one: the transaction of it may not be over. */
const settledMs = 5000;

export function createPendingApproval({ db, clock, settings, mails, publicUrl }: Deps) {
  return {
    async run(): Promise<void> {
      const { pendingApprovalMails, pendingApprovalTold: told } = await settings.get();
      if (!pendingApprovalMails || isWithinTheHour(told, clock)) return;
      const through = isoAt(clock, -settledMs);
      const { count, last } = await findWaiting(db, through);
      if (last === null || last <= pastOf(told, clock)) return;
      const url = `${publicUrl}/admin?tab=users`;
      const prepared = await Promise.all(
        (await listAdmins(db)).map(({ id, email, name, language }) =>
          mails.prepare({
            ...{ kind: 'pendingApproval', to: email, userId: id, name, language, url },
            values: { count: String(count) },
          }),
        ),
      );
      if (prepared.length === 0) return;
      await db.transaction().execute(async (trx) => {
        // Of two nodes at once one gets the hour.
        if (!(await settings.replace(trx, 'pendingApprovalTold', { from: told, to: through }))) return;
        for (const mail of prepared) await mails.enqueue(trx, mail);
      });
      mails.deliverSoon();
    },
  };
}

/** A moment in the future is of a clock that was wrong: it does not count. */
function pastOf(moment: string, clock: Clock): string {
  return moment > isoAt(clock) ? '' : moment;
}

function isWithinTheHour(told: string, clock: Clock): boolean {
  return pastOf(told, clock) > isoAt(clock, -settledMs - hourMs);
}

/** Accounts that only lack approval, and when the last of them came to that. */
async function findWaiting(db: Db, through: string): Promise<{ count: number; last: string | null }> {
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
