import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import {
  deliveriesQuery,
  newWebhookBody,
  webhook,
  webhookBody,
  webhookDeliveries,
  webhookDelivery,
  webhooks,
} from './webhooks.ts';

export const webhooksEndpoints = {
  listWebhooks: endpoint({
    method: 'GET',
    path: '/api/admin/webhooks',
    access: 'admin',
    summary: 'Webhooks with their last delivery, but without their addresses and secrets',
    response: webhooks,
  }),
  addWebhook: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks',
    access: 'admin',
    scope: 'session',
    summary: 'Add a webhook, at most 20',
    body: newWebhookBody,
    response: webhook,
    status: 201,
  }),
  changeWebhook: endpoint({
    method: 'PUT',
    path: '/api/admin/webhooks/:id',
    access: 'admin',
    scope: 'session',
    summary: 'Change a webhook; turning it off gives up what it has not delivered yet',
    params: idParams,
    body: webhookBody,
    response: webhook,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/api/admin/webhooks/:id',
    access: 'admin',
    summary: 'Delete a webhook with its log',
    params: idParams,
    response: done,
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks/:id/test',
    access: 'admin',
    summary: 'Send a test message now; the response says how that went',
    params: idParams,
    response: webhookDelivery,
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: '/api/admin/webhooks/:id/deliveries',
    access: 'admin',
    summary: 'The deliveries of a webhook in the last 30 days, newest first',
    params: idParams,
    query: deliveriesQuery,
    response: webhookDeliveries,
  }),
  retryWebhookDelivery: endpoint({
    method: 'POST',
    path: '/api/admin/webhook-deliveries/:id/retry',
    access: 'admin',
    summary: 'Deliver again what has failed or waits',
    params: idParams,
    response: done,
  }),
};
