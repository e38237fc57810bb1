import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { api } from '@cellar/contract/api.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  app = await buildApp({
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
});
afterAll(() => app.close());

async function sendRaw(request: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(request);
  return text(socket);
}

it('the server refuses a request with two Host headers', async () => {
  const answer = await sendRaw('GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"malformed_request"');
});

it.each([{ length: { toString: 1 } }, { length: 3, trim: 'x' }, [{ length: { valueOf: 1 } }]])(
  'the server refuses %j where a string is expected',
  async (value) => {
    const { status, body } = await app.visitor.call(api.login, {
      json: { email: 'a@b.example', password: value },
    });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  },
);

it('the server answers a wrong password with a challenge, like a missing session', async () => {
  const wrong = await app.visitor.call(api.login, { json: { email: 'a@b.example', password: 'wrong' } });
  const missing = await app.visitor.call(api.me);
  for (const { status, headers } of [wrong, missing]) {
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  }
});

it('the server redirects without logging an error', async () => {
  const answer = await app.visitor.fetch('/api/notifications/unsubscribe/x', {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/unsubscribe?token=x']);
  expect(logged).toEqual([]);
});
