import { connect } from 'node:net';
import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { createLog } from './log.ts';

it.each([
  '/api/feeds/SECRET/',
  '//api/feeds/SECRET',
  '/API/Feeds/SECRET',
  '/api/feeds/SECRET/%ZZ',
  '/api/feeds/SECRET%ZZ',
  '/api/users/verify/x/SECRET',
])('omits long parts of addresses that no route matches: %s', async (path) => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const app = await buildApp({ log });
  const secret = 'k3J9-secret_of_a_feed-0Xy7Zq';
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  // Not by fetch, which would change some of these addresses.
  socket.write(
    `GET ${path.replace('SECRET', secret)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  for await (const _ of socket);
  await app.close();
  const text = lines.join('');
  expect(text).toContain('"url":"/');
  expect(text).not.toContain(secret);
});

it('omits the secrets in the query and the path of addresses', async () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const app = await buildApp({ log });
  const params = { token: 'the-secret' };
  await app.visitor.call(api.getUnsubscribe, { params });
  await app.visitor.call(api.postUnsubscribe, { params });
  await app.visitor.call(api.verifyEmail, { params });
  await app.visitor.fetch('/api/games/some-game/download/Windows?ticket=the-secret');
  await app.close();
  const text = lines.join('');
  expect(text).toContain('/api/notifications/unsubscribe/:token');
  expect(text).toContain('/api/games/some-game/download/Windows');
  expect(text).not.toContain('the-secret');
});
