// What the way to the games weighs: all scripts a new member's browser loads, from the login page until the games stand
// there, as gzip. Design section 8 allows under 200 KB.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { admin, member, useSite } from './support/site.ts';
import { logIn, seen } from './support/steps.ts';

const allowedBytes = 200_000;

describe('the way to the games', () => {
  const site = useSite();

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    await (await site.api(admin)).addGame(await smallGame(site.folder, 'tux.zip'), 'SuperTux', 'Linux');
  });

  it(`loads less than ${allowedBytes / 1000} KB of scripts`, async () => {
    const { page } = await site.visit();
    const scripts = weighScripts(page);
    await logIn(page, member);
    await seen(page.getByRole('link', { name: 'SuperTux' }));
    await page.waitForLoadState('networkidle');
    const weights = (await Promise.all(scripts)).sort((a, b) => b.bytes - a.bytes);
    const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
    const largest = weights.slice(0, 8).map(({ name, bytes }) => `${bytes} ${name}`);
    expect(weights.length).toBeGreaterThan(2);
    expect(total, `${total} bytes in all; the largest:\n${largest.join('\n')}\n`).toBeLessThan(allowedBytes);
  });
});

function weighScripts(page: Page): Promise<{ name: string; bytes: number }>[] {
  const scripts: Promise<{ name: string; bytes: number }>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const weigh = async () => ({
      name: pathname,
      bytes: gzipSync(await response.body(), { level: 9 }).length,
    });
    scripts.push(weigh());
  });
  return scripts;
}
