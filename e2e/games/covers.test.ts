// Covers while they load: first a blur of their own colors, then the picture in a suitable size, which does not fade in
// twice.
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { fillGame, uploadPictures } from '../support/fill-game.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, drawn, logIn, seen } from '../support/steps.ts';

const titles = ['Abuse', 'Hedgewars', 'Zaz'];
const pictures = '**/api/artwork/**';

describe('covers in the list of games', () => {
  const site = useSite();

  beforeAll(async () => {
    const api = await site.api(admin);
    const names = await uploadPictures(api, titles.length, 1000, 1500);
    for (const [at, title] of titles.entries()) {
      const game = await api.addGame(await smallGame(site.folder, `${title}.zip`), title, 'Linux');
      fillGame(site.server, game._id, { boxArt: names[at] ?? '' });
    }
  });

  /** Logs in while all pictures are held. `releasePictures` releases them. */
  async function arriveWithHeldPictures(page: Page): Promise<{ releasePictures(): Promise<void> }> {
    const held: Route[] = [];
    await page.route(pictures, (route) => void held.push(route));
    await arriveAs(page, member);
    for (const title of titles) await seen(page.getByRole('link', { name: title }));
    await expect.poll(() => held.length).toBe(titles.length);
    return { releasePictures: async () => void (await Promise.all(held.map((route) => route.continue()))) };
  }

  const covers = (page: Page) => page.getByRole('main').locator('img[srcset]');
  const opacities = (page: Page) =>
    covers(page).evaluateAll((images) => images.map((image) => getComputedStyle(image).opacity));

  it.each(['dark', 'light'] as const)('show blurred colors while they load: %s', async (colorScheme) => {
    const { page } = await site.visit({ colorScheme });
    const { releasePictures } = await arriveWithHeldPictures(page);
    await expect.poll(() => opacities(page)).toEqual(['0', '0', '0']);
    const behind = await covers(page).evaluateAll((images) =>
      images.map((image) => getComputedStyle(image.parentElement ?? image).backgroundImage),
    );
    expect(new Set(behind).size).toBe(titles.length);
    for (const image of behind) expect(image).toMatch(/^url\("data:image\/png;base64,/);
    const before = await boxes(page);
    await releasePictures();
    await expect.poll(() => opacities(page)).toEqual(['1', '1', '1']);
    expect(await boxes(page)).toEqual(before);
  });

  const boxes = async (page: Page) =>
    Promise.all((await covers(page).all()).map((image) => image.boundingBox()));

  it.each([
    { width: 1366, deviceScaleFactor: 1, fits: /-(200|400)\.webp$/ },
    { width: 390, deviceScaleFactor: 3, fits: /-(400|800)\.webp$/ },
  ])('load a size that fits $width × $deviceScaleFactor', async ({ width, deviceScaleFactor, fits }) => {
    const { page } = await site.visit({ viewport: { width, height: 800 }, deviceScaleFactor });
    await arriveAs(page, member);
    for (const title of titles) await seen(page.getByRole('link', { name: title }));
    const sources = () =>
      covers(page).evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
    await expect.poll(async () => (await sources()).filter((source) => fits.test(source)).length).toBe(3);
  });

  it('do not fade in again on return to the list', async () => {
    const page = await site.arrive(member, '/games', { reducedMotion: 'no-preference' });
    await expect.poll(() => opacities(page)).toEqual(['1', '1', '1']);
    await page.getByRole('link', { name: 'Account' }).first().click();
    await page.waitForURL('**/account**');
    await watchFading(page);
    await page.getByRole('link', { name: 'Games' }).first().click();
    for (const title of titles) await seen(page.getByRole('link', { name: title }));
    await expect.poll(() => covers(page).count()).toBe(titles.length);
    await expect.poll(() => opacities(page)).toEqual(['1', '1', '1']);
    await drawn(page);
    expect(await page.evaluate(() => document.body.dataset.faded)).toBe('0');
  });

  /** Counts, on the body, the pictures that are added to the page while hidden. */
  async function watchFading(page: Page): Promise<void> {
    await page.evaluate(() => {
      let faded = 0;
      document.body.dataset.faded = '0';
      const watcher = new MutationObserver(() => {
        faded += document.querySelectorAll('img[data-coming]').length;
        document.body.dataset.faded = String(faded);
      });
      watcher.observe(document.body, { childList: true, subtree: true });
    });
  }

  it('are replaced by generated covers if the pictures cannot be loaded', async () => {
    const visitor = await site.visit({ expects: /Failed to load resource/ });
    await visitor.page.route(pictures, (route) => route.abort());
    await logIn(visitor.page, member);
    for (const title of titles) await seen(visitor.page.getByRole('link', { name: title }));
    await expect.poll(() => covers(visitor.page).count()).toBe(0);
    await expect.poll(() => visitor.page.getByRole('main').locator('[data-motif]').count()).toBe(3);
  });
});
