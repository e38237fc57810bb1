// An admin decides about the uncertain matches with the keyboard alone. What is decided about a name is remembered.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMetadataServer } from '../../test/metadata-server/server.ts';
import { smallGame } from '../support/archives.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, flashes, isFocused, seen } from '../support/steps.ts';

const providers = await startMetadataServer();
const titles = ['Prey', 'Tomb Raider', 'Half-Life Two', 'Portal Tales'];

const review = (page: Page) => page.getByRole('region', { name: 'Metadata matches' });
const inState = (page: Page, name: string, count: number) =>
  review(page).getByRole('button', { name: `${name} (${count})`, exact: true });
const entry = (page: Page, title: string) => review(page).getByRole('article', { name: title });
const row = (page: Page, title: string) =>
  review(page).getByRole('button', { name: new RegExp(`^${title}`) });
const selected = (where: Locator) => where.locator('[aria-current=true] h3');
const becomesFocused = (locator: Locator) => expect.poll(() => isFocused(locator)).toBe(true);

describe('the review of matches', () => {
  const site = useSite(providers.env);
  let api: CellarApi;
  let games: { _id: string }[];

  beforeAll(async () => {
    api = await site.api(admin);
    const archive = await smallGame(site.folder, 'game.zip');
    games = [];
    for (const title of titles) games.push(await api.addGame(archive, title, 'Windows'));
  });
  afterAll(() => providers.close());

  it('needs only the keyboard', async () => {
    const { page } = await site.visit({ expects: /status of 4\d\d/ });
    const { keyboard } = page;
    await arriveAs(page, admin, '/admin/matches');
    await seen(inState(page, 'To review', 4));
    await page.goto('/admin');
    await seen(page.getByRole('tab', { name: 'Game Management' }).getByText('4'));
    await page.getByRole('link', { name: '4 games are waiting for review' }).click();

    // Which of the games is searched for first is not known.
    for (const title of titles) await seen(entry(page, title).or(row(page, title)));
    await row(page, 'Prey').or(entry(page, 'Prey')).click();
    await seen(entry(page, 'Prey'));
    await keyboard.press('2');
    const second = await selected(entry(page, 'Prey')).textContent();
    expect(second).toBe('Prey');
    await page.route('**/confirm-rescrape', (route) => route.fulfill({ status: 409, body: '' }), {
      times: 1,
    });
    await keyboard.press('Enter');
    await flashes(page, 'Prey: not saved');
    await seen(row(page, 'Prey'));
    await row(page, 'Prey').click();
    await keyboard.press('Enter');
    await seen(inState(page, 'Matched', 1));

    const title = async () => (await review(page).getByRole('article').getAttribute('aria-label')) ?? '';
    const refused = await title();
    await becomesFocused(entry(page, refused));
    await keyboard.press('x');
    await seen(inState(page, 'Ignored', 1));
    expect(await title()).not.toBe(refused);
    await keyboard.press('u');
    await seen(entry(page, refused));
    await seen(inState(page, 'Ignored', 0));
    await keyboard.press('x');
    await seen(inState(page, 'To review', 2));

    const first = await title();
    await keyboard.press('n');
    await expect.poll(title).not.toBe(first);
    await keyboard.press('k');
    await seen(entry(page, first));
    await keyboard.press('s');
    await becomesFocused(page.getByLabel('Search title'));
    await page.getByLabel('Search title').fill('Hades');
    await keyboard.press('Enter');
    await expect.poll(() => selected(entry(page, first)).textContent()).toBe('Hades');
    await keyboard.press('Enter');
    await seen(inState(page, 'To review', 1));
    await keyboard.press('Enter');
    await seen(review(page).getByText('All is well'));
    await seen(inState(page, 'Matched', 3));
    const [prey] = games;
    await expect.poll(() => api.game(prey?._id ?? '')).toMatchObject({ developer: expect.anything() });
  });

  it('teaches names, which an admin can forget', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings&section=metadata');
    const names = page.getByRole('region', { name: 'Learned names' });
    await expect.poll(() => names.getByRole('listitem').count()).toBe(4);
    await seen(names.getByText('is none of'));
    await names.getByRole('button', { name: 'Forget Prey' }).click();
    await flashes(page, 'Prey is forgotten');
    await expect.poll(() => names.getByRole('listitem').count()).toBe(3);
    await page.keyboard.press('?');
    await seen(page.getByRole('dialog').getByText('Accept the chosen candidate'));
  });
});
