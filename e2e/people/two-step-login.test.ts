// Two-step login: a member sets it up, logs in with codes, and trusts a device; an admin requires and resets it.
import { readFile } from 'node:fs/promises';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '../support/authenticator.ts';
import { expectNoFindings } from '../support/axe.ts';
import type { Account } from '../support/cellar-api.ts';
import { admin, member, useSite } from '../support/site.ts';
import {
  accountButton,
  arriveAs,
  flashes,
  isFocused,
  logOut,
  openAdvanced,
  saveSettings,
  seen,
  tryToLogIn,
} from '../support/steps.ts';

const french: Account = { email: 'french@cellar.example', password: 'un secret assez long' };
const spanish: Account = { email: 'spanish@cellar.example', password: 'un secreto bastante largo' };
const newcomer: Account & { name: string } = {
  ...{ email: 'newcomer@cellar.example', password: 'a secret of a newcomer', name: 'Sample Newcomer' },
};

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Two-step login' });

/** From the button that starts the setup to the recovery codes, which it returns. */
async function setUpApp(page: Page): Promise<{ app: Authenticator; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up two-step login' }).click();
  await seen(page.getByRole('img', { name: 'QR code for the authenticator app' }));
  const app = new Authenticator(await page.locator('code').first().innerText());
  await page.getByLabel('Code from the app').fill(app.nextCode());
  await page.getByRole('button', { name: 'Turn on two-step login' }).click();
  await seen(page.getByRole('heading', { name: 'Your recovery codes' }));
  expect(await isFocused(page.getByRole('button', { name: 'Copy codes' }))).toBe(true);
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).locator('code').allInnerTexts();
  return { app, codes };
}

async function leave(page: Page): Promise<void> {
  await logOut(page);
  await seen(page.getByRole('banner').getByRole('link', { name: 'Login' }));
}

const loggedIn = (page: Page) => seen(accountButton(page));
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true });

