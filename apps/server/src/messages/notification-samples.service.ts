// Samples of the email about new games: the preview on the page, and the test email to the admin who requests it.

import type {
  NotificationKind,
  NotificationPreview,
  NotificationSample,
} from '@cellar/contract/messages/notifications.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { notFound, refuseTooMany } from '#http/errors.ts';
import type { UsersService } from '#people/members/users.service.ts';
import { hourMs } from '#platform/durations.ts';
import { fill } from '#platform/mail/mail-words.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import type { DigestGame } from './digests/digest-mail.ts';
import { digestTexts } from './digests/digest-texts.ts';
import { createDigestWriter, type Digest, describeGames } from './digests/digest-writer.ts';
import type { ComposedMail, MailsService } from './emails/mails.service.ts';
import type { UnsubscribeService } from './unsubscribe.service.ts';

interface Deps {
  db: Db;
  settings: SettingsService;
  users: UsersService;
  mails: MailsService;
  unsubscribe: UnsubscribeService;
  limiter: RateLimiter;
  publicUrl: string;
}

const testsPerHour = 20;

const inventedGames = [
  { title: 'Harbour of Glass', year: '2031', developer: 'Sample Studio', platforms: ['Windows', 'Linux'] },
  { title: 'The Paper Fox', year: '2030', developer: 'Sample Brothers', platforms: ['Mac', 'Windows'] },
  { title: 'Night Train to Orla', year: '2029', developer: 'Sample & Daughter', platforms: ['Windows'] },
];

export type NotificationSamples = ReturnType<typeof createNotificationSamples>;

export function createNotificationSamples(deps: Deps) {
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
