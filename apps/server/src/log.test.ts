import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { createLog } from './log.ts';

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
