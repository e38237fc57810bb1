// For tests of webhooks: adds one through the API, and lists its deliveries.
import { api } from '@cellar/contract/api.ts';
import type { WebhookDelivery } from '@cellar/contract/messages/webhooks.ts';
import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';

export const signingSecret = 'a-signing-secret-of-29-letters';

export function webhookBody(address: string, changes: object = {}) {
  return {
    ...{ name: 'Sample', format: 'json', address, secret: signingSecret },
    ...{ events: ['backup_failed'], language: 'en', isEnabled: true, ...changes },
  };
}

/** Returns the id. */
export async function addWebhook(admin: Client, address: string, changes: object = {}): Promise<string> {
  const { status, body } = await admin.call(api.addWebhook, { json: webhookBody(address, changes) });
  expect([status, body.issues]).toEqual([201, undefined]);
  return body._id;
}

export async function deliveriesOf(admin: Client, id: string): Promise<WebhookDelivery[]> {
  return (await admin.call(api.listWebhookDeliveries, { params: { id } })).body.deliveries;
}

/** Enqueues an event as its cause does, without delivering it. */
export function happen({ services }: TestApp, reason = 'The disk is full.'): Promise<void> {
  return services.database.db
    .transaction()
    .execute((trx) => services.webhooks.enqueue(trx, 'backup_failed', { reason }));
}
