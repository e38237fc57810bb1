// The page without a connection: it is kept only where the member wants that, shows what the home page showed last, and forgets it
// with the logout.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { expectNoFindings } from './support/axe.ts';
import { phone } from './support/catalogue.ts';
import { homeNetworkUrl } from './support/chromium.ts';
import { quiet } from './support/quiet.ts';
import { admin, member, useSite } from './support/site.ts';
import { arriveAs, logIn, logOut, seen } from './support/steps.ts';
import type { Visitor } from './support/visitor.ts';

const choice = (page: Page) => page.getByRole('switch', { name: 'Open without a connection' });
const cacheNames = (page: Page) => page.evaluate(async () => (await caches.keys()).sort());
const shelvesCache = 'cellar-shelves';

async function everythingKept(page: Page): Promise<void> {
  const addresses = ['/', '/kept-shelves.json'];
  const areKept = () =>
    page.evaluate(
      async (paths) => (await Promise.all(paths.map((path) => caches.match(path)))).every(Boolean),
      addresses,
    );
  await expect.poll(areKept).toBe(true);
}

describe('the page without a connection', () => {
  const site = useSite();

  beforeAll(async () => {
    await (await site.api(admin)).addGame(await smallGame(site.folder, 'tux.zip'), 'SuperTux', 'Linux');
  });

  /** Logs in, and keeps the page. */
  async function keep(visitor: Visitor): Promise<void> {
    const { page } = visitor;
    await logIn(page, member);
    await seen(page.getByRole('link', { name: 'SuperTux' }));
    await page.goto('/account?tab=preferences');
    await choice(page).click();
    await everythingKept(page);
    expect(await choice(page).isChecked()).toBe(true);
  }

  it('shows the last shelves, reconnects automatically, and forgets them with the logout', async () => {
    const wire = await site.wire();
    const visitor = await site.visit(phone, wire.url);
    visitor.expectProblem(/Failed to load resource/);
    const { page } = visitor;
    await keep(visitor);
    wire.refuses = /^/;
    wire.cutAll();
    await page.goto('/');
    await seen(page.getByRole('heading', { name: 'The server can’t be reached', level: 1 }));
    const shelf = page.getByRole('region', { name: 'Recently added' });
    await seen(shelf.getByText('SuperTux'));
    expect(await shelf.getByRole('link').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    wire.refuses = undefined;
    await seen(page.getByRole('link', { name: 'SuperTux' }));
    expect(await cacheNames(page)).toContain(shelvesCache);
    await logOut(page);
    await expect.poll(() => cacheNames(page)).not.toContain(shelvesCache);
    wire.refuses = /^/;
    wire.cutAll();
    await page.goto('/');
    await seen(page.getByRole('heading', { level: 1 }));
    expect(await page.getByText('SuperTux').count()).toBe(0);
  });

  it('keeps nothing unless it was turned on, and nothing after it was turned off', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await arriveAs(page, member, '/account?tab=preferences');
    await seen(choice(page));
    expect(await choice(page).isChecked()).toBe(false);
    expect(await cacheNames(page)).toEqual([]);
    await choice(page).focus();
    // The second time, the page still has the worker that was turned off.
    for (let times = 0; times < 2; times += 1) {
      await page.keyboard.press('Space');
      await everythingKept(page);
      await page.keyboard.press('Space');
      await expect.poll(() => cacheNames(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Home' }).first().click();
    await seen(page.getByRole('heading', { name: /^Welcome, / }));
    await quiet(page);
    expect(await cacheNames(page)).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
  });

  it('shows push messages, and says why it can’t', async () => {
    const visitor = await site.visit();
    const { page, context } = visitor;
    await keep(visitor);
    const push = page.getByRole('switch', { name: 'Notifications on this device' });
    await seen(push);
    await seen(page.getByText('The browser blocks notifications from this site'));
    expect(await push.isDisabled()).toBe(true);
    // The headless browser shows no notifications, so this records what it is asked to show.
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(
      'self.shown = []; registration.showNotification = async (...asked) => void shown.push(asked)',
    );
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      }),
    );
    await session.send('ServiceWorker.enable');
    const data = JSON.stringify({
      title: 'Club',
      body: 'Outpost has arrived',
      url: '/game/g1',
      tag: 'request r1',
    });
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: visitor.url,
      registrationId: await registered,
      data,
    });
    const options = { body: 'Outpost has arrived', tag: 'request r1', data: { url: '/game/g1' } };
    await expect
      .poll(() => worker?.evaluate('shown'))
      .toEqual([['Club', { ...options, icon: '/icon-192.png' }]]);
  });

  it('can’t be had on plain http, and says so', async () => {
    const visitor = await site.visit({}, homeNetworkUrl(site.server.url));
    await arriveAs(visitor.page, member, '/account?tab=preferences');
    await seen(visitor.page.getByText('Browsers allow this only over https.'));
    expect(await choice(visitor.page).isDisabled()).toBe(true);
  });

  it('has no problems that axe-core finds', async () => {
    await expectNoFindings(
      site,
      async (page, check) => {
        await arriveAs(page, member, '/account?tab=preferences');
        await choice(page).click();
        await everythingKept(page);
        await check('preferences');
        await page.context().setOffline(true);
        await page.goto('/');
        await seen(page.getByRole('heading', { name: 'You’re offline', level: 1 }));
        await check('offline');
        await page.context().setOffline(false);
      },
      /Failed to load resource/,
    );
  });
});
