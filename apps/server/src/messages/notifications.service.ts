// An admin's settings for emails about new games, and the number of games that the next email will list.

import type {
  NotificationKind,
  NotificationPreview,
  NotificationSample,
  NotificationSettings,
  NotificationSettingsResponse,
} from '@cellar/contract/messages/emails.endpoints.ts';
import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import { countRows } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { notFound, refuseTooMany } from '#http/errors.ts';
import type { UsersService } from '#people/members/users.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import { fill } from '#platform/mail/mail-words.ts';
import { countAnnounced, findLastNumber } from './digests/announcements.repository.ts';
import { digestTexts } from './digests/digest-texts.ts';
import { createDigestWriter, type Digest, type DigestGame, describeGames } from './digests/digest-writer.ts';
import { listReaderGroups } from './digests/digests.repository.ts';
import { createDigestTimes } from './digests/digests.service.ts';
import type { ComposedMail, MailsService } from './emails/mails.service.ts';
import type { UnsubscribeService } from './unsubscribe.service.ts';

interface Deps extends Pick<Base, 'longReads' | 'clock'> {
  settings: SettingsService;
  /** An IANA name. */
  timeZone: string;
  mails: MailsService;
}

export type NotificationSettingsService = ReturnType<typeof createNotificationSettings>;

export function createNotificationSettings({ longReads, clock, settings, timeZone, mails }: Deps) {
  const times = createDigestTimes(timeZone);

  async function get(): Promise<NotificationSettingsResponse> {
    const { emailFrequency, customMessage } = await settings.get();
    const nextDigestAt = times.nextAfter(emailFrequency, clock.now());
    return {
      emailFrequency,
      customMessage,
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
    const waiting = longReads
      .selectFrom('games')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('gameFiles').select('id').whereRef('gameFiles.gameId', '=', 'games.id')),
      )
      .where('isHidden', '=', 0)
      .where((eb) =>
        eb.or([
          eb('announcedAt', 'is', null),
          ...(since ? [eb('announcedNumber', 'is not', null).and('announcedAt', '>', since)] : []),
        ]),
      );
    return (await countRows(waiting)) + unsent;
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

// Samples of the email about new games: the preview on the page, and the test email to the admin who requests it.

interface NotificationSamplesDeps extends Pick<Base, 'db' | 'limiter' | 'publicUrl'> {
  settings: SettingsService;
  users: UsersService;
  mails: MailsService;
  unsubscribe: UnsubscribeService;
}

const testsPerHour = 20;

const inventedGames = [
  { title: 'Harbour of Glass', year: '2031', developer: 'Sample Studio', platforms: ['Windows', 'Linux'] },
  { title: 'The Paper Fox', year: '2030', developer: 'Sample Brothers', platforms: ['Mac', 'Windows'] },
  { title: 'Night Train to Orla', year: '2029', developer: 'Sample & Daughter', platforms: ['Windows'] },
];

export type NotificationSamples = ReturnType<typeof createNotificationSamples>;

export function createNotificationSamples(deps: NotificationSamplesDeps) {
  const { db, settings, users, mails, unsubscribe, limiter, publicUrl } = deps;

  /** Writes the email in the form in which this admin would get it. */
  async function write(admin: Member, { kind, customMessage }: NotificationSample): Promise<ComposedMail> {
    const user = await users.find(db, admin.id);
    if (!user) throw notFound('Account');
    const { siteName, customMessage: saved, emailFrequency: frequency } = await settings.get();
    const digest = await sampleDigest(db, { kind, language: user.language, publicUrl });
    const writer = createDigestWriter({
      db,
      unsubscribe,
      publicUrl,
      customMessage: customMessage ?? saved,
      site: siteName,
    });
    return writer.write(digest, user, { language: user.language, frequency });
  }

  return {
    async preview(admin: Member, request: NotificationSample): Promise<NotificationPreview> {
      const { subject, html, pictures = [] } = await write(admin, request);
      return { subject, html: await mails.embedPictures(html, pictures) };
    },

    /** @throws AppError too_many_requests */
    async sendTest(admin: Member, request: NotificationSample): Promise<void> {
      const key = `digest-test:${admin.id}`;
      refuseTooMany(await limiter.count([{ key, max: testsPerHour, windowMs: hourMs }]));
      const mail = await write(admin, request);
      await mails.enqueue(db, mails.compose({ ...mail, kind: 'digestTest' }));
      mails.deliverSoon();
    },
  };
}

interface SampleOptions {
  kind: NotificationKind;
  language: Language;
  publicUrl: string;
}

/** Returns the newest games of the library, and adds invented ones if there are too few for this kind of email. */
async function sampleDigest(db: Db, { kind, language, publicUrl }: SampleOptions): Promise<Digest> {
  const max = kind === 'single' ? 1 : limits.gamesInBatchPreview;
  const { games, pictures } = await describeGames(db, await listNewest(db, max), publicUrl);
  const min = kind === 'single' ? 1 : 2;
  const samples = games.length < min ? inventGames(language, publicUrl).slice(games.length, max) : [];
  return { games: [...games, ...samples], pictures, moreCount: 0 };
}

function inventGames(language: Language, publicUrl: string): DigestGame[] {
  const { sample, sampleSummary } = digestTexts[language];
  return inventedGames.map(({ title, ...facts }) => ({
    ...facts,
    title: fill(sample, { title }),
    url: `${publicUrl}/games`,
    summary: sampleSummary,
  }));
}

function listNewest(db: Db, limit: number) {
  return db
    .selectFrom('games')
    .select(['id', 'title', 'boxArt', 'releaseDate', 'developer', 'description'])
    .where('isHidden', '=', 0)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
