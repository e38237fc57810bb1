// The games page by keyboard, by the jump strip and by touch, and checked with axe.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import {
  cards,
  fillLibrary,
  type Library,
  openCatalogue,
  phone,
  search,
  titlesInView,
} from '../support/catalogue.ts';
import { useSite } from '../support/site.ts';
import { isFocusUncovered, longPress, seen } from '../support/steps.ts';

const seeded = 400;

describe('navigation in the grid of games', () => {
  const site = useSite();
  let library: Library;
  let byTitle: string[];

  beforeAll(async () => {
    library = await fillLibrary(site, seeded);
    byTitle = await titlesInOrder(library);
  });

  it('works by arrow keys from a single Tab stop', async () => {
    const { page } = await site.visit({ reducedMotion: 'reduce' });
    await openCatalogue(page);
    const titles = library.games.map(({ title }) => title);
    await page.getByRole('button', { name: 'Filters', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe(titles[0]);
    await cards(page).nth(2).hover();
    const rings = await cards(page).evaluateAll((all) =>
      all
        .slice(0, 4)
        .map(
          ({ firstElementChild }) =>
            firstElementChild && getComputedStyle(firstElementChild, '::after').boxShadow,
        ),
    );
    expect(rings[2], 'focus shows a ring, hover does not').toBe(rings[3]);
    expect(rings[0]).not.toBe(rings[3]);
    for (const [key, index] of [
      ['ArrowRight', 1],
      ['ArrowDown', 7],
      ['ArrowDown', 13],
      ['ArrowLeft', 12],
      ['ArrowUp', 6],
      ['End', seeded - 1],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect
        .poll(() => focused(page), { message: `${key} moves to game ${index}` })
        .toBe(titles[index]);
    }
    await page.keyboard.press('PageDown');
    await expect.poll(() => focused(page)).toBe(titles[6]);
    await page.keyboard.press('Enter');
    await seen(page.getByRole('dialog', { name: titles[6] ?? '' }));
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe(titles[6]);
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page), 'the grid is a single Tab stop').not.toBe(titles[5]);
  });

  it.each([
    { device: 'laptop', columns: 6, options: {} },
    { device: 'phone', columns: 2, options: phone },
  ])('keeps the focused card between the bars of a $device', async ({ columns, options }) => {
    const { page } = await site.visit(options);
    await openCatalogue(page);
    await page.getByRole('button', { name: 'Select games' }).click();
    // The bar of the selection is in the middle.
    const column = columns / 2 - 1;
    await cards(page).nth(column).click();
    await seen(page.getByRole('region', { name: 'Selected games' }).getByText('1 selected'));
    const moveTo = async (row: number, key: string) => {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page)).toBe(library.games[columns * row + column]?.title);
      await expect.poll(() => isFocusUncovered(page), { message: `${key} to row ${row}` }).toBe(true);
    };
    for (let row = 1; row <= 8; row += 1) await moveTo(row, 'ArrowDown');
    for (let row = 7; row >= 0; row -= 1) await moveTo(row, 'ArrowUp');
  });

  it('selects ranges of games that are not loaded, and only within one list', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    const titles = library.games.map(({ title }) => title);
    const box = (title = '') => page.getByRole('checkbox', { name: title, exact: true });
    const bar = page.getByRole('region', { name: 'Selected games' });
    await page.getByRole('button', { name: 'Select games' }).click();
    await box(titles[1]).click();
    await cards(page).first().focus();
    await page.keyboard.press('End');
    await box(titles.at(-1)).click({ modifiers: ['Shift'] });
    await seen(bar.getByText(`${seeded - 1} selected`));
    await bar.getByRole('button', { name: 'Select none' }).click();
    await search(page).fill(titles[5] ?? '');
    await box(titles[5]).click({ modifiers: ['Shift'] });
    await seen(bar.getByText('1 selected'));
  });

  it('jumps to letters, from A to Z and from Z to A', async () => {
    const { page } = await site.visit();
    await openCatalogue(page, '/games?sort=titleAsc');
    const strip = page.getByRole('slider', { name: 'Jump to a letter' });
    await strip.focus();
    await page.keyboard.press('s');
    await expect.poll(async () => (await titlesInView(page)).some((title) => /^s/i.test(title))).toBe(true);
    await expect.poll(() => strip.getAttribute('aria-valuetext')).toMatch(/[RS]/);
    await expect.poll(() => titlesInView(page)).toContain(byTitle.find((title) => /^s/i.test(title)));
    await page.keyboard.press('Home');
    await expect.poll(() => titlesInView(page)).toContain(byTitle[0]);

    await page.goto('/games?sort=titleDesc');
    await strip.focus();
    await page.keyboard.press('End');
    const digits = byTitle.filter((title) => /^[^a-z]/i.test(title) && title.charCodeAt(0) < 128);
    await expect.poll(() => titlesInView(page)).toContain(digits.at(-1));
    await page.goto('/games');
    await seen(cards(page));
    expect(await strip.count(), 'the strip exists only in orders by title').toBe(0);
  });

  it('follows a finger along the jump strip', async () => {
    const { page } = await site.visit(phone);
    await openCatalogue(page, '/games?sort=titleAsc');
    const strip = page.getByRole('slider', { name: 'Jump to a letter' });
    await seen(strip);
    const box = await strip.boundingBox();
    if (!box) throw new Error('The strip has no box');
    expect(box.x + box.width, 'the strip is at the edge').toBeGreaterThan(385);
    const at = (share: number) => [box.x + box.width / 2, box.y + box.height * share] as const;
    await page.mouse.move(...at(0.1));
    await page.mouse.down();
    for (let share = 0.1; share <= 0.99; share += 0.05) await page.mouse.move(...at(share));
    await page.mouse.move(...at(0.995));
    await page.mouse.up();
    await expect
      .poll(() => titlesInView(page))
      .toContain(byTitle.find((title) => title.charCodeAt(0) > 0x24f));
    expect(await strip.boundingBox(), 'the strip does not move').toEqual(box);
    await page.mouse.click(...at(0.01));
    await expect.poll(() => titlesInView(page)).toContain(byTitle[0]);
  });

  it('returns to the card of a long press, which keys then open', async () => {
    const { page } = await site.visit(phone);
    await openCatalogue(page);
    const title = library.games[1]?.title ?? '';
    const sheet = page.getByRole('dialog', { name: title, exact: true });
    await longPress(page, cards(page).nth(1), () => seen(sheet.getByRole('button', { name: 'Favorite' })));
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(title);
    await page.keyboard.press('Enter');
    await seen(sheet.getByRole('button', { name: 'Next game' }));
  });

  it('passes axe-core on phone and desktop', async () => {
    await expectNoFindings(site, async (page, check) => {
      await openCatalogue(page, '/games?sort=titleAsc&genre=Action');
      await page.goto('/games?sort=titleAsc');
      await seen(page.getByRole('slider', { name: 'Jump to a letter' }));
      await page.evaluate(() => window.scrollTo(0, 3000));
      await seen(cards(page));
      await check('games by title');
      await page.goto('/games?search=nothing+has+this');
      await seen(page.getByRole('heading', { name: 'No games found' }));
      await check('no match');
      await search(page).fill('the');
      await seen(cards(page));
      await check('search');
      await page.getByRole('button', { name: 'Filters' }).click();
      await seen(page.getByRole('dialog', { name: 'Filters' }).getByRole('textbox', { name: 'Name' }));
      await check('filters');
    });
  });

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.lastElementChild?.textContent);
});

async function titlesInOrder({ api }: Library): Promise<string[]> {
  return (await api.games('titleAsc')).map(({ title }) => title);
}
