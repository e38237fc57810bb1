import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { mailContent, outbox, outboxQuery } from './outbox.ts';

export const outboxEndpoints = {
  listOutbox: endpoint({
    method: 'GET',
    path: '/api/admin/outbox',
    access: 'admin',
    summary: 'Outgoing mails, newest first',
    query: outboxQuery,
    response: outbox,
  }),
  readMail: endpoint({
    method: 'GET',
    path: '/api/admin/outbox/:id',
    access: 'admin',
    isSensitive: true,
    summary: 'One mail with its text, as long as the text is readable',
    params: idParams,
    response: mailContent,
  }),
  retryMail: endpoint({
    method: 'POST',
    path: '/api/admin/outbox/:id/retry',
    access: 'admin',
    summary: 'Try to deliver a mail now',
    params: idParams,
    response: done,
  }),
};
