// A game's own page for visitors and members, the path from there to a download, and its messages when there is
// nothing to show.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { fillGame, uploadPictures } from '../support/fill-game.ts';
import { quiet } from '../support/quiet.ts';
import { admin, member, useSite } from '../support/site.ts';
import {
  arriveAs,
  choose,
  downloadButton,
  fillLogin,
  flashes,
  seen,
  showDigest,
  showGames,
} from '../support/steps.ts';

const title = 'Neverball';
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name, level: 1 }));

describe('the page of a game', () => {
  const site = useSite();
  let api: CellarApi;
  let path: string;
  let barePath: string;
  let manyPath: string;
  let calmId: string;

  beforeAll(async () => {
    api = await site.api(admin);
    const game = await api.addGame(await smallGame(site.folder, 'never.zip'), title, 'Linux');
    await api.addGame(await smallGame(site.folder, 'never-2.zip', 2_500_000), title, 'Windows v1.2');
    fillGame(site.server, game._id, {
      facts: {
        ...{ description: 'Tilt the floor, roll the ball.', releaseDate: '2003-07-10', developer: 'Robert' },
        ...{ publisher: 'Open Court', rating: 81.4, ratingCount: 1203, ageRating: 'PEGI 3' },
        ...{ franchise: 'Never', collection: 'Balls', modes: '["singlePlayer","sameScreen"]', maxPlayers: 4 },
      },
      genres: ['Puzzle', 'Arcade'],
      boxArt: (await uploadPictures(api, 1, 600, 900))[0] ?? '',
      screenshots: await uploadPictures(api, 3),
      videos: ['https://www.youtube.com/watch?v=abc123'],
    });
    path = `/game/${game._id}`;
    const small = await smallGame(site.folder, 'many.zip');
    for (const platform of ['Linux', 'Mac', 'Windows', 'Xbox', ...[1, 2, 3, 4, 5].map((at) => `Mac v${at}`)])
      manyPath = `/game/${(await api.addGame(small, 'Many', platform))._id}`;
    for (const platform of ['Linux', 'Mac', 'Windows'])
      calmId = (await api.addGame(small, 'Tremulous', platform))._id;
    fillGame(site.server, calmId, {
      facts: {
        description: 'Humans and aliens build bases and try to destroy those of the others. '.repeat(4),
        ...{ developer: 'Dark Legion Development', releaseDate: '2006-03-31' },
      },
      genres: ['Shooter', 'Strategy'],
    });
    barePath = `/game/${(await api.addGame(await smallGame(site.folder, 'bare.zip'), 'Bare', 'Mac'))._id}`;
  });

  it('shows a visitor everything except downloads', async () => {
    const { page } = await site.visit();
    await page.goto(path);
    await heading(page, title);
    await expect.poll(() => page.title()).toBe(`${title} · Cellar`);
    const main = page.getByRole('main');
    const words = [
      ...['Tilt the floor, roll the ball.', 'July 10, 2003', 'Robert', 'Open Court', 'Puzzle, Arcade'],
      ...[
        '2003 · Robert · Puzzle, Arcade',
        'Linux, Windows v1.2',
        '81 out of 100 (1,203 votes)',
        'PEGI 3',
        'Never',
        'Balls',
        '2.48 MB',
      ],
      '1–4 · Same screen',
    ];
    for (const text of words) await seen(main.getByText(text, { exact: true }));
    await seen(main.getByRole('img', { name: `Box art of ${title}` }));
    for (const name of ['Download', 'Screenshots', 'Videos']) await seen(main.getByRole('heading', { name }));
    await seen(main.getByRole('link', { name: 'Log in to download' }));
    expect(await main.getByRole('button', { name: /Download/ }).count()).toBe(0);
    expect(await main.getByRole('button', { name: /^More for (Linux|Windows)/ }).count()).toBe(0);
    expect(await main.getByRole('link', { name: 'Puzzle' }).count(), 'genres do not link to the list').toBe(
      0,
    );
  });

  it('sends a visitor who wants to download to the login and back', async () => {
    const { page } = await site.visit();
    await page.goto(path);
    await page.getByRole('link', { name: 'Log in to download' }).click();
    await seen(page.getByText('Please log in to download games.'));
    await fillLogin(page, member);
    await heading(page, title);
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    const downloadStarts = page.waitForEvent('download');
    await downloadButton(page.getByRole('main'), 'Linux').click();
    expect((await downloadStarts).suggestedFilename()).toBe(`${title} (Linux).zip`);
    await seen(page.getByText(`${title} downloaded successfully`));
    // The page is not in the history twice.
    await page.goBack();
    await page.waitForURL('about:blank');
  });

  it('shows a member one card per platform, the SHA-256 digests, and genres that link to the list', async () => {
    const page = await site.arrive(member, path);
    await seen(downloadButton(page.getByRole('main'), 'Windows v1.2'));
    await showDigest(page.getByRole('main'), 'Linux');
    await seen(page.getByRole('button', { name: 'Copy SHA-256 of the Linux file' }));
    expect(await page.getByRole('link', { name: 'Log in to download' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Puzzle' }).click();
    await page.waitForURL('**/games?genre=Puzzle');
  });

  it('lists many files at a click, without a separate scroll area', async () => {
    const page = await site.arrive(member, manyPath, { viewport: { width: 1366, height: 768 } });
    const files = page.getByRole('region', { name: 'Download' }).getByRole('listitem');
    await expect.poll(() => files.count()).toBe(1);
    await page.getByRole('button', { name: 'Other systems (8)' }).click();
    await expect.poll(() => files.count()).toBe(9);
    const isCut = await files.last().evaluate((node) => {
      for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowY !== 'visible' && at.scrollHeight > at.clientHeight) return true;
      }
      return false;
    });
    expect(isCut).toBe(false);
  });

  it.each([
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ])('shows the first lines of the description without scrolling ($width px)', async (viewport) => {
    for (const place of [`/games?game=${calmId}`, `/game/${calmId}`]) {
      const page = await site.arrive(member, place, { viewport });
      const text = page.getByText('Humans and aliens build');
      await seen(downloadButton(page.locator('article'), 'Windows'));
      await expect.poll(() => page.getByRole('button', { name: 'Favorite' }).isEnabled()).toBe(true);
      // Nothing covers the third line.
      const isSeen = await text.evaluate((node) => {
        const { left, top } = node.getBoundingClientRect();
        const line = Number.parseFloat(getComputedStyle(node).lineHeight);
        return document.elementFromPoint(left + 8, top + 2.5 * line) === node;
      });
      expect(isSeen, place).toBe(true);
    }
  });

  it('translates genres, but filters by their stored names', async () => {
    const asMember = await site.api(member);
    const page = await site.arrive(member, path);
    await asMember.setPreferences({ language: 'fr' });
    await page.reload();
    await page.getByRole('link', { name: 'Réflexion' }).click();
    await page.waitForURL('**/games?genre=Puzzle');
    await page.reload();
    const chosen = page.getByRole('combobox', { name: 'Genre' }).locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('Réflexion');
    await seen(page.getByRole('link', { name: title }));
    await asMember.setPreferences({ language: 'en' });
  });

  it('marks missing facts as unknown and hides empty sections', async () => {
    const { page } = await site.visit();
    await page.goto(barePath);
    await heading(page, 'Bare');
    const unknown = page.getByRole('definition').filter({ hasText: 'Unknown' });
    await expect.poll(() => unknown.count()).toBe(4);
    for (const name of ['Screenshots', 'Videos']) {
      expect(await page.getByRole('heading', { name }).count(), name).toBe(0);
    }
  });

  it('links a visitor back to the home page and an admin back to the games', async () => {
    const { page } = await site.visit();
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    await arriveAs(page, admin, '/admin');
    await showGames(page);
    await page.getByRole('link', { name: `Game Page of ${title}` }).click();
    await heading(page, title);
    await page.getByRole('link', { name: 'Back to games' }).click();
    await page.waitForURL('**/games');
  });

  it('copies its link to the clipboard', async () => {
    const { page } = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(path);
    await Promise.all([flashes(page, 'Link copied'), choose(page.getByRole('main'), title, 'Copy link')]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.server.url + path);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      document.execCommand = () => false;
    });
    await choose(page.getByRole('main'), title, 'Copy link');
    await seen(page.getByRole('alert').getByText('Could not copy'));
  });

  it('causes no layout shift while loading', async () => {
    for (const width of [390, 1366]) {
      const { page } = await site.visit({ viewport: { width, height: 844 } });
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(path);
      await seen(page.getByRole('heading', { name: 'Videos' }));
      await quiet(page);
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
    }
  });

  it('shows Game Not Found for an unknown or invalid id', async () => {
    const { page } = await site.visit({ expects: /status of 40[04]/ });
    // Refused with 404, with 400, and by the router. The API's tests (games/game.test.ts) cover other ids.
    for (const address of ['/game/nothing', `/game/${'x'.repeat(80)}`, '/game/a%2Fb']) {
      await page.goto(address);
      await heading(page, 'Game Not Found');
      await expect.poll(() => page.title()).toBe('Game Not Found · Cellar');
    }
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL(`${site.server.url}/`);
  });

  it('shows Invalid game ID without an id', async () => {
    const visitor = await site.visit({ expects: /status of 404/ });
    await visitor.page.goto('/game');
    await heading(visitor.page, 'Invalid game ID');
  });

  it('reports a failure to load and offers a retry', async () => {
    const visitor = await site.visit({ expects: /ERR_FAILED/ });
    await visitor.page.route(/\/api\/games\//, (route) => route.abort());
    await visitor.page.goto(path);
    await heading(visitor.page, 'Failed to load game data');
    await visitor.page.unroute(/\/api\/games\//);
    await visitor.page.getByRole('button', { name: 'Try again' }).click();
    await heading(visitor.page, title);
  });

  it('passes axe-core', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto(path);
      await heading(page, title);
      await check('as a visitor');
      await page.goto('/game/nothing');
      await heading(page, 'Game Not Found');
      await check('unknown game');
      await arriveAs(page, member, path);
      await seen(downloadButton(page.getByRole('main'), 'Linux'));
      await check('as a member');
    });
  });

  // Last, because it changes the site for everyone.
  it('requires a login when public pages are turned off', async () => {
    await api.setSettings({ systemSettings: { publicGamePages: false } });
    const { page } = await site.visit({ expects: /status of 401/ });
    await page.goto(path);
    await seen(page.getByText('Please log in to see this game.'));
    await fillLogin(page, member);
    await heading(page, title);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token);
    // An open page would notice the end itself.
    await page.goto('about:blank');
    await endSession(site.server.url, token);
    await page.goto(path);
    await seen(page.getByText('Your session has expired. Please log in again.'));
    await fillLogin(page, member);
    await heading(page, title);
  });
});

async function endSession(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { ok } = await fetch(`${url}/api/users/logout`, { method: 'POST', headers });
  expect(ok, 'the session has ended').toBe(true);
}
