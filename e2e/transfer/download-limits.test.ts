// Limits of downloads: an admin sets them, a member sees what is left and is refused, and the admin resets the usage.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { admin, member, useSite } from '../support/site.ts';
import {
  arriveAs,
  chooseLanguage,
  downloadButton,
  flashes,
  isFocused,
  saveSettings,
  seen,
} from '../support/steps.ts';

const title = 'SuperTux';
const platform = 'Linux';
const name = 'Member';
const size = 300 * 1024;
const limit = 400 * 1024;

describe('limits of downloads', () => {
  const site = useSite();
  let gameId = '';
  beforeAll(async () => {
    const archive = await smallGame(site.folder, 'tux.zip', size);
    ({ _id: gameId } = await (await site.api(admin)).addGame(archive, title, platform));
  });
  beforeEach(async () => {
    const api = await site.api(admin);
    await api.setSiteLimits({ members: { period: 'day', bytesPerPeriod: null, downloadsAtOnce: null } });
    // Choosing a language saves it in the account.
    for (const account of [admin, member]) {
      await (await site.api(account)).setPreferences({ language: 'en' });
    }
  });

  async function speak(page: Page, language: 'fr' | 'es'): Promise<void> {
    await chooseLanguage(page, language);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  }

  const region = (page: Page, named: string) => page.getByRole('region', { name: named, exact: true });

  async function download(page: Page): Promise<void> {
    await page.goto(`/game/${gameId}`);
    await Promise.all([
      flashes(page, `${title} downloaded successfully`),
      page.waitForEvent('download'),
      downloadButton(page.getByRole('main'), platform).click(),
    ]);
  }

  // The first one, because it looks at the form as it is before any limit is saved.
  it('pass axe-core', async () => {
    const api = await site.api(admin);
    await api.setSiteLimits({ members: { bytesPerPeriod: limit, downloadsAtOnce: 2 } });
    await expectNoFindings(site, async (page, check) => {
      await openAdminTab(page, admin, 'settings&section=downloads');
      await page.getByRole('switch', { name: 'Only at certain hours' }).click();
      await page.getByLabel('Until').fill('18:00');
      await check('settings');
      await openAdminTab(page, admin, 'users');
      await page.getByRole('button', { name: `More for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Download limits' }).click();
      await page.getByLabel('Files per period').selectOption('Other limit');
      await seen(page.getByLabel('Files per period: other limit'));
      await check('limits of a member');
      await arriveAs(page, member, '/account?tab=downloads');
      await seen(page.getByText('Data today'));
      await check('own limits');
    });
  });

  it('are set by an admin, refuse a member, and start again when an admin resets the usage', async () => {
    const [{ page }, visitor] = [await site.visit(), await site.visit()];
    visitor.expectProblem(/status of 429/);
    const reader = visitor.page;
    await openAdminTab(page, admin, 'settings');
    await page
      .getByRole('navigation', { name: 'Settings sections' })
      .getByRole('link', { name: 'Downloads', exact: true })
      .click();
    await region(page, 'Limits for members')
      .getByLabel('Data per period')
      .fill(String(limit / 1024 ** 3));
    await region(page, 'Limits for members').getByText('More', { exact: true }).click();
    await region(page, 'Limits for members').getByLabel('Simultaneous downloads').fill('2');
    await page.getByRole('switch', { name: 'Only at certain hours' }).click();
    await page.getByLabel('Until').fill('18:00');
    await seen(page.getByText('The hours must begin and end at different times.'));
    // What is wrong gets the focus, one after the other.
    const hasFocus = (label: string) => expect.poll(() => isFocused(page.getByLabel(label))).toBe(true);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Save settings' }).click();
    await seen(page.getByText('Enter the speed that applies at these hours.'));
    await hasFocus('Total download speed');
    await page.getByLabel('Total download speed').fill('50');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await hasFocus('Until');
    await page.getByLabel('Until').fill('06:30');
    await saveSettings(page);
    await page.reload();
    await expect.poll(() => page.getByLabel('Until').inputValue()).toBe('06:30');

    await arriveAs(reader, member, `/game/${gameId}`);
    await download(reader);
    await reader.goto(`/game/${gameId}`);
    await seen(
      reader.getByText(/^This download needs 300\.\d+ KB, and you have [\d.]+ KB left\. Your limit resets /),
    );
    await downloadButton(reader.getByRole('main'), platform).click();
    await seen(reader.getByText(`Download failed for ${title}`));
    await reader.goto('/account?tab=downloads');
    const own = region(reader, 'Your limits');
    await seen(own.getByText(/^300\.\d+ KB of 400 KB$/));
    await seen(own.getByRole('progressbar', { name: 'Data today' }));
    await seen(own.getByText(/^Resets /));

    await openAdminTab(page, admin, 'users');
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Download limits' }).click();
    const dialog = page.getByRole('dialog', { name: `Download limits for ${name}` });
    await seen(dialog.getByText(/^300\.\d+ KB of 400 KB$/));
    await dialog.getByRole('button', { name: 'Reset usage' }).click();
    await seen(dialog.getByText('0 B of 400 KB'));
    await dialog.getByLabel('Files per period').selectOption('Other limit');
    await dialog.getByLabel('Files per period: other limit').fill('3');
    await dialog.getByRole('button', { name: 'Save limits' }).click();
    await dialog.waitFor({ state: 'detached' });
    await download(reader);
    await reader.goto('/account?tab=downloads');
    await seen(own.getByText('1 of 3'));
  });

  it.each([
    [
      'fr',
      ['Ce fichier dépasse à lui seul votre limite', 'Vos limites', 'Données aujourd’hui'],
      ['Vitesse du site', 'Vitesse totale de téléchargement'],
    ],
    [
      'es',
      ['Este archivo supera por sí solo tu límite', 'Tus límites', 'Datos de hoy'],
      ['Velocidad del sitio', 'Velocidad total de descarga'],
    ],
  ] as const)('are explained in %s', async (language, [refused, own, used], [heading, speed]) => {
    const api = await site.api(admin);
    await api.setSiteLimits({ members: { bytesPerPeriod: 10 * 1024, downloadsAtOnce: 2 } });
    const [{ page }, office] = [await site.visit(), await site.visit()];
    await arriveAs(page, member, `/game/${gameId}`);
    await speak(page, language);
    await seen(page.getByRole('main').getByText(refused));
    await page.goto('/account?tab=downloads');
    await seen(region(page, own).getByText(used));
    await openAdminTab(office.page, admin, 'settings&section=downloads');
    await speak(office.page, language);
    await seen(region(office.page, heading).getByText(speed));
  });
});
