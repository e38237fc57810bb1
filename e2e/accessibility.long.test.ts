// Runs axe-core on every page.
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { expectNoFindings } from './support/axe.ts';
import { admin, member, useNewSite } from './support/site.ts';
import { arriveAs, openGame, seen, showGames } from './support/steps.ts';

const title = 'SuperTux';
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name }));

describe('axe-core', () => {
  const site = useNewSite();

  // First, because the page is closed once there is an admin.
  it('finds no problems on /setup', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto('/setup');
      await heading(page, 'Set up your library');
      await check('setup');
    });
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    const api = await site.api(admin);
    await api.addGame(await smallGame(site.folder, 'tux.zip'), title, 'Linux');
    await api.addGame(await smallGame(site.folder, 'other.zip'), 'Warzone 2100', 'Windows');
  });

  it('finds no problems on /, /login and an unknown address', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto('/');
      await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
      await check('home');
      await page.goto('/login');
      await heading(page, 'Welcome back');
      await check('login');
      await page.goto('/nowhere');
      await heading(page, 'Page not found');
      await check('unknown');
    });
  });

  it('finds no problems on /games, in an open game, and on /login for a member who is logged in', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, member);
      await seen(page.getByText('You have seen all 2 games!'));
      await check('games');
      await openGame(page, title);
      await check('game');
      await page.goto('/login');
      await seen(page.getByRole('link', { name: 'Go to Games' }));
      await check('login');
    });
  });

  it('finds no problems on /admin', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/admin#add-game');
      await showGames(page);
      await page.getByRole('button', { name: 'Upload game' }).click();
      await seen(page.getByText('Please fill in all fields and select a file'));
      await check('admin');
    });
  });
});
