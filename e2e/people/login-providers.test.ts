// Logging in through an OpenID Connect provider, in a browser: an admin adds it, members use it, and passwords are turned off.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoginProvider, startLoginProvider } from '../../test/login-provider/provider.ts';
import { expectNoFindings } from '../support/axe.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { admin, member, useSite } from '../support/site.ts';
import { accountButton, arriveAs, fillLogin, logOut, seen } from '../support/steps.ts';
import type { Visitor } from '../support/visitor.ts';

const people = [
  { sub: 'en', name: 'Reader of English', email: 'en@cellar.example', email_verified: true },
  { sub: 'fr', name: 'Reader of French', email: 'fr@cellar.example', email_verified: true },
  { sub: 'es', name: 'Reader of Spanish', email: 'es@cellar.example', email_verified: true },
  { sub: 'member', name: 'Member', email: member.email, email_verified: true },
  { sub: 'admin', name: 'Admin', email: admin.email, email_verified: true },
];
/** The provider’s own pages. */
const foreign = /foreign request: http:\/\/127\.0\.0\.1/;

describe('a login provider', () => {
  const site = useSite();
  let provider: LoginProvider;

  beforeAll(async () => {
    provider = await startLoginProvider({ siteUrl: site.server.url, people });
  });
  afterAll(() => provider.close());

  async function visit(locale = 'en-GB'): Promise<Visitor> {
    const visitor = await site.visit({ locale });
    visitor.expectProblem(foreign);
    return visitor;
  }

  it('is tested and added by an admin', async () => {
    const { page } = await visit();
    await openAdminTab(page, admin, 'settings&section=login');
    await page.getByRole('button', { name: 'Add a login provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a login provider' });
    await dialog.getByLabel('Name').fill('Club');
    await dialog.getByLabel('Address (issuer)').fill(provider.issuer);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await seen(dialog.getByText('The provider does not use https.', { exact: false }));
    await dialog.getByRole('switch', { name: 'In my own network' }).click();
    await dialog.getByRole('button', { name: 'Test' }).click();
    await seen(dialog.getByText('The provider answers as expected.', { exact: false }));
    await dialog.getByLabel('Client ID').fill(provider.clientId);
    await dialog.getByLabel('Client secret').fill(provider.clientSecret);
    await dialog.getByRole('switch', { name: 'May create accounts' }).click();
    await dialog.getByRole('switch', { name: 'Approve at once' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await seen(page.getByRole('list', { name: 'Login providers' }).getByRole('heading', { name: 'Club' }));
  });

  const languages = [
    {
      locale: 'en-GB',
      sub: 'en',
      button: 'Log in with Club',
      canceled: 'You canceled the login.',
      menu: /^Account menu/,
    },
    {
      locale: 'fr-FR',
      sub: 'fr',
      button: 'Se connecter avec Club',
      canceled: 'Vous avez annulé la connexion.',
      menu: /^Menu du compte/,
    },
    {
      locale: 'es-ES',
      sub: 'es',
      button: 'Iniciar sesión con Club',
      canceled: 'Has cancelado el inicio de sesión.',
      menu: /^Menú de la cuenta/,
    },
  ];
  it.each(languages)(
    'lets people in, in $locale, and asks them again after they have canceled',
    async (language) => {
      const { page } = await visit(language.locale);
      await page.goto('/account?tab=preferences');
      await page.getByRole('link', { name: language.button }).click();
      await chooseAtProvider(page, 'Cancel');
      await seen(page.getByText(language.canceled));
      await page.getByRole('link', { name: language.button }).click();
      await chooseAtProvider(page, nameOf(language.sub));
      await seen(page.getByRole('button', { name: language.menu }));
      await expect.poll(() => page.url()).toBe(`${site.server.url}/account?tab=preferences`);
    },
  );

  it('is linked to an account after its owner has logged in, confirms that it is them, and logs out there too', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto('/login');
    await page.getByRole('link', { name: 'Log in with Club' }).click();
    await chooseAtProvider(page, 'Member');
    await seen(page.getByText('There is already an account with member@cellar.example.', { exact: false }));
    expect(await page.getByLabel('Email').inputValue()).toBe(member.email);
    await fillLogin(page, member);
    await seen(page.getByRole('heading', { name: 'Log in with Club from now on?' }));
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await expect.poll(() => page.url()).toBe(`${site.server.url}/games`);

    await page.goto('/account?tab=security');
    const links = page.getByRole('region', { name: 'Linked logins' });
    await seen(links.getByRole('heading', { name: 'Club' }));
    await site.server.forgetConfirmations();
    visitor.expectProblem(/status of 403/);
    await links.getByRole('button', { name: 'Remove Club' }).click();
    const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      confirming.getByRole('button', { name: 'Confirm with Club' }).click(),
    ]);
    await chooseAtProvider(tab, 'Member');
    await confirming.waitFor({ state: 'detached' });
    await seen(links.getByRole('button', { name: 'Link Club' }));

    await links.getByRole('button', { name: 'Link Club' }).click();
    await seen(page.getByText('The login is linked to your account.'));
    await logOut(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Log in with Club' }).click();
    await seen(accountButton(page));
    await logOut(page);
    await page.getByRole('link', { name: 'Log out there too' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await page.getByRole('link', { name: 'Log in with Club' }).click();
    await seen(page.getByRole('heading', { name: 'Test provider' }));
  });

  it('can replace passwords, except for one admin', async () => {
    const { page } = await visit();
    await arriveAs(page, admin, '/account?tab=security');
    await page.getByRole('button', { name: 'Link Club' }).click();
    await chooseAtProvider(page, 'Admin');
    await seen(page.getByText('The login is linked to your account.'));
    await page.goto('/admin?tab=settings&section=login');
    await page.getByRole('button', { name: 'Turn passwords off' }).click();
    const asking = page.getByRole('dialog', { name: 'Turn passwords off?' });
    await asking.getByRole('button', { name: 'Turn passwords off' }).click();
    await seen(page.getByText('Passwords are off. Only', { exact: false }));

    const { page: visitor } = await visit();
    await visitor.goto('/login');
    await seen(visitor.getByRole('link', { name: 'Log in with Club' }));
    expect(await visitor.getByLabel('Password').count()).toBe(0);
    await visitor.goto('/login?local');
    await fillLogin(visitor, admin);

    await page.getByRole('button', { name: 'Turn passwords on' }).click();
    await seen(page.getByText('Members can log in with a password.'));
  });

  it('gives axe nothing to find on the login page, the account page and in the settings', async () => {
    await expectNoFindings(
      site,
      async (page, check) => {
        await page.goto('/login?problem=provider_away');
        await seen(page.getByRole('alert'));
        await check('login with an error');
        await page.goto('/login?problem=link_first');
        await seen(page.getByText('There is already an account', { exact: false }));
        await check('login with a notice');
        await page.goto('/login/oidc#code=used');
        await seen(page.getByRole('heading', { name: 'The login failed' }));
        await check('a failed login');
        await arriveAs(page, admin, '/account?tab=security');
        await seen(page.getByRole('region', { name: 'Linked logins' }));
        await check('account');
        await page.goto('/admin?tab=settings&section=login');
        await seen(page.getByRole('list', { name: 'Login providers' }));
        await page.getByRole('button', { name: 'Test Club' }).click();
        await seen(page.getByText('The provider answers as expected.', { exact: false }));
        await check('settings');
        await page.getByRole('button', { name: 'Edit Club' }).click();
        await seen(page.getByRole('dialog'));
        await check('dialog');
      },
      /status of 4\d\d|foreign request/,
    );
  });
});

const nameOf = (sub: string) => people.find((person) => person.sub === sub)?.name ?? '';

async function chooseAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}
