// The grid of games: loading while scrolling, placeholders, keeping the scroll position, and failures of the server.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cards,
  fillLibrary,
  type Library,
  openCatalogue,
  phone,
  scrollTo,
  search,
  sort,
  titlesInView,
  titlesOnceDrawn,
} from '../support/catalogue.ts';
import { quiet } from '../support/quiet.ts';
import { member, useSite } from '../support/site.ts';
import { arriveAs, choose, drawn, openGame, seen } from '../support/steps.ts';

const seeded = 300;

describe('the grid of games', () => {
  const site = useSite();
  let library: Library;

  beforeAll(async () => {
    library = await fillLibrary(site, seeded);
  });

  for (const [device, options] of [
    ['laptop', {}],
    ['phone', phone],
  ] as const) {
    it(`shows every game in order during scrolling on a ${device}`, async () => {
      const { page } = await site.visit(options);
      await openCatalogue(page);
      const shown = new Set<string>();
      for (let step = 0; step < 400; step += 1) {
        for (const title of await titlesOnceDrawn(page)) shown.add(title);
        expect(await cards(page).count(), 'only cards near the window are rendered').toBeLessThan(90);
        if (shown.size === library.games.length) break;
        await page.evaluate(() => window.scrollBy(0, innerHeight * 0.6));
      }
      expect([...shown]).toEqual(library.games.map(({ title }) => title));
      await seen(page.getByText(`You have seen all ${seeded} games!`));
    });
  }

  it('shows 12 placeholders at first, and at most 6 while more games load', async () => {
    const page = await site.arrive(member);
    const gate = await holdGames(page);
    await page.goto('/games');
    await seen(page.getByText('Loading...'));
    await expect.poll(() => skeletons(page)).toBe(12);
    const tabStops = page.locator('main li a[tabindex="0"]');
    expect(await tabStops.count(), 'placeholders are not Tab stops').toBe(0);
    gate.open();
    await seen(cards(page));
    await expect.poll(() => tabStops.count()).toBe(1);
    await expect.poll(() => skeletons(page)).toBe(0);
    gate.close();
    await scrollTo(page, 0.5);
    await seen(page.getByText('Loading...'));
    await expect.poll(() => skeletons(page)).toBe(6);
    gate.open();
    await expect.poll(() => skeletons(page)).toBe(0);
    await expect.poll(() => titlesInView(page)).not.toEqual([]);
  });

  it('loads only the destination of a long jump, not the games in between', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    await titlesOnceDrawn(page);
    const pages: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/games') pages.push(searchParams.get('page') ?? '');
    });
    await page.keyboard.press('End');
    await seen(page.getByText(`You have seen all ${seeded} games!`));
    await expect.poll(() => titlesInView(page)).toContain(library.games.at(-1)?.title);
    await quiet(page);
    expect(new Set(pages).size).toBeLessThan(5);
  });

  it('offers the sort orders and starts each at the top', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    expect(await sort(page).locator('option').allTextContents()).toEqual([
      'Recently Added, Newest First',
      'Date Added, Oldest First',
      'Title A-Z',
      'Title Z-A',
      'Release Date, Newest First',
      'Release Date, Oldest First',
      'Most Liked',
      'Most Downloaded',
      'Most Downloaded This Month',
    ]);
    await scrollTo(page, 0.7);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2000);
    await sort(page).selectOption('recentlyAddedAsc');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const oldest = library.games.at(-1)?.title ?? '';
    await expect.poll(async () => (await titlesInView(page))[0]).toBe(oldest);
  });

  it('shows the preferred order after a reload, before the server has answered what it is', async () => {
    const api = await site.api(member);
    await api.setPreferences({ defaultSortOrder: 'titleDesc' });
    const { page } = await site.visit();
    await openCatalogue(page);
    const inOrder = await titlesAtRest(page);
    expect(inOrder[0]).not.toBe(library.games[0]?.title);
    await page.route('**/api/users/preferences', () => new Promise(() => undefined));
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/games?')) requested.push(request.url());
    });
    await page.reload();
    await expect.poll(() => titlesInView(page)).toEqual(inOrder);
    expect(requested.filter((url) => !url.includes('sort=titleDesc'))).toEqual([]);
    expect(new Set(requested).size, 'each page is requested once').toBe(requested.length);
    await api.setPreferences({ defaultSortOrder: 'recentlyAddedDesc' });
  });

  it('restores its scroll position after an overlay, after a reload and on Back', async () => {
    const { page } = await site.visit();
    await openCatalogue(page, '/games?sort=titleAsc');
    await scrollTo(page, 0.6);
    const before = await titlesAtRest(page);
    const expectSameView = (when: string) =>
      expect.poll(() => titlesInView(page), { message: when }).toEqual(before);

    await openGame(page, before[8] ?? '');
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=titleAsc');
    await expectSameView('after the overlay');
    await expect.poll(() => focusedTitle(page)).toBe(before[8]);

    await page.reload();
    await expectSameView('after a reload');
    // By keyboard, because Playwright scrolls the page before it clicks.
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await seen(page.getByRole('heading', { name: 'Account', level: 1 }));
    await page.goBack();
    await expectSameView('back from another page');

    const dialog = await openGame(page, before[8] ?? '');
    await choose(dialog, before[8] ?? '', 'Open page');
    await page.getByRole('link', { name: 'Back to games' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=titleAsc');
    await expectSameView("back from a game's own page");

    await sort(page).selectOption('titleDesc');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expectSameView('back to the previous order');

    // An address entered by hand has no position to restore.
    await page.goto('/');
    await page.goto('/games?sort=titleAsc');
    await seen(cards(page));
    await expect.poll(async () => (await titlesInView(page)).length).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('keeps the same games in view after a resize, and remembers the cover size', async () => {
    const { page } = await site.visit();
    await openCatalogue(page, '/games?sort=titleAsc');
    await scrollTo(page, 0.5);
    const [first] = await titlesAtRest(page);
    const width = () =>
      cards(page)
        .first()
        .evaluate((card) => card.clientWidth);
    const medium = await width();
    await page.setViewportSize({ width: 1000, height: 768 });
    await expect.poll(() => titlesInView(page)).toContain(first);
    await page.getByRole('radio', { name: 'Small covers' }).check();
    await expect.poll(width).toBeLessThan(medium);
    await page.reload();
    await seen(cards(page));
    await expect.poll(() => page.getByRole('radio', { name: 'Small covers' }).isChecked()).toBe(true);
  });

  it('begins in the first fifth of a phone, whose covers have one size', async () => {
    const { page } = await site.visit(phone);
    await page.addInitScript(() => localStorage.setItem('coverSize', 'list'));
    await openCatalogue(page);
    await titlesOnceDrawn(page);
    const [first, second] = await cards(page).evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect()),
    );
    expect(first?.top).toBeLessThanOrEqual(160);
    expect(second?.top, 'covers beside each other').toBe(first?.top);
    expect(await page.getByRole('radio').count()).toBe(0);
  });

  it('shows a whole row of its largest covers on a laptop, in the size nearest to one of former times', async () => {
    const { page } = await site.visit({ viewport: { width: 1366, height: 768 } });
    await page.addInitScript(() => localStorage.setItem('coverSize', 'huge'));
    await openCatalogue(page);
    await expect.poll(() => page.getByRole('radio', { name: 'Large covers' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio').count()).toBe(4);
    await titlesOnceDrawn(page);
    const { y = 0, height = 768 } = (await cards(page).first().boundingBox()) ?? {};
    expect(y + height).toBeLessThan(768);
  });

  it('shows facts and actions of a game below its title, without moving anything', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    await titlesOnceDrawn(page);
    // On the page, which the pointer scrolls if a card is below the window.
    const boxes = () =>
      cards(page).evaluateAll((all) =>
        all.map((card) => {
          const { x, y, width, height } = card.getBoundingClientRect();
          return { x, y: y + scrollY, width, height };
        }),
      );
    const before = await boxes();
    for (const size of ['Small', 'Medium', 'Large']) {
      await page.getByRole('radio', { name: `${size} covers` }).check();
      // The title of most lines is the one that leaves the least room.
      const heights = await cards(page).evaluateAll((all) => all.map((card) => card.clientHeight));
      const place = page
        .getByRole('main')
        .locator('li', { has: page.locator('a[data-id]') })
        .nth(heights.indexOf(Math.max(...heights)));
      await place.hover();
      await seen(place.getByRole('button', { name: /^Favorite: / }));
      const { title, peek, next } = await place.evaluate((item) => {
        const edges = (element: Element | null | undefined) => element?.getBoundingClientRect().toJSON();
        const { top, width } = item.getBoundingClientRect();
        const rows = [...document.querySelectorAll('main a[data-id]')].map(edges);
        return {
          title: edges(item.querySelector('a > :last-child')),
          peek: edges(item.lastElementChild),
          next: rows.find((row) => row.top > top + width)?.top,
        };
      });
      expect(peek.top, `${size}: below the title`).toBeGreaterThanOrEqual(title.bottom);
      expect(peek.bottom, `${size}: above the next cover`).toBeLessThanOrEqual(next);
    }
    await page.getByRole('radio', { name: 'Medium covers' }).check();
    await expect.poll(boxes).toEqual(before);
  });

  it('reports that games cannot be loaded, and continues after a retry', async () => {
    const wire = await site.wire();
    const visitor = await site.visit({}, wire.url);
    visitor.expectProblem(/Failed to load resource/);
    const { page } = visitor;
    await arriveAs(page, member);
    wire.refuses = /^\/api\/games\?/;
    await page.goto('/games');
    await seen(page.getByText('Failed to load games. Please try again later.'));
    wire.refuses = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await seen(cards(page));

    wire.refuses = /^\/api\/games\?/;
    await scrollTo(page, 0.5);
    await seen(page.getByRole('alert').getByText('Failed to load games. Please try again later.'));
    wire.refuses = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => titlesInView(page)).not.toEqual([]);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);

    // The page shows matching games that are already loaded, and no placeholders.
    wire.refuses = /^\/api\/games\?/;
    await search(page).fill((await titlesInView(page))[0] ?? '');
    await seen(page.getByRole('alert').getByText('Failed to load games. Please try again later.'));
    expect(await skeletons(page)).toBe(0);
  });

  it('opens a game in a new tab on a middle click', async () => {
    const { page, context } = await site.visit();
    await openCatalogue(page);
    const title = library.games[1]?.title ?? '';
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: title, exact: true }).click({ button: 'middle' });
    const tab = await opening;
    await seen(tab.getByRole('dialog', { name: title }));
    await expect.poll(() => new URL(tab.url()).search).toBe(`?game=${library.games[1]?._id}`);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('causes no layout shift while loading', async () => {
    const page = await site.arrive(member, '/games?sort=titleAsc');
    await titlesOnceDrawn(page);
    await quiet(page);
    await drawn(page);
    const shift = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      return observer
        .takeRecords()
        .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0);
    });
    expect(shift).toBeLessThan(0.02);
  });

  /**
   * Returns the visible titles once everything is loaded and nothing moves. By then, the page has also stored its position.
   */
  async function titlesAtRest(page: Page): Promise<string[]> {
    let titles: string[] = [];
    const isAtRest = async () => {
      const before = titles;
      titles = await titlesOnceDrawn(page);
      return titles.length > 0 && titles.join() === before.join();
    };
    await expect.poll(isAtRest, { interval: 500 }).toBe(true);
    return titles;
  }

  /** Holds the answers of the list while the gate is closed. */
  async function holdGames(page: Page) {
    let gate = Promise.withResolvers<void>();
    await page.route('**/api/games?*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    return {
      open: () => gate.resolve(),
      close: () => {
        gate = Promise.withResolvers<void>();
      },
    };
  }

  const skeletons = (page: Page) => page.locator('main li a:not([href])').count();
  const focusedTitle = (page: Page) =>
    page.evaluate(() => document.activeElement?.lastElementChild?.textContent);
});
