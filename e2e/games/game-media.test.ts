// Screenshots across the whole window, and videos that contact no other site until they are played.
import type { CDPSession, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { fillGame, uploadPictures } from '../support/fill-game.ts';
import { quiet } from '../support/quiet.ts';
import { admin, member, useSite } from '../support/site.ts';
import { drawn, isFocused, openGame, seen } from '../support/steps.ts';

const title = 'SuperTuxKart';
const playerHost = 'https://www.youtube-nocookie.com';

describe('the media of a game', () => {
  const site = useSite();
  let path: string;

  beforeAll(async () => {
    const api = await site.api(admin);
    const game = await api.addGame(await smallGame(site.folder, 'kart.zip'), title, 'Linux');
    fillGame(site.server, game._id, {
      screenshots: await uploadPictures(api, 3),
      videos: [
        'https://www.youtube.com/watch?v=first-one_1&t=3',
        'https://www.youtube.com/channel/nothing',
        'https://www.youtube.com/watch?v=second2',
      ],
    });
    path = `/game/${game._id}`;
  });

  const viewerOf = (page: Page) => page.getByRole('dialog', { name: `Screenshots of ${title}` });
  const shows = (viewer: Locator, number: number) => seen(viewer.getByText(new RegExp(`^${number} \\/ 3$`)));

  async function openViewer(page: Page, number: number): Promise<Locator> {
    await page.getByRole('button', { name: `Open screenshot ${number} of 3` }).click();
    const viewer = viewerOf(page);
    await shows(viewer, number);
    return viewer;
  }

  it('screenshots wrap around in both directions with the buttons', async () => {
    const { page } = await site.visit();
    await page.goto(path);
    const viewer = await openViewer(page, 2);
    const shown = viewer.getByRole('img', { name: `Screenshot 2 of ${title}` });
    await seen(shown);
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
    const next = viewer.getByRole('button', { name: 'Next screenshot' });
    await next.click();
    await shows(viewer, 3);
    await next.click();
    await shows(viewer, 1);
    await viewer.getByRole('button', { name: 'Previous screenshot' }).click();
    await shows(viewer, 3);
    await viewer.getByRole('button', { name: 'Close screenshots' }).click();
    await viewer.waitFor({ state: 'hidden' });
  });

  it('screenshots wrap around in both directions with keys, and closing them restores the focus', async () => {
    const { page } = await site.visit();
    await page.goto(path);
    const viewer = await openViewer(page, 1);
    const steps = [
      ...[['ArrowLeft', 3] as const, ['ArrowRight', 1] as const, ['End', 3] as const],
      ...[['ArrowRight', 1] as const, ['End', 3] as const, ['Home', 1] as const],
    ];
    for (const [key, number] of steps) {
      await page.keyboard.press(key);
      await shows(viewer, number);
      await isStill(page);
    }
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    const opener = page.getByRole('button', { name: 'Open screenshot 1 of 3' });
    await expect.poll(() => isFocused(opener)).toBe(true);
  });

  it('screenshots wrap around in both directions with swipes', async () => {
    const { page } = await site.visit({ hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.goto(path);
    const viewer = await openViewer(page, 3);
    const touch = await page.context().newCDPSession(page);
    await swipe(touch, 330, 60);
    await shows(viewer, 1);
    await isStill(page);
    await swipe(touch, 60, 330);
    await shows(viewer, 3);
  });

  it('screenshots close without closing the overlay below', async () => {
    const page = await site.arrive(member);
    const dialog = await openGame(page, title);
    const viewer = await openViewer(page, 1);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    await drawn(page);
    expect(await dialog.isVisible(), 'the game stays open').toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('videos contact no other site until they are played, then only one', async () => {
    const { page } = await site.visit({
      expects: /^foreign request: https:\/\/www\.youtube-nocookie\.com\//,
    });
    const requests: { url: string; referer: string | undefined }[] = [];
    await page.route(/^https:\/\//, (route) => {
      requests.push({ url: route.request().url(), referer: route.request().headers().referer });
      return route.fulfill({ contentType: 'text/html', body: '<h1>The player</h1>' });
    });
    await page.goto(path);
    const play = page.getByRole('button', { name: /^Play video \d of 2$/ });
    await seen(play);
    expect(await play.count(), 'a link without a video id is skipped').toBe(2);
    await page.getByRole('heading', { name: 'Videos' }).scrollIntoViewIfNeeded();
    await play.first().hover();
    await quiet(page);
    expect(requests).toEqual([]);

    await play.first().click();
    const frame = page.locator('iframe');
    await seen(page.frameLocator('iframe').getByRole('heading', { name: 'The player' }));
    expect(requests).toEqual([
      { url: `${playerHost}/embed/first-one_1?autoplay=1&rel=0`, referer: `${site.server.url}/` },
    ]);
    expect(await frame.getAttribute('title')).toBe(`Video 1 of ${title}`);
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(await play.count(), 'the other video is not loaded').toBe(1);
  });

  it('screenshots pass axe-core', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto(path);
      await openViewer(page, 2);
      await check('the viewer');
    });
  });
});

/** Waits until the movement has ended, because the library ignores keys and swipes during it. */
async function isStill(page: Page): Promise<void> {
  await drawn(page);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

async function swipe(touch: CDPSession, from: number, to: number): Promise<void> {
  const at = (x: number) => [{ x, y: 420 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let step = 1; step <= 8; step += 1) {
    const x = from + ((to - from) * step) / 8;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) });
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
