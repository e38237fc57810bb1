// The first visit: it requires the server's setup code, works only once, asks for a mail server, and leads to a list of
// what the library still needs.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { homeNetworkUrl } from '../support/chromium.ts';
import { useMailServer } from '../support/mail-server.ts';
import { admin, useNewSite } from '../support/site.ts';
import { createFirstAdmin, isFocused, seen, setUp } from '../support/steps.ts';

const checklist = (page: Page) => page.getByRole('region', { name: 'Getting started' });
const item = (page: Page, name: string) =>
  checklist(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name }) });

describe('setup from another machine', () => {
  const site = useNewSite();

  it('accepts only the setup code of the server, and works only once', async () => {
    const visitor = await site.visit({}, homeNetworkUrl(site.server.url));
    const { page } = visitor;
    visitor.expectProblem(/status of 403/);
    await page.goto('/games');
    await seen(page.getByRole('heading', { name: 'Set up your library' }));
    expect(await page.evaluate(() => window.isSecureContext), 'plain HTTP is not a secure context').toBe(
      false,
    );

    await page.getByLabel('Your name').fill('Sample Admin');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').first().fill(admin.password);
    await page.getByLabel('Setup code').fill('not-the-code');
    await page.getByRole('button', { name: 'Create admin and start' }).click();
    await seen(page.locator('[aria-invalid=true]'));

    // In the open tab, only the fragment of the address changes, so the browser does not reload the page.
    const code = await site.server.setupCode();
    await page.goto(`/setup#code=${code}`);
    await expect.poll(() => page.getByLabel('Setup code').inputValue()).toBe(code);
    await expect.poll(() => page.url()).not.toContain(code);
    await page.goto('about:blank');
    await setUp(page, admin, code);
    await seen(checklist(page).getByText('0 of 5 done'));
    // An empty library shows the form for new games at once, and nothing that is empty.
    const field = page.getByLabel('Choose an archive or drop it here');
    await seen(field);
    expect(await page.getByRole('button', { name: /Games|Add games/ }).count()).toBe(0);
    for (const name of ['Upload queue', 'Unfinished uploads', 'Contributions', 'Metadata matches']) {
      expect(await page.getByRole('region', { name }).count(), name).toBe(0);
    }
    const variable = page.getByText('LIBRARY_ROOTS=/path/to/games', { exact: true });
    expect(await variable.isVisible()).toBe(false);
    await page.getByText('Use games that are already on a disk of the server').click();
    await seen(variable);
    await checklist(page).getByRole('link', { name: 'Add the first game' }).click();
    await expect.poll(() => isFocused(field), { message: 'the list leads to the field' }).toBe(true);
    await checklist(page).getByRole('link', { name: 'Set up a mail server' }).click();
    await seen(page.getByRole('region', { name: 'Mail server' }).getByLabel('Server'));
    await page.goto('/setup');
    await seen(page.getByRole('heading', { name: /^Welcome/, level: 1 }));
  });
});

describe('setup with a mail server', () => {
  const site = useNewSite();
  const mails = useMailServer();

  it('tests and saves it, and lists what is left until the last thing is done or the list is hidden', async () => {
    const { page } = await site.visit();
    await createFirstAdmin(page, admin, await site.server.setupCode());
    await seen(page.getByRole('heading', { name: 'Do you have a mail server?' }));
    await seen(page.getByText('Without one, no email is sent', { exact: false }));
    await page.getByRole('button', { name: 'Enter its address' }).click();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect
      .poll(() => isFocused(page.getByLabel('Server')), { message: 'the missing value is pointed out' })
      .toBe(true);
    await page.getByLabel('Server').fill('127.0.0.1');
    await page.getByLabel('Encryption').selectOption('None');
    await page.getByLabel('Port').fill(new URL(mails.env.SMTP_URL ?? '').port);
    await page.getByLabel('Sender').fill('library@cellar.example');
    await page.getByRole('button', { name: 'Send a test email' }).click();
    await seen(page.getByText(`It works: a test email is on its way to ${admin.email}.`));
    expect((await mails.next(admin.email)).subject).toContain('Test email');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.waitForURL('**/admin');

    await seen(checklist(page).getByText('1 of 5 done'));
    await seen(item(page, 'Set up a mail server').getByText('Done:', { exact: true }));
    await checklist(page).getByRole('link', { name: 'Back up the library' }).click();
    await expect.poll(() => isFocused(page.getByRole('region', { name: 'Backups' }))).toBe(true);
    await page.goBack();
    await checklist(page).getByRole('link', { name: 'Give a friend access' }).click();
    const invitation = page.getByRole('dialog', { name: 'New invitation' });
    await invitation.getByLabel('For whom').selectOption('Shared link');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await seen(page.getByLabel('Invitation link'));
    await seen(page.getByText('This link works only on the server’s own computer.', { exact: false }));
    await page.goto('/admin');
    await seen(checklist(page).getByText('2 of 5 done'));
    await seen(item(page, 'Give a friend access').getByText('Done:', { exact: true }));

    await checklist(page).getByRole('button', { name: 'Hide this list' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hide this list' }).click();
    await checklist(page).waitFor({ state: 'detached' });
    const answered = page.waitForResponse('**/api/admin/checklist');
    await page.reload();
    expect(await (await answered).json()).toEqual({ done: null });
    expect(await checklist(page).count()).toBe(0);
  });
});

describe('setup of a server whose environment has a mail server', () => {
  const site = useNewSite({ SMTP_URL: 'off' });

  it('does not ask for one, and folds the list once the library has a game', async () => {
    const { page } = await site.visit();
    await createFirstAdmin(page, admin, await site.server.setupCode());
    await page.waitForURL('**/admin');
    await seen(item(page, 'Set up a mail server').getByText('Done:', { exact: true }));

    const api = await site.api(admin);
    await api.addGame(await smallGame(site.folder, 'game.zip'), 'Neverball', 'Windows');
    await page.reload();
    await seen(checklist(page).getByText('2 of 5 done'));
    expect(await item(page, 'Add the first game').isVisible()).toBe(false);
    await checklist(page).getByRole('button', { name: 'Getting started' }).click();
    await seen(item(page, 'Add the first game').getByText('Done:', { exact: true }));
  });
});
