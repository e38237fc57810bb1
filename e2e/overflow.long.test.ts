// No page scrolls sideways and no label is cut, from the narrowest phone to the widest screen.
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, CellarApi } from './support/cellar-api.ts';
import { CellarServer } from './support/cellar-server.ts';
import { launchChromium } from './support/chromium.ts';
import { overflowOf } from './support/overflow.ts';
import { quiet } from './support/quiet.ts';
import { seen } from './support/steps.ts';
import { Visitor } from './support/visitor.ts';

/** Those with the longest words and texts. All seven would take a quarter of an hour. */
const languages = ['de', 'fr'] as const satisfies Language[];
const widths = [320, 390, 640, 768, 1024, 1366, 2560];
/** Accounts of the demo library. */
const accounts = {
  admin: { email: 'admin@cellar.example', password: 'cellar-demo' },
  member: { email: 'member@cellar.example', password: 'cellar-demo' },
};

type Open = (page: Page) => Promise<unknown>;
/** A page, and what to open on it. */
type Stop = string | [path: string, ...opens: Open[]];

const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await dialog(page);
};
const dialog = (page: Page) => seen(page.getByRole('dialog'));
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();
const followed = (selector: string, address: RegExp) => async (page: Page) => {
  await click(selector)(page);
  await page.waitForURL(address);
  await quiet(page);
};
const opened = (selector: string) => async (page: Page) => {
  await click(selector)(page);
  await dialog(page);
};

const visitorStops = (game: string): Stop[] => [
  '/',
  '/login',
  '/login?register=true',
  '/forgot-password',
  '/reset-password?token=unknown',
  '/verify-email?token=unknown',
  '/unsubscribe?token=unknown',
  `/game/${game}`,
  '/nowhere',
];

const memberStops = (game: string): Stop[] => [
  '/',
  '/games',
  '/games?sort=titleAsc&search=zzz',
  ['/games', opened('main a[data-id]')],
  ['/games', opened('button:has(.tabler-icon-adjustments-horizontal)')],
  `/game/${game}`,
  '/account',
  ['/account?tab=security', click('main summary')],
  ['/account?tab=preferences', click('main summary')],
  '/account?tab=downloads',
  '/account?tab=history',
  '/requests',
  ['/requests?new=A%20game', dialog],
  ['/games', opened('button:has(.tabler-icon-bell)')],
  '/collections',
  ['/collections', opened('main button:has(.tabler-icon-plus)')],
  ['/collections', followed('main a[href^="/collections/"]', /collections\/./)],
  '/login',
];

async function libraryRules(page: Page): Promise<void> {
  await click('main button:has(.tabler-icon-dots)')(page);
  await opened('[role=menuitem]')(page);
}

const adminStops = (game: string): Stop[] => [
  ['/games', press('?')],
  ['/collections', opened('main button:has(.tabler-icon-plus)')],
  ['/games', press('Control+k')],
  ['/games', opened('main a[data-id]')],
  `/game/${game}`,
  '/admin',
  ['/admin', libraryRules],
  '/admin#add-game',
  '/admin?tab=users',
  ['/admin?tab=users', opened('button:has(.tabler-icon-mail-plus)')],
  '/admin?tab=settings',
  '/admin?tab=activity',
  '/admin?tab=tools',
  '/admin?tab=tools&section=storage',
  '/admin?tab=tools&section=files',
  '/admin?tab=tools&section=email',
  '/admin?tab=tools&section=log',
  '/admin/current-uploads',
  `/admin/game/${game}`,
  [`/admin/game/${game}`, click('[data-part=custom]')],
  [`/admin/game/${game}`, opened('[role=group] button:has(.tabler-icon-trash)')],
];

describe('everything fits', () => {
  let server: CellarServer;
  let browser: Browser;
  let game = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([CellarServer.create('--demo'), launchChromium()]);
    const games = await (await CellarApi.logIn(server.url, accounts.admin)).games();
    game = games[0]?._id ?? '';
  });

  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  });

  for (const language of languages) {
    it(`in ${language}`, async () => {
      const found = await Promise.all([
        walk(language, undefined, visitorStops(game)),
        walk(language, 'member', memberStops(game)),
        walk(language, 'admin', adminStops(game)),
      ]);
      expect(found.flat()).toEqual([]);
    });
  }

  it('for the first admin', async () => {
    const empty = await CellarServer.create();
    try {
      for (const language of languages) {
        const visitor = await Visitor.arrive(browser, empty.url, { locale: language });
        expect(await problemsAt(visitor.page, '/setup'), language).toEqual([]);
        await visitor.leave();
      }
    } finally {
      await empty.remove();
    }
  });

  async function walk(language: Language, role: 'admin' | 'member' | undefined, stops: Stop[]) {
    if (role) await (await CellarApi.logIn(server.url, accounts[role])).setPreferences({ language });
    const visitor = await Visitor.arrive(browser, server.url, { locale: language });
    if (role) await logIn(visitor.page, accounts[role]);
    const found: string[] = [];
    for (const stop of stops) {
      const [path, ...opens] = typeof stop === 'string' ? [stop] : stop;
      const problems = await problemsAt(visitor.page, path, ...opens);
      found.push(...problems.map((problem) => `${role ?? 'visitor'}: ${problem}`));
    }
    await visitor.leave();
    return found;
  }

  /** Finds the fields without their labels, which depend on the language. */
  async function logIn(page: Page, account: Account): Promise<void> {
    await page.goto('/login');
    await page.locator('input[type=email]').fill(account.email);
    await page.locator('input[type=password]').fill(account.password);
    await page.keyboard.press('Enter');
    await seen(page.locator('main a[data-id]'));
  }

  async function problemsAt(page: Page, path: string, ...opens: Open[]): Promise<string[]> {
    await page.setViewportSize({ width: 1366, height: 900 });
    await page.goto(path);
    await seen(page.getByRole('heading'));
    await quiet(page);
    for (const open of opens) await open(page);
    const found = new Map<string, Set<number>>();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      for (const problem of await overflowOf(page))
        found.set(problem, (found.get(problem) ?? new Set()).add(width));
    }
    return [...found].map(
      ([problem, at]) => `${path}${opens.length > 0 ? ', opened' : ''} at ${[...at].join()}: ${problem}`,
    );
  }
});
