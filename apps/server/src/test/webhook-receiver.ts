// A real HTTP server that receives webhooks. It keeps all requests, and can refuse, redirect, hang or answer without end.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../../test/waiting.ts';

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
