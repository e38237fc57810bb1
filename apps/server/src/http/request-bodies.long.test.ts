// Bodies that arrive one byte at a time. These tests wait for the real time limits of half a minute.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp();

/** Reads the response until the server closes the connection. */
async function trickle(head: string[]): Promise<string> {
  const { host, port, hostname } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `${[head[0], `Host: ${host}`, 'Content-Length: 60000', ...head.slice(1)].join('\r\n')}\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write(' '), 500);
  socket.on('error', () => undefined);
  return text(socket)
    .catch(() => '')
    .finally(() => clearInterval(timer));
}

describe('a body that arrives slowly', () => {
  it('of a JSON request is answered with 408', async () => {
    const answer = await trickle(['POST /api/users/login HTTP/1.1', 'Content-Type: application/json']);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });

  it('of a refused upload is not read forever', async () => {
    const answer = await trickle([
      'POST /api/games HTTP/1.1',
      'Content-Type: multipart/form-data; boundary=x',
    ]);
    // The response is complete, which means that the server has closed the connection.
    expect(answer).toMatch(/^$|^HTTP\/1\.1 401 /);
  });
});
