// Measures how calm the pages are, in the demo library: visible controls and heights of ten pages at three widths, and clicks and
// seconds of two walks. Run by `npm run screenshots -- pages [FOLDER]`; with a folder, it takes pictures of the pages, too.
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Browser, Locator, Page } from 'playwright-core';
import { smallGame } from './support/archives.ts';
import { CellarServer } from './support/cellar-server.ts';
import { launchChromium } from './support/chromium.ts';
import { quiet } from './support/quiet.ts';
import { arriveAs, seen, tryToLogIn } from './support/steps.ts';
import { showEffects, Visitor } from './support/visitor.ts';

const folder = process.argv[2];
const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
  { width: 2560, height: 1440 },
];
const schemes = folder ? (['dark', 'light'] as const) : (['dark'] as const);
/** The accounts of the demo library, which the server prints too. */
const admin = { email: 'admin@cellar.example', password: 'cellar-demo' };
const member = { email: 'member@cellar.example', password: 'cellar-demo' };

interface Stop {
  name: string;
  account: typeof admin;
  path: string;
  open?(page: Page): Promise<unknown>;
}

const stops: Stop[] = [
  { name: 'home', account: member, path: '/' },
  { name: 'games', account: member, path: '/games' },
  { name: 'game-overlay', account: member, path: '/games', open: openFirst },
  { name: 'game-page', account: member, path: '/games', open: visitFirst },
  { name: 'account', account: member, path: '/account' },
  { name: 'account-security', account: member, path: '/account?tab=security' },
  { name: 'game-management', account: admin, path: '/admin' },
  { name: 'settings', account: admin, path: '/admin?tab=settings' },
  { name: 'users', account: admin, path: '/admin?tab=users' },
  { name: 'tools', account: admin, path: '/admin?tab=tools' },
];

async function openFirst(page: Page): Promise<void> {
  await page.locator('main a[data-id]').first().click();
  await seen(page.getByRole('dialog').getByRole('heading', { name: 'Download Options' }));
}

async function visitFirst(page: Page): Promise<void> {
  const id = await page.locator('main a[data-id]').first().getAttribute('data-id');
  await page.goto(`/game/${id}`);
  await seen(page.getByRole('heading', { name: 'Download', exact: true }));
}

/** Runs in the page. Controls that are visible without scrolling, and the height of the page or of the open dialog, in CSS pixels. */
function measure(): { controls: number; height: number } {
  const place = document.querySelector('dialog[open]') ?? document.body;
  const isVisible = (control: Element) => {
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const isInWindow = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return (
      isInWindow &&
      right - left > 1 &&
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const controls = [...place.querySelectorAll('a[href], button, input, select, textarea, summary')];
  const { scrollHeight } = place === document.body ? document.documentElement : place;
  return { controls: controls.filter(isVisible).length, height: scrollHeight };
}

async function lookAtPages(browser: Browser, server: CellarServer): Promise<void> {
  console.log('| page | 390: controls, px | 1366: controls, px | 2560: controls, px |\n|---|---|---|---|');
  for (const { name, account, path, open } of stops) {
    const cells: string[] = [];
    for (const viewport of sizes) {
      for (const colorScheme of schemes) {
        const isPhone = viewport.width < 640;
        const visitor = await Visitor.arrive(browser, server.url, {
          viewport,
          colorScheme,
          hasTouch: isPhone,
          isMobile: isPhone,
        });
        const { page } = visitor;
        await arrive(page, account, path);
        await open?.(page);
        await quiet(page);
        const { controls, height } = await page.evaluate(measure);
        if (colorScheme === 'dark') cells.push(`${controls}, ${height}`);
        await showEffects(page);
        if (folder)
          await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`) });
        await visitor.leave();
      }
    }
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

async function arrive(page: Page, account: typeof admin, path: string): Promise<void> {
  await arriveAs(page, account, path);
  await seen(page.getByRole('heading'));
  await quiet(page);
}

/** Counts the clicks of a person. */
function counting() {
  let clicks = 0;
  const startedAt = performance.now();
  return {
    click: async (control: Locator) => {
      clicks += 1;
      await control.click();
    },
    tell: (walk: string) =>
      console.log(`${walk}: ${clicks} clicks, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`),
  };
}

/** From the login, where a visitor who opens the site is one click later, to a running download. */
async function downloadAsMember(browser: Browser, server: CellarServer): Promise<void> {
  const { page } = await Visitor.arrive(browser, server.url);
  const { click, tell } = counting();
  await page.goto('/login');
  await tryToLogIn(page, member);
  await click(page.locator('main a[data-id]').first());
  const starts = page.waitForEvent('download');
  await click(page.getByRole('dialog').locator('[data-pad=download]'));
  await starts;
  tell('A member, from the login to a running download');
}

/** From the set-up link to the first game. */
async function addFirstGame(browser: Browser): Promise<void> {
  const server = await CellarServer.create();
  const { path } = await smallGame(await mkdtemp(join(tmpdir(), 'cellar-figures-')), 'SuperTux-linux.zip');
  const { page } = await Visitor.arrive(browser, server.url);
  const { click, tell } = counting();
  await page.goto(`/setup#code=${await server.setupCode()}`);
  await page.getByLabel('Site name').fill('Our Cellar');
  await page.getByLabel('Your name').fill('Sample Admin');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: false }).first().fill('a long enough password');
  await click(page.getByRole('button', { name: 'Create admin and start' }));
  await click(page.getByRole('button', { name: 'Skip for now' }));
  const file = page.getByLabel(/^Choose (an archive or drop it here|another archive)$/);
  await seen(page.getByRole('heading', { name: 'Admin', level: 1 }));
  await quiet(page);
  if (!(await file.isVisible())) await click(page.getByRole('button', { name: 'Add games' }));
  const chosen = page.waitForEvent('filechooser');
  await click(file);
  await (await chosen).setFiles(path);
  const platform = page.getByRole('combobox', { name: 'Platform' });
  const title = await page.getByRole('textbox', { name: 'Title' }).elementHandle();
  await page.waitForFunction((node) => node instanceof HTMLInputElement && node.value !== '', title);
  if (!(await platform.inputValue())) {
    await click(platform);
    await platform.selectOption('Linux');
  }
  await click(page.getByRole('button', { name: 'Upload game' }));
  await seen(page.getByText(/ uploaded successfully!$/));
  tell('A new admin, from the set-up link to the first game, with five fields to type');
  await server.remove();
}

if (folder) await mkdir(folder, { recursive: true });
const [server, browser] = await Promise.all([CellarServer.create('--demo'), launchChromium()]);
try {
  await lookAtPages(browser, server);
  await downloadAsMember(browser, server);
  await addFirstGame(browser);
} finally {
  await browser.close();
  await server.remove();
}
