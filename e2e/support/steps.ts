// Steps of users, which find elements by role, label and text.
import type { Locator, Page } from 'playwright-core';
import { waitLimitMs } from '../../test/waiting.ts';
import type { Account } from './cellar-api.ts';
import { localUrl } from './chromium.ts';
import { siteOf } from './visitor.ts';

/** Resolves when the element is visible. */
export function seen(locator: Locator, timeout = waitLimitMs): Promise<void> {
  return locator.first().waitFor({ state: 'visible', timeout });
}

/**
 * Resolves when the text appears, however briefly. Call it before the text can appear. Looks at every change of the page, because a busy
 * machine may draw no frame for a second.
 */
export async function flashes(page: Page, words: string): Promise<void> {
  await page.waitForFunction(untilShown, words);
}

/** Runs in the page. */
function untilShown(words: string): Promise<true> {
  const isShown = () => document.body.textContent.includes(words);
  return new Promise((resolve) => {
    if (isShown()) return resolve(true);
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      observer.disconnect();
      resolve(true);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Closes a toast by its button instead of waiting, unless it has already disappeared. */
export async function closeToast(page: Page, words: string): Promise<void> {
  const toast = page.locator('[role=status], [role=alert]').locator('> *').filter({ hasText: words });
  await toast.evaluateAll((found) => {
    for (const node of found) node.querySelector('button')?.click();
  });
  await toast.waitFor({ state: 'detached' });
}

/** Opens the link that the server prints, fills in the setup form, and skips the mail server. */
export async function setUp(page: Page, account: Account, code: string): Promise<void> {
  await createFirstAdmin(page, account, code);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await seen(page.getByRole('heading', { name: 'Admin', level: 1 }));
}

/** The first step of the setup. */
export async function createFirstAdmin(
  page: Page,
  { email, password }: Account,
  code: string,
): Promise<void> {
  await page.goto(`/setup#code=${code}`);
  await page.getByLabel('Site name').fill('Our Cellar');
  await page.getByLabel('Your name').fill('Sample Admin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Create admin and start' }).click();
}

/** Logs in with the form. Tests about other subjects use the faster `arriveAs`. */
export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, { email, password });
}

/** Opens the page with a stored session, which takes a second less than the form. */
export async function arriveAs(page: Page, { email, password }: Account, path = '/games'): Promise<void> {
  const answer = await page.request.post(`${localUrl(siteOf(page))}/api/users/login`, {
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`The login answered ${answer.status()}`);
  const { token, isAdmin, isContributor, name, _id } = await answer.json();
  await page.addInitScript(storeSession, {
    site: siteOf(page),
    session: { token, isAdmin, isContributor, name, email, _id },
  });
  await page.goto(path);
  await seen(accountButton(page));
}

/** Runs in the page before its own scripts. Stores the session only once, so that a later logout remains effective. */
function storeSession({ site, session }: { site: string; session: { token: string } }): void {
  if (location.origin !== site || sessionStorage.getItem('arrived') === session.token) return;
  sessionStorage.setItem('arrived', session.token);
  localStorage.setItem('userInfo', JSON.stringify(session));
}

export async function fillLogin(page: Page, account: Account): Promise<void> {
  await tryToLogIn(page, account);
  await seen(accountButton(page));
}

/** The account menu's button. For visitors it has another name. */
export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Account menu/ });
}

/** Opens the account menu of the bar. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await accountButton(page).click();
  const menu = page.getByRole('region', { name: /^Account menu/ });
  await seen(menu.getByRole('button', { name: 'Logout' }));
  return menu;
}

export async function logOut(page: Page): Promise<void> {
  const menu = await openAccountMenu(page);
  await menu.getByRole('button', { name: 'Logout' }).click();
}

/** Chooses a language in the account menu. The page is in English before. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  const menu = await openAccountMenu(page);
  await menu.getByRole('combobox', { name: 'Language' }).selectOption(language);
  await page.keyboard.press('Escape');
}

/** Sends the login form without waiting for the result. */
export async function tryToLogIn(page: Page, { email, password }: Account): Promise<void> {
  const submit = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
  // The previous page may have fields of the same names and remains visible until the login page is loaded.
  await seen(submit);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(password);
  await submit.click();
}

/** Opens what few members need on a tab of the account page. */
export async function openAdvanced(page: Page): Promise<void> {
  await page.getByRole('main').locator('summary').click();
}

/** Clicks the element that opens the file chooser, and chooses the file. */
export async function chooseFile(opener: Locator, path: string): Promise<void> {
  const [chooser] = await Promise.all([opener.page().waitForEvent('filechooser'), opener.click()]);
  await chooser.setFiles(path);
}

export interface NewGame {
  path: string;
  title: string;
  platform: string;
  /** For platforms with a version. */
  version?: string;
}

