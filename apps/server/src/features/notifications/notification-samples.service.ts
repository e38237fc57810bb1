// The mail about new games before it is sent: as a preview in the page, and as a test mail to the admin who asks.

import type { NotificationKind, NotificationPreview } from '@cellar/contract/notifications.ts';
import type { Db } from '#db/schema.ts';
import type { ComposedMail, MailsService } from '#features/mails/mails.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { UsersService } from '#features/users/users.service.ts';
import type { Member } from '#http/access.ts';
import { notFound, refuseTooMany } from '#http/errors.ts';
import { hourMs } from '#platform/durations.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { createDigestWriter } from './digests/digest-writer.ts';
import { sampleDigest } from './sample-digest.ts';
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

interface Wanted {
  kind: NotificationKind;
  /** In place of the saved one. */
  customMessage?: string | undefined;
}

const testsAnHour = 20;

export type NotificationSamples = ReturnType<typeof createNotificationSamples>;

export function createNotificationSamples(deps: Deps) {
  const { db, settings, users, mails, unsubscribe, limiter, publicUrl } = deps;

  /** As this admin would get it. */
  async function write(admin: Member, wanted: Wanted): Promise<ComposedMail> {
    const user = await users.find(db, admin.id);
    if (!user) throw notFound('Account');
    const { siteName, customMessage: saved, emailFrequency: frequency } = await settings.get();
    const customMessage = wanted.customMessage ?? saved;
    const digest = await sampleDigest(db, { kind: wanted.kind, language: user.language, publicUrl });
    const writer = createDigestWriter({ db, unsubscribe, publicUrl, customMessage, site: siteName });
    return writer.write(digest, user, { language: user.language, frequency });
  }

  return {
    async preview(admin: Member, wanted: Wanted): Promise<NotificationPreview> {
      const { subject, html, pictures = [] } = await write(admin, wanted);
      return { subject, html: await mails.putPicturesInside(html, pictures) };
    },

    /** @throws AppError too_many_requests */
    async sendTest(admin: Member, wanted: Wanted): Promise<void> {
      const key = `digest-test:${admin.id}`;
      refuseTooMany(await limiter.take([{ key, max: testsAnHour, windowMs: hourMs }]));
      const mail = await write(admin, wanted);
      await mails.enqueue(db, mails.compose({ ...mail, kind: 'digestTest' }));
      mails.deliverSoon();
    },
  };
}
