// Runs axe-core on every page in both themes, at phone and desktop widths.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { admin, member, useSite } from './support/site.ts';
import { arriveAs, openGame, seen, showGames } from './support/steps.ts';

const title = 'SuperTux';
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name }));

describe('axe-core', () => {
  const site = useSite();

  // First, because the page is closed once there is an admin.
  it('finds no problems on /setup', async () => {
    const page = await visitEverySize((page) => heading(page, 'Set up your library'), '/setup');
    expect(page).toEqual([]);
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    const api = await site.api(admin);
    await api.addGame(await smallGame(site.folder, 'tux.zip'), title, 'Linux');
    await api.addGame(await smallGame(site.folder, 'other.zip'), 'Warzone 2100', 'Windows');
  });

  it('finds no problems on /, /login and an unknown address', async () => {
    const home = (page: Page) => seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    expect(await visitEverySize(home, '/')).toEqual([]);
    expect(await visitEverySize((page) => heading(page, 'Welcome back'), '/login')).toEqual([]);
    expect(await visitEverySize((page) => heading(page, 'Page not found'), '/nowhere')).toEqual([]);
  });

  it('finds no problems on /login for a member who is logged in', async () => {
    const login = async (page: Page) => {
      await arriveAs(page, member, '/login');
      await seen(page.getByRole('link', { name: 'Go to Games' }));
    };
    expect(await visitEverySize(login)).toEqual([]);
  });

  it('finds no problems on /games and in an open game', async () => {
    const games = async (page: Page) => {
      await arriveAs(page, member);
      await seen(page.getByText('You have seen all 2 games!'));
    };
    expect(await visitEverySize(games)).toEqual([]);
    const overlay = async (page: Page) => {
      await games(page);
      await openGame(page, title);
    };
    expect(await visitEverySize(overlay)).toEqual([]);
  });

  it('finds no problems on /admin', async () => {
    const dashboard = async (page: Page) => {
      await arriveAs(page, admin, '/admin');
      await showGames(page);
      await page.getByRole('button', { name: 'Upload game' }).click();
      await seen(page.getByText('Please fill in all fields and select a file'));
    };
    expect(await visitEverySize(dashboard)).toEqual([]);
  });

  async function visitEverySize(prepare: (page: Page) => Promise<void>, path?: string): Promise<string[]> {
    const findings: string[] = [];
    for (const colorScheme of ['dark', 'light'] as const) {
      for (const width of [390, 1366]) {
        const { page, leave } = await arrive(colorScheme, width);
        if (path) await page.goto(path);
        await prepare(page);
        findings.push(...(await findingsOn(page)).map((finding) => `${colorScheme} ${width}: ${finding}`));
        await leave();
      }
    }
    return findings;
  }

  async function arrive(colorScheme: 'dark' | 'light', width: number) {
    const visitor = await site.visit({ colorScheme, viewport: { width, height: width === 390 ? 844 : 768 } });
    // Unknown addresses are answered with 404.
    visitor.expectProblem(/status of 404/);
    return { page: visitor.page, leave: () => visitor.leave() };
  }

  async function findingsOn(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html} ${failureSummary}`),
    );
  }
});