/** Opens the form for new games where it is closed, and returns its field for files. */
export async function archiveField(page: Page): Promise<Locator> {
  const field = page.getByLabel(/^Choose (an archive or drop it here|another archive)$/);
  const add = page.getByRole('button', { name: 'Add games', exact: true, expanded: false });
  await seen(field.or(add));
  if (await add.isVisible()) await add.click();
  return field;
}

/** Chooses from the menu of Game Management. */
export async function chooseForLibrary(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More for the library' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Fills in and sends the form for adding a game. The page must belong to an admin. */
export async function addGame(page: Page, { path, title, platform, version }: NewGame): Promise<void> {
  await chooseFile(await archiveField(page), path);
  await fillTitle(page, title);
  await page.getByRole('combobox', { name: 'Platform' }).selectOption(platform);
  if (version) await page.getByLabel('Version number').fill(version);
  await page.getByRole('button', { name: 'Upload game' }).click();
}

/**
 * Replaces the title that the chosen file suggests. Waits for the suggestion, which would otherwise be mixed with the
 * typed title.
 */
export async function fillTitle(page: Page, title: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Title' });
  await page.waitForFunction(
    (node) => node instanceof HTMLInputElement && node.value !== '',
    await field.elementHandle(),
  );
  await field.fill(title);
}

/** Waits until the upload has reached this percentage. */
export async function uploadReaches(page: Page, title: string, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: `Upload of ${title}` });
  await barReaches(bar, percent);
}

export async function barReaches(bar: Locator, percent: number): Promise<void> {
  await seen(bar);
  const element = await bar.elementHandle();
  await bar
    .page()
    .waitForFunction(
      ([node, wanted]) => Number(node?.getAttribute('aria-valuenow')) >= Number(wanted),
      [element, percent] as const,
      { polling: 50 },
    );
}

export async function openGame(page: Page, title: string): Promise<Locator> {
  await page.getByRole('link', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await seen(dialog.getByRole('heading', { name: 'Download Options' }));
  return dialog;
}

/**
 * The button of a platform file in a game's dialog or page. It also shows the progress of the download. The main one is
 * called “Download for Linux 2 MB”, the others “Mac 2 MB Download”.
 */
export function downloadButton(dialog: Locator, platform: string): Locator {
  return dialog.getByRole('button', {
    name: new RegExp(`^(Download for ${platform} |${platform} .*Download)`),
  });
}

/** Chooses an entry of the menu behind three dots: of a game, a platform file or an extra. */
export async function choose(place: Locator, name: string, entry: string): Promise<void> {
  await place.getByRole('button', { name: `More for ${name}`, exact: true }).click();
  await place.getByRole('menuitem', { name: entry }).click();
}

/** Shows the SHA-256 of a platform file or extra, and the buttons that copy and save it. */
export async function showDigest(place: Locator, name: string): Promise<void> {
  await choose(place, name, 'Show SHA-256');
}

/** Drags one element onto another as slowly as a person. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('there is nothing to drag');
  await page.mouse.move(start.x + 10, start.y + start.height / 2);
  await page.mouse.down();
  await drawn(page);
  for (let step = 1; step <= 10; step += 1) {
    const [x, y] = [start.x + ((end.x - start.x) * step) / 10, start.y + ((end.y - start.y) * step) / 10];
    await page.mouse.move(x + 10, y + start.height / 2 - 4, { steps: 3 });
    await drawn(page);
  }
  await page.mouse.up();
}

/** Waits for two frames, so that the last movement is drawn and scrolling has sent its event. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Returns whether the element has the focus now, for polling. */
export function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((node) => node === document.activeElement);
}

/**
 * Returns whether the whole focused element is in the window, and nothing covers its corners and its middle, for polling. The
 * actions of a game may lie on its cover, and icons in a field.
 */
export function isFocusUncovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement: focused } = document;
    if (!focused || focused.matches('body, main')) return false;
    const own = focused.closest('li, .mantine-Input-wrapper') ?? focused;
    const { left, top, right, bottom } = focused.getBoundingClientRect();
    // Corners are round.
    const [inset, x, y] = [6, (left + right) / 2, (top + bottom) / 2];
    const corners = [left + inset, right - inset].flatMap((side) => [
      [side, top + inset] as const,
      [side, bottom - inset] as const,
    ]);
    return [[x, y] as const, ...corners].every((point) => own.contains(document.elementFromPoint(...point)));
  });
}

/** Saves the admin settings. */
export async function saveSettings(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: 'Save settings' });
  await Promise.all([flashes(page, 'Settings saved'), save.click()]);
}

/** Waits for the admin's table of games. */
export async function showGames(page: Page): Promise<void> {
  await seen(page.getByRole('button', { name: /^Hide Games/ }));
}

/** Holds a finger on the element until `isDone` resolves. The page needs `hasTouch`. */
export async function longPress(page: Page, locator: Locator, isDone: () => Promise<unknown>): Promise<void> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} has no box`);
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await isDone();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
