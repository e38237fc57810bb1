// An admin's settings for emails about new games, and the number of games that the next email will list.
import type {
  NotificationSettings,
  NotificationSettingsResponse,
} from '@cellar/contract/messages/notifications.ts';
import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { Clock } from '#platform/clock.ts';
import { countAnnounced, findLastNumber } from './digests/announced-games.repository.ts';
import { createDigestTimes } from './digests/digest-times.ts';
import { listReaderGroups } from './digests/digests.repository.ts';
import type { MailsService } from './emails/mails.service.ts';

interface Deps {
  longReads: Db;
  clock: Clock;
  settings: SettingsService;
  /** An IANA name. */
  timeZone: string;
  mails: MailsService;
}

export type NotificationSettingsService = ReturnType<typeof createNotificationSettings>;

export function createNotificationSettings({ longReads, clock, settings, timeZone, mails }: Deps) {
  const times = createDigestTimes(timeZone);

  async function get(): Promise<NotificationSettingsResponse> {
    const { emailFrequency, customMessage, pendingApprovalMails } = await settings.get();
    const nextDigestAt = times.nextAfter(emailFrequency, clock.now());
    return {
      emailFrequency,
      customMessage,
      pendingApprovalMails,
      timeZone,
      isDelivering: await mails.isDelivering(),
      nextDigestAt: nextDigestAt?.toISOString() ?? null,
      waitingGames: await countWaiting(emailFrequency),
    };
  }

  /**
   * Counts games that are not announced yet, plus those announced since the last digest or, for immediate emails, not sent yet.
   */
  async function countWaiting(frequency: EmailFrequency): Promise<number> {
    const since = times.lastBefore(frequency, clock.now())?.toISOString();
    const unsent = since ? 0 : await countUnsent();
    const { count } = await longReads
      .selectFrom('games')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('gameFiles').select('id').whereRef('gameFiles.gameId', '=', 'games.id')),
      )
      .where('isHidden', '=', 0)
      .where((eb) =>
        eb.or([
          eb('announcedAt', 'is', null),
          ...(since ? [eb('announcedNumber', 'is not', null).and('announcedAt', '>', since)] : []),
        ]),
      )
      .executeTakeFirstOrThrow();
    return Number(count) + unsent;
  }

  /** Immediate emails wait until no game has been added for a few minutes. */
  async function countUnsent(): Promise<number> {
    const through = await findLastNumber(longReads, clock.now().toISOString());
    if (through === undefined) return 0;
    const groups = await listReaderGroups(longReads, { frequency: 'immediate', before: through });
    const after = Math.min(through, ...groups.map((group) => group.after));
    return countAnnounced(longReads, { after, through });
  }

  return {
    get,

    async change(admin: { email: string }, changes: Partial<NotificationSettings>) {
      if (Object.keys(changes).length > 0) await settings.change(admin, changes);
      return get();
    },
  };
}
