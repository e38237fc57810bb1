import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { formOf } from '#test/sample-upload.ts';
import { readMultipart } from './request-bodies.ts';

it('the server removes the time limit of the connection once the form is complete', async () => {
  const limits: (number | undefined)[] = [];
  const server = createServer(async (request, response) => {
    await readMultipart(request, {
      readmit: async () => undefined,
      fileField: 'file',
      onFile: async ({ stream, form }) => {
        limits.push(request.socket.timeout);
        stream.resume();
        await form;
        await setImmediate();
        limits.push(request.socket.timeout);
      },
    });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const body = formOf([['file', Buffer.alloc(1000)]]);
  await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).text();
  expect(limits).toEqual([120_000, 0]);
  server.closeAllConnections();
  server.close();
});
