import { endpoint } from '../endpoint.ts';
import { mailServer, mailServerBody, mailTestBody, mailTestResponse } from './mail-server.ts';

export const mailServerEndpoints = {
  getMailServer: endpoint({
    method: 'GET',
    path: '/api/admin/mail-server',
    access: 'admin',
    scope: 'session',
    summary: 'The mail server, without its password',
    response: mailServer,
  }),
  putMailServer: endpoint({
    method: 'PUT',
    path: '/api/admin/mail-server',
    access: 'admin',
    isSensitive: true,
    summary: 'Use this mail server from now on, on all nodes; 409 if the environment sets it',
    body: mailServerBody,
    response: mailServer,
  }),
  deleteMailServer: endpoint({
    method: 'DELETE',
    path: '/api/admin/mail-server',
    access: 'admin',
    isSensitive: true,
    summary: 'Use no mail server: emails wait in the outbox; 409 if the environment sets one',
    response: mailServer,
  }),
  testMailServer: endpoint({
    method: 'POST',
    path: '/api/admin/mail-server/test',
    access: 'admin',
    isSensitive: true,
    summary: 'Send an email to yourself through these settings, which need not be saved, or through SMTP_URL',
    body: mailTestBody,
    response: mailTestResponse,
  }),
};
