// Passkeys: a member adds one, logs in with it, confirms with it, and uses it as the second step. In Chromium's own authenticator.
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import type { Account } from '../support/cellar-api.ts';
import { member, useSite } from '../support/site.ts';
import { accountButton, arriveAs, isFocused, logOut, seen, tryToLogIn } from '../support/steps.ts';
import { addAuthenticator, withoutOffers } from '../support/virtual-authenticator.ts';

const cautious: Account = { email: 'cautious@cellar.example', password: 'a cautious secret' };
const leaving: Account = { email: 'leaving@cellar.example', password: 'a leaving secret' };

const security = '/account?tab=security';
const sectionOf = (page: Page, name = 'Passkeys') => page.getByRole('region', { name, exact: true });

async function addPasskey(page: Page) {
  const authenticator = await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await seen(sectionOf(page).getByRole('listitem'));
  return authenticator;
}

async function leave(page: Page): Promise<void> {
  await logOut(page);
  await seen(page.getByRole('banner').getByRole('link', { name: 'Login' }));
}

const loggedIn = (page: Page) => seen(accountButton(page));

describe('passkeys', () => {
  const site = useSite();

  beforeAll(async () => {
    for (const account of [cautious, leaving]) await site.createAccount('member', account);
  });

  it('log in without a password, have names, and are deleted', async () => {
    const { page } = await site.visit();
    await withoutOffers(page);
    await arriveAs(page, member, security);
    const section = sectionOf(page);
    await addPasskey(page);
    await seen(section.getByRole('heading', { name: /^Chrome on Linux$/ }));
    await seen(section.getByText('never used', { exact: false }));

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await seen(page.getByText('This device already has a passkey for your account.'));
    await section.getByRole('button', { name: /^Rename passkey/ }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await seen(section.getByRole('heading', { name: 'Laptop' }));

    await leave(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await loggedIn(page);
    await page.goto(security);
    await seen(section.getByText(/last used/));
    await section.getByRole('button', { name: 'Delete passkey: Laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
    await section.getByRole('listitem').waitFor({ state: 'detached' });
  });

  it('are offered in the menu of the email field, which says once that one was refused', async () => {
    const page = await site.arrive(member, security, { expects: /status of 40[01]/ });
    const authenticator = await addPasskey(page);
    await authenticator.setPresence(false);
    await leave(page);
    await page.goto('/login?register=true');
    await authenticator.setPresence(true);
    // The authenticator answers the offer as if its entry was chosen.
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    await loggedIn(page);

    await page.goto(security);
    await sectionOf(page)
      .getByRole('button', { name: /^Delete passkey/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
    await sectionOf(page).getByRole('listitem').waitFor({ state: 'detached' });
    // It is chosen only once.
    await page.route('**/api/users/login/passkey', async (route) => {
      await authenticator.setPresence(false);
      await route.continue();
    });
    await authenticator.setPresence(false);
    await leave(page);
    await page.goto('/login?register=true');
    await authenticator.setPresence(true);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    const refusal = page.getByText('This passkey was not accepted. Please try again.');
    await seen(page.getByRole('alert').filter({ has: refusal }));
    expect(await page.getByText('The passkey could not be used.', { exact: false }).count()).toBe(0);
  });

  it('are the second step after the password', async () => {
    const { page } = await site.visit();
    await withoutOffers(page);
    await arriveAs(page, cautious, security);
    await addPasskey(page);
    await page.getByRole('button', { name: 'Turn on with my passkeys' }).click();
    await seen(page.getByText('Each code logs you in once if you can’t use a passkey.', { exact: false }));
    await page.getByRole('button', { name: 'I have saved the codes' }).click();
    const twoStep = sectionOf(page, 'Two-step login');
    await seen(twoStep.getByText('Each works once in place of a passkey.', { exact: false }));
    expect(await twoStep.locator(':focus').count(), 'the focus is in the section').toBe(1);
    await leave(page);
    await page.goto('/login');
    await tryToLogIn(page, cautious);
    await expect.poll(() => isFocused(page.getByRole('button', { name: 'Use a passkey' }))).toBe(true);
    await page.keyboard.press('Enter');
    await loggedIn(page);
    await page.goto(security);
    await sectionOf(page)
      .getByRole('button', { name: /^Delete passkey/ })
      .click();
    await seen(page.getByText('This is your last passkey, and two-step login uses it.', { exact: false }));
    await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
    await seen(page.getByRole('button', { name: 'Set up two-step login' }));
  });

  it('confirm the deletion of the account', async () => {
    const page = await site.arrive(leaving, security, { expects: /status of 403/ });
    await addPasskey(page);
    await site.server.forgetConfirmations();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
    await seen(page.getByText('Your account has been deleted.'));
  });

  it.each([
    {
      locale: 'fr-FR',
      button: 'Utiliser une clé d’accès',
      heading: 'Clés d’accès',
      add: 'Ajouter une clé d’accès',
      question: 'Confirmez que c’est bien vous',
    },
    {
      locale: 'es-ES',
      button: 'Usar una llave de acceso',
      heading: 'Llaves de acceso',
      add: 'Añadir una llave de acceso',
      question: 'Confirma que eres tú',
    },
  ])('are in the language of the page ($locale)', async ({ locale, button, heading, add, question }) => {
    const { page } = await site.visit({ expects: /status of 403/, locale });
    await (await site.api(member)).setPreferences({ language: locale.slice(0, 2) as Language });
    await page.goto('/login');
    await seen(page.getByRole('button', { name: button }));
    await page.locator('input[name=email]').fill(member.email);
    await page.locator('input[name=password]').fill(member.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/games$/);
    await page.goto(security);
    const addButton = sectionOf(page, heading).getByRole('button', { name: add });
    await seen(addButton);
    await site.server.forgetConfirmations();
    await addButton.click();
    await seen(page.getByRole('dialog', { name: question }));
  });

  it('have no problems for axe', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto('/login');
      await seen(page.getByRole('button', { name: 'Log in with a passkey' }));
      await check('login');
      await arriveAs(page, cautious, security);
      await addPasskey(page);
      await check('list');
      await page
        .getByRole('button', { name: /^Rename passkey/ })
        .first()
        .click();
      await seen(page.getByRole('dialog'));
      await check('rename');
      await page.keyboard.press('Escape');
      await site.server.forgetConfirmations();
      await page
        .getByRole('button', { name: /^Delete passkey/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
      await seen(page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }));
      await check('confirmation');
    });
  });
});