describe('two-step login', () => {
  const site = useSite();

  beforeAll(async () => {
    for (const account of [french, spanish, newcomer]) await site.createAccount('member', account);
  });

  it('is set up, asks for codes and recovery codes, and trusts a device', async () => {
    const page = await site.arrive(member, '/account?tab=security', { expects: /status of 400/ });
    const { app, codes } = await setUpApp(page);
    expect(codes).toHaveLength(10);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as file' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(member.email);
    for (const code of codes) expect(text).toContain(code);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.getByRole('button', { name: 'I have saved the codes' }).click();
    await expect.poll(() => isFocused(page.getByRole('button', { name: 'Set up another app' }))).toBe(true);
    await seen(sectionOf(page).getByText('Codes left: 10.', { exact: false }));
    await leave(page);

    // Logs in to the page that was asked for, across a reload.
    await page.goto('/account?tab=preferences');
    await tryToLogIn(page, member);
    await seen(page.getByRole('heading', { name: 'Two-step login' }));
    await page.reload();
    const code = page.getByLabel('Code from your authenticator app');
    await code.fill('12345');
    await submit(page).click();
    await seen(page.getByText('Please enter the 6 digits that the app shows'));
    const right = app.nextCode();
    await code.fill(String((Number(right) + 500_000) % 1_000_000).padStart(6, '0'));
    await submit(page).click();
    await seen(page.getByText(/^This code is wrong/));
    await code.fill(` ${right.slice(0, 3)} ${right.slice(3)}`);
    await code.press('Enter');
    await seen(page.getByRole('heading', { name: 'Preferences' }));
    await leave(page);

    await page.goto('/login');
    await tryToLogIn(page, member);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
    await page.getByLabel('Trust this device for 30 days').check();
    await submit(page).click();
    await loggedIn(page);
    await leave(page);

    await page.goto('/login');
    await tryToLogIn(page, member);
    await loggedIn(page);
    await page.goto('/account?tab=security');
    await seen(sectionOf(page).getByText('Codes left: 9.', { exact: false }));
    await openAdvanced(page);
    const devices = page.getByRole('region', { name: 'Trusted devices' });
    await devices.getByRole('button', { name: /^Forget: Chrome/ }).click();
    await seen(devices.getByText('No device is trusted.'));
    await expect.poll(() => isFocused(devices)).toBe(true);
    await leave(page);
    await page.goto('/login');
    await tryToLogIn(page, member);
    await seen(page.getByRole('heading', { name: 'Two-step login' }));
    await page.getByRole('link', { name: 'Back to login' }).click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
  });

  it.each([
    {
      account: french,
      locale: 'fr-FR',
      login: 'Se connecter',
      heading: 'Connexion en deux étapes',
      toRecoveryCode: 'Utiliser un code de secours',
      field: 'Code de secours',
      wrong: 'Ce code est incorrect.',
      left: 'Codes restants : 9.',
    },
    {
      account: spanish,
      locale: 'es-ES',
      login: 'Iniciar sesión',
      heading: 'Inicio de sesión en dos pasos',
      toRecoveryCode: 'Usar un código de recuperación',
      field: 'Código de recuperación',
      wrong: 'Este código es incorrecto.',
      left: 'Códigos que quedan: 9.',
    },
  ])('is in the language of the page ($locale)', async ({ account, locale, ...words }) => {
    const api = await site.api(account);
    await api.setPreferences({ language: locale.slice(0, 2) as Language });
    const [code = ''] = await api.turnSecondFactorOn();
    const { page } = await site.visit({ expects: /status of 400/, locale });
    await page.goto('/login');
    await page.locator('input[name=email]').fill(account.email);
    await page.locator('input[name=password]').fill(account.password);
    await page.locator('form').getByRole('button', { name: words.login, exact: true }).click();
    await seen(page.getByRole('heading', { name: words.heading }));
    await page.getByRole('button', { name: words.toRecoveryCode }).click();
    const field = page.getByRole('textbox', { name: words.field });
    await field.fill('zzzz-zzzz-zzzz-zzzz');
    await field.press('Enter');
    await seen(page.getByText(words.wrong));
    await field.fill(code);
    await field.press('Enter');
    await page.waitForURL(/\/games$/);
    await page.goto('/account?tab=security');
    await seen(page.getByText(words.left, { exact: false }));
  });

  it('can be required, so that members set it up first, and reset for a member', async () => {
    const page = await site.arrive(admin, '/account?tab=security');
    await setUpApp(page);
    await page.getByRole('button', { name: 'I have saved the codes' }).click();
    await page.goto('/admin?tab=settings&section=login');
    await page.getByRole('combobox', { name: 'Require two-step login' }).selectOption('Everyone');
    await saveSettings(page);

    const other = await site.visit({ expects: /status of 403/ });
    await arriveAs(other.page, newcomer, '/games');
    await seen(other.page.getByText('This site requires two-step login.', { exact: false }));
    // Also elsewhere, and after a reload.
    await other.page.goto('/');
    await setUpApp(other.page);
    await other.page.getByRole('button', { name: 'I have saved the codes' }).click();
    await seen(other.page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Your recovery codes' }));
    await other.page.goto('/games');
    await seen(other.page.getByRole('heading', { name: 'Games', level: 1 }));

    await page.goto('/admin?tab=users');
    const row = page.getByRole('listitem').filter({ hasText: newcomer.email });
    await seen(row.getByText('Two-step login'));
    await row.getByRole('button', { name: `More for ${newcomer.name}` }).click();
    await page.getByRole('menuitem', { name: 'Reset two-step login' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset two-step login' }).click();
    await flashes(page, `Two-step login was reset for ${newcomer.name}.`);
    await expect.poll(() => row.getByText('Two-step login', { exact: true }).count()).toBe(0);
    await other.page.goto('/games');
    await seen(other.page.getByRole('button', { name: 'Set up two-step login' }));
    await page.goto('/admin?tab=settings&section=login');
    await page.getByRole('combobox', { name: 'Require two-step login' }).selectOption('Nobody');
    await saveSettings(page);
  });

  it('passes axe-core', async () => {
    const keeper: Account = { email: 'keeper@cellar.example', password: 'a secret of the keeper' };
    await site.createAccount('admin', keeper);
    const keeperApi = await site.api(keeper);
    await keeperApi.turnSecondFactorOn();
    const watched: Account = { email: 'watched@cellar.example', password: 'looked at closely' };
    const seenTwice = ['phone', 'new phone', 'desk', 'new desk'].map((device) => ({
      ...watched,
      email: `${device.replace(' ', '-')}-${watched.email}`,
    }));
    for (const account of seenTwice) await site.createAccount('member', account);
    await expectNoFindings(site, async (page, check) => {
      const account = seenTwice.shift() ?? watched;
      await arriveAs(page, account, '/account?tab=security');
      await seen(sectionOf(page).getByRole('button', { name: 'Set up two-step login' }));
      await check('off');
      await page.getByRole('button', { name: 'Set up two-step login' }).click();
      const app = new Authenticator(await page.getByRole('dialog').locator('code').innerText());
      await page.getByRole('button', { name: 'Turn on two-step login' }).click();
      await seen(page.getByText('Please enter the 6 digits'));
      await check('setup');
      await page.getByLabel('Code from the app').fill(app.nextCode());
      await page.getByRole('button', { name: 'Turn on two-step login' }).click();
      await seen(page.getByRole('heading', { name: 'Your recovery codes' }));
      await check('recovery codes');
      await page.getByRole('button', { name: 'I have saved the codes' }).click();
      await leave(page);
      await page.goto('/login');
      await tryToLogIn(page, account);
      // The buttons of both steps have the same name.
      await seen(page.getByLabel('Code from your authenticator app'));
      await submit(page).click();
      await seen(page.getByText('Please enter the 6 digits that the app shows'));
      await check('second step');
      await page.getByLabel('Code from your authenticator app').fill(app.nextCode());
      await page.getByLabel('Trust this device for 30 days').check();
      await submit(page).click();
      await loggedIn(page);
      await page.goto('/account?tab=security');
      await openAdvanced(page);
      await seen(page.getByRole('button', { name: /^Forget:/ }));
      await check('on');
      await keeperApi.setSettings({ security: { requireSecondFactor: 'everyone' } });
      await arriveAs(page, seenTwice.shift() ?? watched, '/games');
      await page.getByRole('button', { name: 'Set up two-step login' }).click();
      await seen(page.getByRole('img', { name: 'QR code for the authenticator app' }));
      await check('required');
      await keeperApi.setSettings({ security: { requireSecondFactor: 'nobody' } });
    });
  });
});
