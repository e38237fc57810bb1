// Checks before sending whether a notification is still wanted. It may have waited for days, or for months without a mail server.
// In the meantime, its recipient may have unsubscribed, been suspended or left.
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { type MailRow, notificationKinds } from './mails.repository.ts';

/** Older notifications are not sent. Otherwise a mail server configured later would send all of them at once. */
export const notificationLifeMs = 7 * dayMs;

/** Returns true for every email that is not a notification. */
export async function isStillWanted(
  { db, clock }: { db: Db; clock: Clock },
  { kind, userId, toAddress, filedAt, createdAt }: MailRow,
): Promise<boolean> {
  if (!notificationKinds.includes(kind)) return true;
  if (filedAt !== null && createdAt < isoAt(clock, -notificationLifeMs)) return false;
  const recipient = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', toAddress)
    .where('approvedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .where((eb) => {
      if (kind === 'pendingApproval') return eb('role', '=', 'admin');
      return eb(kind === 'digest' ? 'emailNotifications' : 'requestMails', '=', 1);
    })
    .executeTakeFirst();
  return recipient !== undefined;
}
