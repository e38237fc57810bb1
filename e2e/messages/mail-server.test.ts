// The mail server in Admin Settings: an admin enters it, tests it, and what has waited in the outbox is sent.
import { describe, expect, it } from 'vitest';
import { useMailServer } from '../support/mail-server.ts';
import { openAdminTab, requestAccess, requested } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { seen } from '../support/steps.ts';

const newcomer = { name: 'Sample Newcomer', email: 'newcomer@cellar.example', password: 'mail comes later' };

describe('a mail server in Admin Settings', () => {
  const site = useSite();
  const mails = useMailServer();

  it('is tested until it works, saved, and sends what has waited', async () => {
    const { page: visitor } = await site.visit();
    await requestAccess(visitor, newcomer);
    await seen(visitor.getByRole('status').getByText(requested));

    const settings = await site.visit({ expects: /status of 400/ });
    const { page } = settings;
    await openAdminTab(page, admin, 'settings&section=mail');
    const section = page.getByRole('region', { name: 'Mail server' });
    await seen(section.getByText('Emails wait in Tools → Email', { exact: false }));
    await section.getByLabel('Server').fill('smtp://127.0.0.1');
    await section.getByLabel('Sender').fill('nobody');
    await section.getByRole('button', { name: 'Send a test email' }).click();
    await seen(section.getByText('This must be the name or address of a server.'));
    await seen(section.getByText('This must be an address, or a name with <an address>.'));
    await section.getByLabel('Server').fill('127.0.0.1');
    await section.getByLabel('Encryption').selectOption('None');
    await expect.poll(() => section.getByLabel('Port').inputValue()).toBe('25');
    await section.getByLabel('Sender').fill('Cellar <library@cellar.example>');
    await section.getByLabel('Port').fill('1');
    await section.getByRole('button', { name: 'Send a test email' }).click();
    await seen(section.getByRole('status').getByText('Nothing answers on this port', { exact: false }));

    await section.getByLabel('Port').fill(new URL(mails.env.SMTP_URL ?? '').port);
    await section.getByRole('button', { name: 'Send a test email' }).click();
    await seen(section.getByText(`It works: a test email is on its way to ${admin.email}.`));
    await mails.nextAbout(admin.email, 'Test email from Cellar');
    expect(mails.to(newcomer.email)).toEqual([]);

    await page.getByRole('button', { name: 'Save settings' }).click();
    expect((await mails.next(newcomer.email)).subject).toBe('Confirm your email address for Cellar');
    await page.reload();
    await expect.poll(() => section.getByLabel('Server').inputValue()).toBe('127.0.0.1');
    await section.getByRole('button', { name: 'Send no more emails' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send no more emails' }).click();
    await seen(section.getByText('No mail server is set up.', { exact: false }));
  });
});
