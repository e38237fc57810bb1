// Sends a test email to the admin who asks for it.

import type { MailServerChange, MailTest } from '@cellar/contract/messages/emails.endpoints.ts';
import type { Member } from '#http/access.ts';
import { notFound, refuseTooMany } from '#http/errors.ts';
import type { UsersService } from '#people/members/users.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import type { MailsService } from '../emails/mails.service.ts';
import type { MailServerService } from './mail-server.service.ts';

interface Deps extends Pick<Base, 'db' | 'limiter' | 'publicUrl'> {
  users: UsersService;
  mails: MailsService;
  mailServer: MailServerService;
}

const testsPerHour = 60;

export type MailServerTest = ReturnType<typeof createMailServerTest>;

export function createMailServerTest({ db, users, limiter, mails, mailServer, publicUrl }: Deps) {
  return {
    /** Does not use the outbox, whose answer comes later. @throws AppError too_many_requests, validation_failed */
    async run(admin: Member, change?: MailServerChange): Promise<MailTest> {
      const key = `mail-test:${admin.id}`;
      refuseTooMany(await limiter.count([{ key, max: testsPerHour, windowMs: hourMs }]));
      const user = await users.find(db, admin.id);
      if (!user) throw notFound('Account');
      const { email: to, name, language } = user;
      const mail = await mails.render({ kind: 'mailTest', to, name, language, url: publicUrl });
      return mailServer.test(mail, change);
    },
  };
}
