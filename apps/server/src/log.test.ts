// What gets into the log: every request at the level debug, and none of the secrets that addresses carry.
import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { createLog } from './log.ts';

it('has no secret of an address, wherever it stands', async () => {
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
