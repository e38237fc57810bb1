// The size of all scripts that a new member's browser loads from the login page to the list of games, as gzip, in every
// language.
import { gzipSync } from 'node:zlib';
import { languages } from '@cellar/contract/people/accounts.ts';
import type { Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { quiet } from './support/quiet.ts';
import { admin, member, useSite } from './support/site.ts';
import { seen } from './support/steps.ts';

/**
 * In bytes: from the login on, and for the games page alone with an existing session, in every language, because each page loads
 * the texts of one language only. Both include what must be there before the connection is lost: toasts, and what they say.
 */
const allowed = { login: 197_000, page: 190_000 };

describe('the scripts of the games page', () => {
  const site = useSite();

  beforeAll(async () => {
    await (await site.api(admin)).addGame(await smallGame(site.folder, 'tux.zip'), 'SuperTux', 'Linux');
  });

  it.each(languages)('stay below their limits in %s', async (language) => {
    await (await site.api(member)).setPreferences({ language });
    const { page } = await site.visit({ locale: language });
    const withLogin = weighScripts(page);
    await page.goto('/login');
    await page.locator('input[type=email]').fill(member.email);
    await page.locator('input[type=password]').fill(member.password);
    await page.keyboard.press('Enter');
    await expectLessThan(allowed.login, page, withLogin);

    const storageState = await page.context().storageState();
    const { page: again } = await site.visit({ locale: language, storageState });
    const withoutLogin = weighScripts(again);
    await again.goto('/games');
    await expectLessThan(allowed.page, again, withoutLogin);
  });
});

async function expectLessThan(bytes: number, page: Page, finish: () => Promise<Script[]>): Promise<void> {
  await seen(page.getByRole('link', { name: 'SuperTux' }));
  await quiet(page);
  const weights = (await finish()).sort((a, b) => b.bytes - a.bytes);
  const total = weights.reduce((sum, weight) => sum + weight.bytes, 0);
  const largest = weights.slice(0, 12).map((weight) => `${weight.bytes} ${weight.name}`);
  expect(weights.length).toBeGreaterThan(2);
  expect(total, `${total} bytes in all; the largest:\n${largest.join('\n')}\n`).toBeLessThan(bytes);
}

interface Script {
  name: string;
  bytes: number;
}

/** Weighs scripts until the returned function is called: later ones may arrive while the page is being closed. */
function weighScripts(page: Page): () => Promise<Script[]> {
  const scripts: Promise<Script>[] = [];
  const weigh = async (response: Response): Promise<Script> => ({
    name: new URL(response.url()).pathname,
    bytes: gzipSync(await response.body(), { level: 9 }).length,
  });
  const handleResponse = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(weigh(response));
  };
  page.on('response', handleResponse);
  return () => {
    page.off('response', handleResponse);
    return Promise.all(scripts);
  };
}
