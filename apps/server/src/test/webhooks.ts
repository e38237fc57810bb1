// For tests of webhooks: adds one through the API, and lists its deliveries.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@cellar/contract/api.ts';
import type { WebhookDelivery } from '@cellar/contract/messages/webhooks.endpoints.ts';
import { expect } from 'vitest';
import { eventually } from '../../../../test/waiting.ts';
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

// A real HTTP server that receives webhooks. It keeps all requests, and can refuse, redirect, hang or answer without end.

export interface ReceivedWebhook {
  path: string;
  headers: Record<string, string | undefined>;
  /** The body as it arrived. */
  raw: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: every format has a different shape, which the test asserts
  body: any;
}

type Respond = Parameters<RequestListener>[1];

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** How requests are answered from now on. */
  respond: (response: Respond) => void;
  /** Waits until there are this many requests, and returns the last one. */
  next(count?: number): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

export function answerWith(status: number, headers: Record<string, string> = {}, body = '') {
  return (response: Respond) => void response.writeHead(status, headers).end(body);
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const raw = Buffer.concat(pieces);
      const headers = request.headers as ReceivedWebhook['headers'];
      received.push({ path: request.url ?? '', headers, raw, body: JSON.parse(raw.toString()) });
      receiver.respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respond: answerWith(204),
    next: (count = received.length || 1) =>
      eventually(() => {
        const last = received[count - 1];
        if (!last) throw new Error(`${received.length} of ${count} requests have arrived`);
        return last;
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
