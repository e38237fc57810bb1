// Shared by the journeys through the catalogue: a library of a few hundred games, and queries for the visible part of
// the list.
import type { GameListItem } from '@cellar/contract/games.ts';
import type { Locator, Page } from 'playwright-core';
import { smallGame } from './archives.ts';
import type { CellarApi } from './cellar-api.ts';
import { admin, member, type Site } from './site.ts';
import { arriveAs, seen } from './steps.ts';

export interface Library {
  api: CellarApi;
  /** Newest first. */
  games: GameListItem[];
}

/** Adds games invented by `cellar seed`, then the test's `own` games, which are therefore the newest. */
export async function fillLibrary(
  site: Site,
  seeded: number,
  own: [title: string, platform: string][] = [],
): Promise<Library> {
  await site.createAccount('admin', admin);
  await site.createAccount('member', member);
  await site.server.seed(seeded, 6);
  const api = await site.api(admin);
  const archive = await smallGame(site.folder, 'own.zip');
  for (const [title, platform] of own) await api.addGame(archive, title, platform);
  return { api, games: await api.games() };
}

/** Opens the catalogue as a member who has just logged in. */
export async function openCatalogue(page: Page, path = '/games'): Promise<void> {
  await arriveAs(page, member, path);
  await seen(cards(page));
}

export function cards(page: Page): Locator {
  return page.getByRole('main').locator('a[data-id]');
}

/**
 * Returns the titles of the cards that show at least their title in the window, below the bars and above the footer.
 */
export async function titlesInView(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const above = document.querySelector('search')?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll('main a[data-id]')]
      .filter((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return bottom > above && top < innerHeight - 80;
      })
      .map((link) => link.lastElementChild?.textContent ?? '');
  });
}

export async function scrollTo(page: Page, share: number): Promise<void> {
  await page.evaluate((to) => {
    window.scrollTo(0, to * (document.documentElement.scrollHeight - innerHeight));
  }, share);
}

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search games' });
export const genre = (page: Page) => page.getByRole('combobox', { name: 'Genre' });
export const platform = (page: Page) => page.getByRole('combobox', { name: 'Platform' });
export const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort' });
export const countOf = (page: Page) => page.getByRole('main').getByRole('status').first();
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
