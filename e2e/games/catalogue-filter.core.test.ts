// Finding games by search, genre, platform and order in the whole library, not only in the loaded part. The URL stores
// all choices.
import {
  type CatalogueFilter,
  createCatalogueFilter,
  noFilter,
} from '@cellar/contract/games/rules/catalogue-filter.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cards,
  countOf,
  fillLibrary,
  genre,
  type Library,
  openCatalogue,
  phone,
  platform,
  scrollTo,
  search,
  sort,
  titlesInView,
} from '../support/catalogue.ts';
import { useSite } from '../support/site.ts';
import { isFocused, seen } from '../support/steps.ts';

const seeded = 240;

describe('the filters of the games page', () => {
  const site = useSite();
  let library: Library;

  beforeAll(async () => {
    library = await fillLibrary(site, seeded, [
      ['Zzyzx Pokémon Ünder', 'Windows'],
      ['Zzyzx Modded Only', 'Windows (Modded)'],
      ['Zzyzx Version', 'Windows v1.2'],
      ['Zzyzx of Linux', 'Linux'],
    ]);
  });

  const matching = (filter: Partial<CatalogueFilter>) =>
    library.games.filter(createCatalogueFilter({ ...noFilter, ...filter })).map(({ title }) => title);

  it('find a title by any part, regardless of case and accents', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    for (const text of ['pokemon under', '  POKÉMON   ünd']) {
      await search(page).fill(text);
      await seen(page.getByText('That’s the only match.'));
      await expect.poll(() => titlesInView(page)).toEqual(['Zzyzx Pokémon Ünder']);
    }
  });

  it('filter the loaded games immediately, then add matches from the server', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    const searches: string[] = [];
    const held = Promise.withResolvers<void>();
    await page.route('**/api/games?*search=*', async (route) => {
      const text = new URL(route.request().url()).searchParams.get('search');
      searches.push(text ?? '');
      if (text) await held.promise;
      await route.continue();
    });
    const { first, last, text } = findDistantGames(library);
    await search(page).fill(text);
    await expect.poll(() => titlesInView(page)).toContain(first);
    expect(await titlesInView(page)).not.toContain(last);
    await seen(page.getByText('Loading...'));
    held.resolve();
    const all = matching({ search: text });
    await seen(page.getByText(all.length === 1 ? '1 game' : `${all.length} games`, { exact: true }));
    const isInOrder = async () => {
      const titles = await titlesInView(page);
      return titles.length > 1 && titles.join() === all.slice(0, titles.length).join();
    };
    await expect.poll(isInOrder).toBe(true);
    await page.mouse.wheel(0, 100_000);
    await seen(page.getByRole('link', { name: last, exact: true }));
    expect(searches.filter(Boolean).length, 'one request for the whole text').toBe(1);
  });

  it('match a modded platform exactly and exclude it from all other platforms', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    await search(page).fill('zzyzx');
    await platform(page).selectOption({ label: 'Windows' });
    await seen(page.getByText('You have seen all 2 games!'));
    await expect.poll(() => titlesInView(page)).toEqual(['Zzyzx Version', 'Zzyzx Pokémon Ünder']);
    await platform(page).selectOption({ label: 'Windows (Modded)' });
    await seen(page.getByText('That’s the only match.'));
    await expect.poll(() => titlesInView(page)).toEqual(['Zzyzx Modded Only']);
    const offered = await platform(page).locator('option').allTextContents();
    expect(offered[0]).toBe('All Platforms');
    expect(offered.filter((name) => name.includes(' v'))).toEqual([]);
  });

  it('show the games of a genre', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    const chosen = library.games.flatMap((game) => game.genres)[0] ?? '';
    await seen(genre(page).locator(`option[value='["${chosen}"]']`).or(page.getByRole('main')));
    await genre(page).selectOption({ label: chosen });
    await expect
      .poll(() => countOf(page).textContent())
      .toBe(`${matching({ genre: [chosen] }).length} games`);
    expect(await genre(page).locator('option').first().textContent()).toBe('All Genres');
  });

  it('are offered once: by selects where there is room for them, otherwise in the sheet', async () => {
    for (const [options, isPhone] of [
      [{}, false],
      [phone, true],
    ] as const) {
      const { page } = await site.visit(options);
      await openCatalogue(page);
      for (const select of [genre(page), platform(page), sort(page)]) {
        expect(await select.isVisible()).toBe(!isPhone);
      }
      await page.getByRole('button', { name: 'Filters' }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await seen(sheet.getByRole('group', { name: 'Players' }));
      for (const name of ['Genre', 'Platform']) {
        expect(await sheet.getByRole('group', { name }).isVisible(), name).toBe(isPhone);
      }
      expect(await sheet.getByRole('combobox', { name: 'Sort' }).isVisible()).toBe(isPhone);
    }
  });

  it('show the games of several genres, found by name', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    await genre(page).selectOption({ label: 'Choose several...' });
    const sheet = page.getByRole('dialog', { name: 'Genre' });
    const [one = '', other = ''] = new Set(library.games.flatMap((game) => game.genres));
    for (const name of [one, other]) {
      await sheet.getByRole('searchbox', { name: 'Search genres' }).fill(name);
      await sheet.getByText(name, { exact: true }).click();
    }
    const { length } = matching({ genre: [one, other] });
    await sheet.getByRole('button', { name: `Show ${length} games` }).click();
    await expect.poll(() => countOf(page).textContent()).toBe(`${length} games`);
    await expect.poll(() => genre(page).locator('option:checked').textContent()).toBe(`${one}, ${other}`);
  });

  it('keep both of two choices made before the page is redrawn', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    await platform(page).locator('option', { hasText: 'Linux' }).first().waitFor({ state: 'attached' });
    await page.evaluate(() => {
      for (const [name, value] of [
        ['Sort', 'titleDesc'],
        ['Platform', '["Linux"]'],
      ] as const) {
        const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`);
        if (!select) throw new Error(`There is no ${name}.`);
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    await expect.poll(() => query(page)).toBe('?sort=titleDesc&platform=Linux');
    // The list may still grow.
    const hasEnd = async () => {
      await scrollTo(page, 1);
      return page.getByText('You have seen all').isVisible();
    };
    await expect.poll(hasEnd).toBe(true);
  });

  it('are stored in the URL, so that Back, Forward and a reload show the same games', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    await sort(page).selectOption('titleDesc');
    await platform(page).selectOption({ label: 'Linux' });
    await search(page).pressSequentially('zzyzx');
    await seen(page.getByText('That’s the only match.'));
    await expect.poll(() => query(page)).toBe('?sort=titleDesc&platform=Linux&search=zzyzx');
    await page.reload();
    await expect.poll(() => titlesInView(page)).toEqual(['Zzyzx of Linux']);
    await expect.poll(() => search(page).inputValue()).toBe('zzyzx');

    await page.goBack();
    await expect
      .poll(() => query(page), { message: 'typing adds no history entries' })
      .toBe('?sort=titleDesc');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await expect.poll(() => platform(page).inputValue()).toBe('[]');
    await page.goForward();
    await expect.poll(() => titlesInView(page)).toEqual(['Zzyzx of Linux']);
  });

  it('are cleared together, even if no game matches', async () => {
    const { page } = await site.visit(phone);
    await openCatalogue(page);
    await page.goto('/games?search=there+is+no+such+game&genre=Nonesuch');
    await seen(page.getByRole('heading', { name: 'No games found' }));
    const options = { message: 'the genre from the link is shown' };
    await expect
      .poll(() => page.getByRole('button', { name: 'Remove the filter Nonesuch' }).count(), options)
      .toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect.poll(() => countOf(page).textContent()).toBe(`${library.games.length} games`);
    await expect.poll(() => query(page)).toBe('');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await page.goBack();
    await seen(page.getByRole('heading', { name: 'No games found' }));
  });

  it('let Esc clear the search field, then leave it', async () => {
    const { page } = await site.visit();
    await openCatalogue(page);
    await page.keyboard.press('/');
    await expect.poll(() => isFocused(search(page))).toBe(true);
    await page.keyboard.type('zzyzx v');
    await expect.poll(() => query(page)).toBe('?search=zzyzx+v');
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await expect.poll(() => query(page)).toBe('');
    expect(await isFocused(search(page))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(search(page))).toBe(false);
  });

  it('work without the list of options from the server', async () => {
    const visitor = await site.visit({ expects: /Failed to load resource/ });
    await visitor.page.route('**/api/games/filters', (route) => route.abort());
    await openCatalogue(visitor.page);
    await platform(visitor.page).selectOption({ label: 'Windows (Modded)' });
    await seen(cards(visitor.page));
    expect(await visitor.page.getByRole('alert').count()).toBe(0);
  });

  const query = (page: Page) => new URL(page.url()).search;
});

/** Returns a word that appears in the title of a game on the first page and in one far behind it. */
function findDistantGames({ games }: Library): { first: string; last: string; text: string } {
  for (const near of games.slice(6, 12)) {
    for (const text of near.title.split(' ').filter((word) => word.length > 3)) {
      const matches = games.filter(createCatalogueFilter({ ...noFilter, search: text }));
      const last = matches.at(-1);
      if (last && matches.length < 12 && games.indexOf(last) > 100) {
        return { first: near.title, last: last.title, text };
      }
    }
  }
  throw new Error('The seeded titles have no word in common');
}
