// The outbox, for admins.
import type { Router } from '#http/route.ts';
import type { MailServerService } from '../mail-server/mail-server.service.ts';
import type { MailServerTest } from '../mail-server/mail-server-test.service.ts';
import type { MailsService } from './mails.service.ts';

export function mailsRoutes(router: Router, mails: MailsService): void {
  router.mount('listOutbox', async ({ query }) => mails.list(query));
  router.mount('readMail', async ({ params }) => mails.read(params.id));
  router.mount('retryMail', async ({ params }) => {
    await mails.retry(params.id);
    mails.deliverSoon();
    return { message: 'The email will be sent' };
  });
}

interface Deps {
  mailServer: MailServerService;
  mailServerTest: MailServerTest;
  mails: MailsService;
}

export function mailServerRoutes(router: Router, { mailServer, mailServerTest, mails }: Deps): void {
  router.mount('getMailServer', () => mailServer.get());

  router.mount('putMailServer', async ({ body, member }) => {
    await mailServer.put(member, body);
    await mails.retryWaiting();
    return mailServer.get();
  });

  router.mount('deleteMailServer', async ({ member }) => {
    await mailServer.remove(member);
    // From now on, waiting emails are files in the outbox folder.
    mails.deliverSoon();
    return mailServer.get();
  });

  router.mount('testMailServer', ({ body, member }) => mailServerTest.run(member, body.server));
}
