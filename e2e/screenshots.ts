// Takes the screenshots for README.md of the demo library, dark and light. Run by `npm run screenshots`.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { CellarServer } from './support/cellar-server.ts';
import { launchChromium } from './support/chromium.ts';
import { logIn, openGame, seen, showGames } from './support/steps.ts';
import { showEffects, Visitor } from './support/visitor.ts';

const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
const maxBytes = 400 * 1024;
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** The admin of the demo library, which the server prints too. */
const admin = { email: 'admin@cellar.example', password: 'cellar-demo' };
const shownGame = '0 A.D.';

type Scheme = 'dark' | 'light';

async function takeAll(): Promise<void> {
  await mkdir(images, { recursive: true });
  const [server, browser] = await Promise.all([CellarServer.create('--demo'), launchChromium()]);
  try {
    for (const scheme of ['dark', 'light'] as const) await takeScheme({ browser, server }, scheme);
  } finally {
    await browser.close();
    await server.remove();
  }
}

interface Studio {
  browser: Browser;
  server: CellarServer;
}

async function takeScheme({ browser, server }: Studio, scheme: Scheme): Promise<void> {
  const at = (options: BrowserContextOptions) => arrive(browser, server, { colorScheme: scheme, ...options });
  const visitor = await at({ viewport: desk });
  await takeGames(visitor.page, scheme);
  await takeAdmin(visitor.page, scheme);
  await visitor.leave();

  const onPhone = await at({ viewport: phone, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  await save(onPhone.page, `games-phone-${scheme}`);
  await onPhone.leave();
}

async function arrive(
  browser: Browser,
  server: CellarServer,
  options: BrowserContextOptions,
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server.url, options);
  await logIn(visitor.page, admin);
  await visitor.page.goto('/games');
  await seen(visitor.page.getByRole('link', { name: shownGame, exact: true }));
  return visitor;
}

async function takeGames(page: Page, scheme: Scheme): Promise<void> {
  await save(page, `games-${scheme}`);
  await openGame(page, shownGame);
  await seen(page.getByRole('dialog').getByRole('button', { name: 'Favorite', exact: true }));
  await save(page, `game-${scheme}`);
  await page.keyboard.press('Escape');
}

async function takeAdmin(page: Page, scheme: Scheme): Promise<void> {
  await page.goto('/admin');
  await showGames(page);
  await seen(page.getByRole('rowheader', { name: shownGame }));
  const filter = page.getByPlaceholder('Filter by title');
  await filter.evaluate((field) => window.scrollTo(0, field.getBoundingClientRect().top + scrollY - 144));
  await page.mouse.move(0, 0);
  await save(page, `admin-${scheme}`);
}

async function save(page: Page, name: string): Promise<void> {
  await showEffects(page);
  await page.evaluate(async () => {
    const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(visible.map((image) => image.decode().catch(() => undefined)));
  });
  const picture = sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  const { size } = await picture.png({ palette: true, effort: 10 }).toFile(`${images}${name}.png`);
  if (size > maxBytes)
    throw new Error(`${name}.png has ${size} bytes; a README should not weigh more than ${maxBytes}.`);
  console.log(`docs/images/${name}.png  ${Math.round(size / 1024)} KB`);
}

await takeAll();
