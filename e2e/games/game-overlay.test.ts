// A game's overlay on the list: every way to close it, the focus, toasts above it, and the list below, which must not
// move.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { fillGame, uploadPictures } from '../support/fill-game.ts';
import { Gate } from '../support/gate.ts';
import { admin, member, useSite } from '../support/site.ts';
import {
  arriveAs,
  choose,
  downloadButton,
  drawn,
  isFocused,
  openGame,
  seen,
  showDigest,
} from '../support/steps.ts';

const title = 'Hedgewars';
const siteName = 'Cellar';

describe('the game overlay', () => {
  const site = useSite();
  let gameId: string;
  let longId: string;

  beforeAll(async () => {
    // More than a page of the list.
    await site.server.seed(30, 6);
    const api = await site.api(admin);
    const game = await api.addGame(await smallGame(site.folder, 'hedge.zip'), title, 'Linux');
    gameId = game._id;
    fillGame(site.server, gameId, {
      facts: { description: 'Hedgehogs at war.', developer: 'Hedgewars Project', rating: 79 },
      genres: ['Strategy', 'Comedy'],
      screenshots: await uploadPictures(api, 4),
      videos: ['https://www.youtube.com/watch?v=abc123'],
    });
    for (const other of ['Abuse', 'Zaz']) {
      longId = (await api.addGame(await smallGame(site.folder, `${other}.zip`), other, 'Windows'))._id;
    }
  });

  async function openFromList(): Promise<{ page: Page; card: Locator; dialog: Locator }> {
    const page = await site.arrive(member);
    const card = page.getByRole('link', { name: title });
    const dialog = await openGame(page, title);
    return { page, card, dialog };
  }

  async function expectClosed({ page, card, dialog }: { page: Page; card: Locator; dialog: Locator }) {
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForURL('**/games');
    await expect.poll(() => isFocused(card)).toBe(true);
  }

  const menuButton = (dialog: Locator) => dialog.getByRole('button', { name: `More for ${title}` });

  it('lets admins, but not members, open the editor from the menu or with the key e, and come back', async () => {
    const { dialog } = await openFromList();
    await menuButton(dialog).click();
    await seen(dialog.getByRole('menuitem', { name: 'Copy link' }));
    expect(await dialog.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
    const page = await site.arrive(admin);
    await menuButton(await openGame(page, title)).click();
    await seen(page.getByRole('menuitem', { name: 'Edit' }));
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.waitForURL(`**/admin/game/${gameId}`);
    await seen(page.getByRole('button', { name: 'Edit Title' }));
    await page.reload();
    await page.getByRole('link', { name: 'Back to the game' }).click();
    await seen(page.getByRole('dialog', { name: title }));
    await page.keyboard.press('Escape');
    await page.waitForURL('**/games');
  });

  it('shows all known facts, and downloads for members', async () => {
    const { dialog } = await openFromList();
    const facts = [
      ...['Hedgehogs at war.', 'Hedgewars Project', 'Strategy, Comedy', '79 out of 100'],
      ...['Linux', 'Unknown'],
    ];
    for (const text of facts) await seen(dialog.getByText(text, { exact: true }));
    await seen(dialog.getByRole('button', { name: /^Download for Linux [\d.]+ KB$/ }));
    for (const name of ['Download Options', 'Screenshots', 'Videos']) {
      await seen(dialog.getByRole('heading', { name }));
    }
  });

  it('has a menu that keeps Escape and the arrow keys to itself, and a note that opens from it', async () => {
    const { page, dialog } = await openFromList();
    const note = dialog.getByRole('textbox', { name: 'Private note' });
    for (const name of [title, 'Linux']) {
      const button = dialog.getByRole('button', { name: `More for ${name}` });
      await button.click();
      await seen(dialog.getByRole('menuitem').first());
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      await dialog.getByRole('menu').waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(button)).toBe(true);
    }
    expect(new URL(page.url()).search).toBe(`?game=${gameId}`);
    expect(await note.isVisible()).toBe(false);
    await choose(dialog, title, 'Add a note');
    await expect.poll(() => isFocused(note)).toBe(true);
    await page.keyboard.type('Map 3');
    await seen(dialog.getByText('Saved. Only you can read this.'));
    await page.reload();
    await expect.poll(() => note.inputValue()).toBe('Map 3');
    await menuButton(dialog).click();
    await seen(dialog.getByRole('menuitem', { name: 'Copy link' }));
    expect(await dialog.getByRole('menuitem', { name: 'Add a note' }).count()).toBe(0);
    // The dialog that an entry opens returns the focus to the menu's button.
    await dialog.getByRole('menuitem', { name: 'Add to collection' }).click();
    const collections = page.getByRole('dialog', { name: 'Add the game to collections' });
    await seen(collections);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(menuButton(dialog))).toBe(true);
  });

  it("closes with Esc, its button, the backdrop and the browser's Back, and restores the focus", async () => {
    const opened = await openFromList();
    const { page, dialog } = opened;
    const waysToClose = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.mouse.click(20, 400),
      () => page.goBack(),
    ];
    for (const close of waysToClose) {
      await close();
      await expectClosed(opened);
      await openGame(page, title);
    }
  });

  it("closes on the browser's Back with what was opened in it, and opens without it again", async () => {
    const opened = await openFromList();
    const { page, dialog } = opened;
    const viewer = page.getByRole('dialog', { name: `Screenshots of ${title}` });
    await dialog.getByRole('button', { name: 'Open screenshot 1 of 4' }).click();
    await seen(viewer);
    await page.goBack();
    await expectClosed(opened);
    await viewer.waitFor({ state: 'hidden' });
    await openGame(page, title);
    await seen(dialog.getByRole('button', { name: 'Open screenshot 1 of 4' }));
    expect(await viewer.count()).toBe(0);
  });

  it('leads to the next and previous game by button and arrow key, across the pages of the list', async () => {
    const page = await site.arrive(member, '/games', { viewport: { width: 1366, height: 500 } });
    const entries = await page.evaluate(() => history.length);
    const dialog = await openGame(page, 'Zaz');
    const place = () => page.evaluate(() => window.scrollY);
    const before = await place();
    const next = page.getByRole('button', { name: 'Next game' });
    await seen(page.getByText('1 of 33', { exact: true }));
    await page.keyboard.press('ArrowLeft');
    await next.click();
    await seen(page.getByRole('dialog', { name: 'Abuse' }).getByText('2 of 33', { exact: true }));
    await page.keyboard.press('ArrowRight');
    await seen(page.getByRole('dialog', { name: title }).getByRole('heading', { name: 'Screenshots' }));
    await expect.poll(() => new URL(page.url()).search).toBe(`?game=${gameId}`);

    // In the viewer of screenshots, the arrow keys lead to other screenshots.
    await page.getByRole('button', { name: 'Open screenshot 1 of 4' }).click();
    await seen(page.getByText('1 / 4'));
    await page.keyboard.press('ArrowRight');
    await seen(page.getByText('2 / 4'));
    await page.keyboard.press('Escape');
    await seen(page.getByText('3 of 33', { exact: true }));

    // The focus returns to the game that was shown last.
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(page.getByRole('link', { name: title }))).toBe(true);
    await page.keyboard.press('Enter');
    await seen(page.getByText('3 of 33', { exact: true }));

    for (let number = 4; number <= 26; number += 1) {
      // Not while the next page of the list is loading.
      await expect.poll(() => next.getAttribute('aria-disabled')).toBe('false');
      await page.keyboard.press('ArrowRight');
      await seen(page.getByText(`${number} of 33`, { exact: true }));
    }
    expect(await isFocused(next)).toBe(true);
    expect(await page.evaluate(() => history.length), 'no entries for the steps').toBe(entries + 1);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForURL('**/games');
    expect(await place(), 'the list keeps its place').toBe(before);
  });

  it('stays open when a text selection ends on the backdrop', async () => {
    const { page, dialog } = await openFromList();
    // Once the marks are loaded, nothing moves the text any more.
    await expect.poll(() => dialog.getByRole('button', { name: 'Favorite' }).isEnabled()).toBe(true);
    await dialog.getByText('Hedgehogs at war.').hover({ position: { x: 40, y: 8 } });
    await page.mouse.down();
    await page.mouse.move(20, 400, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain('Hedge');
    await drawn(page);
    expect(await dialog.isVisible()).toBe(true);
    expect(new URL(page.url()).search).toContain('game=');
  });

  it('does not move the list and keeps the focus out of the content behind it', async () => {
    const page = await site.arrive(member, '/games', { viewport: { width: 1366, height: 500 } });
    const card = page.getByRole('link', { name: title });
    await card.scrollIntoViewIfNeeded();
    const where = async () => [await card.boundingBox(), await page.evaluate(() => window.scrollY)];
    const before = await where();
    await openGame(page, title);
    await expect.poll(where).toEqual(before);
    for (let stop = 0; stop < 25; stop += 1) {
      await page.keyboard.press('Tab');
      const isBehind = await page.evaluate(() =>
        Boolean(document.activeElement?.closest('main, header, nav')),
      );
      expect(isBehind, 'the focus is behind the dialog').toBe(false);
    }
  });

  it('stays open after a reload and closes to the list', async () => {
    const page = await site.arrive(member, `/games?game=${gameId}`);
    const dialog = page.getByRole('dialog', { name: title });
    await seen(dialog.getByRole('heading', { name: 'Download Options' }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await seen(page.getByRole('link', { name: title }));
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it("links to the game's own page, and Back opens the overlay again", async () => {
    const { page, dialog } = await openFromList();
    await choose(dialog, title, 'Open page');
    await seen(page.getByRole('heading', { name: title, level: 1 }));
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/game/${gameId}`);
    await page.goBack();
    await seen(page.getByRole('dialog', { name: title }).getByRole('heading', { name: 'Download Options' }));
  });

  it("links to a page whose 'Back to games' restores the list", async () => {
    const page = await site.arrive(member, '/games?sort=titleDesc');
    const entries = await page.evaluate(() => history.length);
    await choose(await openGame(page, title), title, 'Open page');
    await seen(page.getByRole('heading', { name: title, level: 1 }));
    await page.reload();
    await page.getByRole('link', { name: 'Back to games' }).click();
    await page.waitForURL('**/games?sort=titleDesc');
    const back = { message: 'the link goes back instead of adding an entry' };
    await expect.poll(() => page.evaluate(() => history.length), back).toBe(entries + 2);
    await page.goForward();
    await seen(page.getByRole('dialog', { name: title }));
  });

  it('sets the page title when opened by its link, and focuses its card when closed', async () => {
    const page = await site.arrive(member, `/games?game=${gameId}`);
    await expect.poll(() => page.title()).toBe(`${title} · ${siteName}`);
    const card = page.getByRole('link', { name: title });
    const dialog = page.getByRole('dialog', { name: title });
    await seen(dialog.getByRole('heading', { name: 'Download Options' }));
    // By its id, because elements behind the dialog have no role.
    await page.locator(`main a[data-id="${gameId}"]`).waitFor();
    await page.keyboard.press('Escape');
    await expectClosed({ page, card, dialog });
    await expect.poll(() => page.title()).toBe(`Games · ${siteName}`);
  });

  it('truncates a long description until the member expands it', async () => {
    const { page } = await site.visit();
    fillGame(site.server, longId, { facts: { description: 'Hundreds of words. '.repeat(100) } });
    await arriveAs(page, member, `/games?game=${longId}`);
    const dialog = page.getByRole('dialog', { name: 'Zaz' });
    const text = dialog.getByText('Hundreds of words.');
    await seen(text);
    const height = async () => (await text.boundingBox())?.height ?? 0;
    const cut = await height();
    await dialog.getByRole('button', { name: 'Read more' }).click();
    await expect.poll(height).toBeGreaterThan(cut * 2);
    await dialog.getByRole('button', { name: 'Read less' }).click();
    await expect.poll(height).toBe(cut);
  });

  it('leaves toasts visible and closable above it', async () => {
    const { page } = await site.visit();
    // Toasts stay long enough for people, but a busy test machine may be too slow to close them.
    await page.addInitScript((toastMs) => {
      const { setTimeout } = window;
      const slow = (work: TimerHandler, ms?: number) => setTimeout(work, ms === toastMs ? 20 * ms : ms);
      Object.assign(window, { setTimeout: slow });
    }, limits.toastMs);
    await arriveAs(page, member);
    await page.evaluate(recordFullRegions);
    const dialog = await openGame(page, title);
    await downloadButton(dialog, 'Linux').click();
    const words = `${title} downloaded successfully`;
    const toast = page.getByRole('status').locator('> *').filter({ hasText: words });
    await seen(toast);
    const isFull = await page.evaluate(() => Reflect.get(window, 'hasFullRegion'));
    expect(isFull, 'the region for toasts exists before the first toast').toBe(false);
    // The toast stays the same element when a dialog closes or opens, so it is neither drawn nor announced again.
    await toast.evaluate((node) => node.setAttribute('data-met', ''));
    const sameToast = page.locator('[data-met]').filter({ hasText: words });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await seen(sameToast);
    await openGame(page, title);
    await seen(sameToast);
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
    expect(await dialog.isVisible(), 'the dialog stays open').toBe(true);
  });

  it('fits a phone without overlaps and with large enough buttons', async () => {
    const { page } = await site.visit({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await arriveAs(page, member);
    const dialog = await openGame(page, title);
    await dialog.evaluate((node) => node.scrollTo(0, 200));
    // The buttons have a bar of their own at the bottom of the window, and the content is not below it.
    for (const name of ['Previous game', 'Next game', 'Close']) {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
      expect(box?.y, name).toBeGreaterThan(844 - 64);
    }
    const isUncovered = (button: Element) => {
      const { left, top, height } = button.getBoundingClientRect();
      const neighbor = document.elementFromPoint(left - 20, top + height / 2);
      return neighbor?.contains(button) && !neighbor.querySelector('h2');
    };
    expect(await dialog.getByRole('button', { name: 'Close', exact: true }).evaluate(isUncovered)).toBe(true);

    await showDigest(dialog, 'Linux');
    for (const name of ['Copy SHA-256 of the Linux file', 'Download the .sha256 file for Linux']) {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(24);
    }

    const fades = await dialog.evaluate((node) =>
      ['', '::backdrop'].map((part) => getComputedStyle(node, part).transitionDuration),
    );
    expect(fades, 'no transitions with reduced motion').toEqual(['0s', '0s']);
  });

  it.each([
    { width: 1366, height: 1000 },
    { width: 390, height: 844 },
  ])('keeps its buttons under the pointer while the game arrives ($width px)', async (viewport) => {
    const page = await site.arrive(member, '/games', { viewport });
    const gate = await Gate.before(page, { url: /\/api\/games\/[^/?]+$/, method: 'GET' });
    await page.getByRole('link', { name: 'Zaz' }).click();
    await page.getByRole('button', { name: 'Next game' }).hover();
    await page.mouse.down();
    gate.open();
    await seen(page.getByRole('dialog', { name: 'Zaz' }).getByRole('heading', { name: 'Download Options' }));
    await page.mouse.up();
    await seen(page.getByText('2 of 33', { exact: true }));
  });

  it('reports that a game no longer exists', async () => {
    const page = await site.arrive(member, `/games?game=${gameId.replace(/.{4}$/, '0000')}`, {
      expects: /status of 404/,
    });
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText('This game is no longer available'));
    expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('reports a failure to load and offers a retry', async () => {
    // At this height the list would scroll, but the message in the dialog would not.
    const page = await site.arrive(member, '/games', {
      expects: /ERR_FAILED/,
      viewport: { width: 1366, height: 480 },
    });
    await page.route(new RegExp(`/api/games/${gameId}`), (route) => route.abort());
    await page.getByRole('link', { name: title }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await seen(dialog.getByText('Failed to load game details. Please try again.'));
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.mouse.move(20, 240);
    const wheeled = page.evaluate(
      () => new Promise((resolve) => addEventListener('wheel', () => resolve(true))),
    );
    await page.mouse.wheel(0, scrolled ? -600 : 600);
    await wheeled;
    await drawn(page);
    expect(await page.evaluate(() => window.scrollY), 'the list does not scroll').toBe(scrolled);
    await page.unroute(new RegExp(`/api/games/${gameId}`));
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await seen(dialog.getByRole('heading', { name: 'Download Options' }));
  });

  it('passes axe-core', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, member);
      const dialog = await openGame(page, title);
      await check('at its top');
      await menuButton(dialog).click();
      await seen(dialog.getByRole('menuitem').first());
      await check('menu');
      await page.keyboard.press('Escape');
      await dialog.evaluate((node) => node.scrollTo(0, node.scrollHeight));
      await check('at its end');
    });
  });
});

/**
 * Runs in the page: records whether a region for toasts was added together with its first toast, which screen readers
 * would not announce.
 */
function recordFullRegions(): void {
  Object.assign(window, { hasFullRegion: false });
  const isFull = (node: Node) => {
    if (!(node instanceof Element)) return false;
    const regions = [node, ...node.querySelectorAll('*')].filter((element) => element.role === 'status');
    return regions.some((region) => region.textContent.includes('Download started'));
  };
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some(isFull)) Object.assign(window, { hasFullRegion: true });
  }).observe(document.body, { childList: true, subtree: true });
}
