// A reverse proxy that refuses large requests or ends long ones.
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

interface Limits {
  /** Of a request's body. A larger one is answered with 413. */
  maxBytes?: number;
  /** Of a request. A longer one is cut. */
  maxMs?: number;
  /** The speed at which bodies are read. */
  bytesPerMs?: number;
}

export async function openLimitingProxy(target: string, limits: Limits) {
  const { maxBytes = Number.POSITIVE_INFINITY, maxMs, bytesPerMs = Number.POSITIVE_INFINITY } = limits;
  const server = createServer((near, answer) => {
    const { method, url, headers } = near;
    const far = forward(new URL(url ?? '/', target), { method, headers: { ...headers } });
    const timer = maxMs && setTimeout(() => near.socket.destroy(), maxMs);
    near.on('close', () => clearTimeout(timer));
    answer.on('close', () => far.destroy());
    far.on('error', () => answer.writableEnded || answer.destroy());
    far.on('response', (response: IncomingMessage) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    let read = 0;
    const reading = new Transform({
      transform(piece: Buffer, _, done) {
        read += piece.length;
        // The rest is read too, because a reset could discard the answer on its way.
        if (read > maxBytes && !answer.writableEnded) answer.writeHead(413).end('Too large');
        if (read > maxBytes) done();
        else void sleep(piece.length / bytesPerMs).then(() => done(null, piece));
      },
    });
    near.pipe(reading).pipe(far);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
