// The outbox, for admins.
import type { Router } from '#http/route.ts';
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
