import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { createLog } from '#start/log.ts';
import { buildApp } from '#test/build-app.ts';
import { fromAddress } from '#test/logins.ts';

it.each([
  ['once', 'off', 1],
  ['not', '1', 0],
])('warns %s of a proxy with TRUST_PROXY=%s', async (_, TRUST_PROXY, times) => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const app = await buildApp({ log, env: { TRUST_PROXY } });
  const warnings = () => lines.filter((line) => line.includes('TRUST_PROXY')).length;
  await app.visitor.call(api.site);
  expect(warnings(), 'without the header').toBe(0);
  for (let count = 0; count < 3; count += 1) await app.visitor.call(api.site, fromAddress('203.0.113.1'));
  expect(warnings()).toBe(times);
  await app.close();
});
