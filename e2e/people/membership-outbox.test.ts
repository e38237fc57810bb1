// Without a mail server: the admin reads unsent emails in Tools and passes their links on.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseForUser, requestAccess } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { fillLogin, seen } from '../support/steps.ts';

const newcomer = { name: 'Sample Newcomer', email: 'newcomer@cellar.example', password: 'no mail for me' };

describe('a site without a mail server', () => {
  const site = useSite();

  it('admits new members, and the admin reads emails and their links in the outbox', async () => {
    const { page } = await site.visit();
    await requestAccess(page, newcomer);
    await seen(page.getByText('Registration successful!', { exact: false }));
    await seen(page.getByText('This site does not send emails yet.', { exact: false }));

    const adminPage = await site.arrive(admin, '/admin?tab=tools&section=email');
    await seen(adminPage.getByText('No mail server is set up', { exact: false }));
    const link = await linkToRead();
    expect(link).toContain('/verify-email?token=');

    // An admin who knows the newcomer need not pass the link on.
    await adminPage.goto('/admin?tab=users');
    await chooseForUser(adminPage, newcomer.name, 'Send the link again');
    await seen(adminPage.getByText(`the email to ${newcomer.email} waits in Tools → Email`));
    await adminPage.getByRole('button', { name: `Mark as verified: ${newcomer.name}` }).click();
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Mark as verified' }).click();
    await seen(adminPage.getByText(`${newcomer.name}’s email is marked as verified.`));
    await adminPage.getByRole('button', { name: `Approve ${newcomer.name}` }).click();
    await seen(adminPage.getByText(`${newcomer.name} is approved.`));
    await page.goto('/games');
    await fillLogin(page, newcomer);
    await seen(page.getByRole('heading', { name: 'Games', level: 1 }));
    const mails = async () => {
      const outbox = join(site.server.folder, 'data/outbox');
      const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
      const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
      // Whether the newcomer waits long enough for an email about that depends on the time.
      return texts.filter((text) => !text.includes('Subject: Waiting for approval'));
    };
    await expect.poll(mails).toHaveLength(3);

    async function linkToRead(): Promise<string> {
      const subject = 'Confirm your email address for Cellar';
      await adminPage.getByRole('button', { name: `Read “${subject}” to ${newcomer.email}` }).click();
      const dialog = adminPage.getByRole('dialog', { name: subject });
      await seen(dialog.frameLocator('iframe').getByText('Confirm address', { exact: true }));
      const read = await dialog
        .getByRole('region', { name: 'Links in this email' })
        .getByRole('code')
        .innerText();
      await dialog.getByText('Plain text').click();
      await seen(dialog.locator('pre').getByText(read, { exact: false }));
      return read;
    }
  });

  it('lets the admin pass on the link of an invitation', async () => {
    const page = await site.arrive(admin, '/admin?tab=users');
    await page.getByRole('button', { name: 'New invitation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('For whom').selectOption('One person, by email');
    await seen(dialog.getByText('you pass the link on yourself', { exact: false }));
    await dialog.getByRole('textbox', { name: 'Email' }).fill('friend@cellar.example');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await seen(dialog.getByText('Pass the link on to friend@cellar.example yourself.', { exact: false }));
  });

  it('keeps an audit log for the admin', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=log');
    const log = page.getByRole('region', { name: 'Audit log' });
    for (const action of [
      'Logged in',
      'Registered',
      'Marked an email address as verified',
      'Approved a user',
    ]) {
      await seen(log.getByText(action, { exact: true }));
    }
  });
});
