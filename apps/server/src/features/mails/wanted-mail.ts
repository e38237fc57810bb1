// Whether a mail is still wanted when it goes out. News may wait for days while the mail server is away, or for months until
// there is one; meanwhile readers switch it off, are suspended, or go. Used by the mails service.
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { type MailRow, newsKinds } from './mails.repository.ts';

/** What has waited for longer without any mail server is no news: all of it at once would be a flood. */
export const newsMs = 7 * 24 * 3600_000;

/** Any other mail is. */
export async function isStillWanted(
  { db, clock }: { db: Db; clock: Clock },
  { kind, userId, toAddress, filedAt, createdAt }: MailRow,
): Promise<boolean> {
  if (!newsKinds.includes(kind)) return true;
  if (filedAt !== null && createdAt < isoAt(clock, -newsMs)) return false;
  const reader = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', toAddress)
    .where('approvedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .where((eb) => (kind === 'digest' ? eb('emailNotifications', '=', 1) : eb('role', '=', 'admin')))
    .executeTakeFirst();
  return reader !== undefined;
}
