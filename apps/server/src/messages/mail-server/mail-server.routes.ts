import type { Router } from '#http/route.ts';
import type { MailsService } from '../emails/mails.service.ts';
import type { MailServerService } from './mail-server.service.ts';
import type { MailServerTest } from './mail-server-test.service.ts';

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
