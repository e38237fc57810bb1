// The language of a member: the whole page changes immediately and without a reload, and so do later emails. And the appearance
// of an email at a width of 600 px and on a phone, light and dark, in several languages.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findingsOn } from '../support/axe.ts';
import { Gate } from '../support/gate.ts';
import { useMailServer } from '../support/mail-server.ts';
import { admin, member, useSite } from '../support/site.ts';
import { logIn, openAccountMenu, seen } from '../support/steps.ts';

const mails = useMailServer();
const site = useSite({}, mails);

describe('the language', () => {
  it('of a member changes the whole page without a reload, remains after one, and applies to emails', async () => {
    const { page } = await site.visit();
    await logIn(page, member);
    await page.goto('/account?tab=preferences');
    await seen(page.getByRole('heading', { name: 'Preferences' }));
    await page.evaluate(() => Object.assign(window, { isSameLoad: true }));

    // The response to the first choice does not undo the second one.
    const gate = await Gate.before(page, { url: /\/api\/users\/preferences$/, method: 'PUT' });
    const order = page.getByRole('combobox', { name: 'Default sort order' });
    await order.selectOption('Title A-Z');
    await order.selectOption('Title Z-A');
    await gate.holds(1);
    gate.let(1);
    await seen(page.getByText('Preferences saved'));
    await gate.holds(1);
    expect(await order.inputValue()).toBe('titleDesc');
    gate.open();

    await chooseLanguage(page, 'Language', 'es');
    await seen(page.getByRole('heading', { name: 'Preferencias' }));
    await expect
      .poll(() => navigation(page))
      .toEqual(['Inicio', 'Juegos', 'Colecciones', 'Peticiones', 'Cuenta']);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
    await expect.poll(() => page.title()).toMatch(/Cuenta/);
    // The header offers the choice too.
    await page.getByRole('button', { name: /^Menú de la cuenta/ }).click();
    await page.getByRole('banner').getByRole('combobox', { name: 'Idioma' }).selectOption('fr');
    await seen(page.getByRole('heading', { name: 'Préférences' }));
    await expect
      .poll(() => navigation(page))
      .toEqual(['Accueil', 'Jeux', 'Collections', 'Demandes', 'Compte']);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr');
    await seen(page.getByText('Préférences enregistrées').last());
    expect(await page.evaluate(() => 'isSameLoad' in window)).toBe(true);

    await page.reload();
    await seen(page.getByRole('heading', { name: 'Préférences' }));
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr');

    await page.goto('/forgot-password');
    await page.getByRole('textbox').first().fill(member.email);
    await page.getByRole('main').getByRole('button').first().click();
    const subject = 'Choisissez un nouveau mot de passe pour Cellar';
    const { html, link } = await mails.nextAbout(member.email, subject);
    expect(html).toMatch(/<html[^>]*lang="fr"/);
    await page.goto(link);
    await seen(page.getByRole('heading', { name: /mot de passe/ }));
  });

  it('follows the account to another browser', async () => {
    const { page } = await site.visit();
    await logInAnyLanguage(page);
    await seen(page.getByRole('heading', { name: 'Jeux', level: 1 }));
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr');
  });

  it('of a visitor is taken from the browser, can be changed in the header, and applies to the first email', async () => {
    const { page } = await site.visit({ locale: 'fr-FR' });
    await page.goto('/');
    await seen(page.getByRole('main').getByRole('link', { name: 'Demander un accès' }));
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr');
    await page.getByRole('button', { name: 'Thème et langue' }).click();
    await page.getByRole('combobox', { name: 'Langue' }).selectOption('es');
    await seen(page.getByRole('main').getByRole('link', { name: 'Solicitar acceso' }));
    await page.reload();
    await page.getByRole('main').getByRole('link', { name: 'Solicitar acceso' }).click();

    await page.getByLabel('Nombre').fill('Sample Newcomer');
    await page.getByLabel('Correo electrónico').fill('visitor@cellar.example');
    await page.getByLabel('Contraseña').first().fill('come in at last');
    await page.getByLabel('Confirmar contraseña').fill('come in at last');
    await page.getByRole('main').getByRole('button', { name: 'Solicitar acceso' }).click();
    expect((await mails.next('visitor@cellar.example')).html).toMatch(/<html[^>]*lang="es"/);
  });

  it('does not change while its texts cannot be loaded, and a member’s choice is not saved', async () => {
    const { page } = await site.visit({ expects: /first-|member-|Failed to (load|fetch)/ });
    await page.goto('/');
    await page.getByRole('button', { name: 'Theme and language' }).click();
    const choice = page.getByRole('combobox', { name: 'Language' });
    await seen(choice);
    await page.route(/assets\/first-/, (route) => route.abort());
    await choice.selectOption('es');
    await seen(page.getByText('Can’t reach the server'));
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.unroute(/assets\/first-/);
    await choice.selectOption('es');
    await seen(page.getByRole('main').getByRole('link', { name: 'Solicitar acceso' }));
    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en');

    await logIn(page, admin);
    const menu = await openAccountMenu(page);
    await page.route(/assets\/member-/, (route) => route.abort());
    let saves = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/users/preferences')) saves += 1;
    });
    await menu.getByRole('combobox', { name: 'Language' }).selectOption('fr');
    await seen(page.getByText('Can’t reach the server'));
    expect(saves).toBe(0);
    await page.unroute(/assets\/member-/);
    await menu.getByRole('combobox', { name: 'Language' }).selectOption('fr');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr');
    expect(saves).toBe(1);
  });

  async function chooseLanguage(page: Page, label: string, language: string): Promise<void> {
    await page.getByRole('main').getByRole('combobox', { name: label }).selectOption(language);
  }

  function navigation(page: Page): Promise<string[]> {
    return page.getByRole('navigation').getByRole('link').allInnerTexts();
  }

  async function logInAnyLanguage(page: Page): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').first().fill(member.password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  }
});

describe('an email', () => {
  const emails: { language: string; html: string }[] = [];

  beforeAll(async () => {
    for (const language of ['en', 'de', 'fr', 'pl', 'pt-BR']) {
      const email = `${language.toLowerCase()}@cellar.example`;
      const body = JSON.stringify({ name: 'Sample Newcomer', email, password: 'long enough', language });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${site.server.url}/api/auth/request-access`, { method: 'POST', headers, body });
      emails.push({ language, html: (await mails.next(email)).html });
    }
  });

  it.each([600, 375])('fits a frame of %d px and is readable in light and dark', async (width) => {
    const { page } = await site.visit({ viewport: { width, height: 700 } });
    for (const { language, html } of emails) {
      await page.setContent(html);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, language).toBeLessThanOrEqual(0);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('.mark').isVisible()).toBe(true);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const buttonColor = "getComputedStyle(document.querySelector('.button')).backgroundColor";
        expect(await page.evaluate(buttonColor)).toBe('rgb(245, 166, 35)');
        // The languages differ in length, not in colors.
        if (language !== 'en') continue;
        expect(await findingsOn(page, ['color-contrast', 'link-name']), colorScheme).toEqual([]);
      }
    }
  });
});
