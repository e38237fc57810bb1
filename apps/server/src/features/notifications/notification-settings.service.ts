// How and when members are told of new games, as an admin sets it, and what waits to be told.
import type { NotificationSettings, NotificationSettingsResponse } from '@cellar/contract/notifications.ts';
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { Clock } from '#platform/clock.ts';
import { createDigestTimes } from './digests/digest-times.ts';
import { listReaders } from './digests/digests.repository.ts';
import { countNews, findLastNumber } from './digests/news.repository.ts';

interface Deps {
  longReads: Db;
  clock: Clock;
  settings: SettingsService;
  /** IANA name. */
  timeZone: string;
  /** A mail server is configured. */
  isDelivering: boolean;
}

export type NotificationSettingsService = ReturnType<typeof createNotificationSettings>;

export function createNotificationSettings({ longReads, clock, settings, timeZone, isDelivering }: Deps) {
  const times = createDigestTimes(timeZone);

  async function get(): Promise<NotificationSettingsResponse> {
    const { emailFrequency, customMessage, pendingApprovalMails } = await settings.get();
    const nextDigestAt = times.nextAfter(emailFrequency, clock.now());
    return {
      ...{ emailFrequency, customMessage, pendingApprovalMails, timeZone, isDelivering },
      nextDigestAt: nextDigestAt?.toISOString() ?? null,
      waitingGames: await countWaiting(emailFrequency),
    };
  }

  /** Games not announced yet, and those announced since the last digest or, where emails go out immediately, not sent yet. */
  async function countWaiting(frequency: EmailFrequency): Promise<number> {
    const since = times.lastBefore(frequency, clock.now())?.toISOString();
    const unsent = since ? 0 : await countUnsent();
    const { count } = await longReads
      .selectFrom('games')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('gameFiles').select('id').whereRef('gameFiles.gameId', '=', 'games.id')),
      )
      .where((eb) =>
        eb.or([
          eb('announcedAt', 'is', null),
          ...(since ? [eb('announcedNumber', 'is not', null).and('announcedAt', '>', since)] : []),
        ]),
      )
      .executeTakeFirstOrThrow();
    return Number(count) + unsent;
  }

  /** Announced games wait until nothing more has been added for some minutes. */
  async function countUnsent(): Promise<number> {
    const through = await findLastNumber(longReads, clock.now().toISOString());
    if (through === undefined) return 0;
    const readers = await listReaders(longReads, { frequency: 'immediate', before: through });
    const after = Math.min(through, ...readers.map((reader) => reader.after));
    return countNews(longReads, { after, through });
  }

  return {
    get,

    async change(admin: { email: string }, changes: Partial<NotificationSettings>) {
      if (Object.keys(changes).length > 0) await settings.change(admin, changes);
      return get();
    },
  };
}
