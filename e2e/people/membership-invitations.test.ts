// Invitations: created by an admin, emailed or passed on, and used to join without approval.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useMailServer } from '../support/mail-server.ts';
import { openAdminTab, register } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { flashes, seen } from '../support/steps.ts';

const password = 'an invited secret';
const invalidMessage = 'This invitation is no longer valid';

describe('an invitation', () => {
  const site = useSite();
  const mails = useMailServer(site);

  beforeAll(() => site.createAccount('admin', admin));

  it('by email leads from the registration straight to the games, for its address only', async () => {
    const invited = 'invited@cellar.example';
    const { page: adminPage } = await site.visit();
    await openAdminTab(adminPage, admin, 'users');
    await adminPage.getByRole('button', { name: 'New invitation' }).click();
    const dialog = adminPage.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: false }).first().fill(invited);
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await seen(dialog.getByText(`An email with this link is on its way to ${invited}.`));
    const shown = await linkIn(adminPage);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await seen(adminPage.getByRole('list', { name: 'Invitations' }).getByRole('heading', { name: invited }));

    const { subject, link } = await mails.next(invited);
    expect(subject).toBe('You are invited to Cellar');
    expect(link).toBe(shown);
    const { page } = await site.visit();
    await page.goto(link);
    await seen(page.getByRole('heading', { name: 'Join' }));
    await seen(page.getByText('You’ve been invited.', { exact: false }));
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(invited);
    await expect.poll(() => page.getByLabel('Email').isEditable()).toBe(false);
    await register(page, 'Join', { name: 'Invited Guest', password });
    await seen(page.getByRole('heading', { name: 'Games', level: 1 }));
    await seen(page.getByRole('button', { name: 'Logout' }));

    const lateVisitor = await site.visit();
    await lateVisitor.page.goto(link);
    await seen(lateVisitor.page.getByRole('alert').getByText(invalidMessage));
  });

  it('by shared link opens a closed registration until it is used up, but still requires a verified address', async () => {
    const { page: adminPage } = await site.visit();
    await openAdminTab(adminPage, admin, 'settings');
    await adminPage.getByRole('switch', { name: 'Registration' }).click();
    await Promise.all([
      flashes(adminPage, 'Settings saved'),
      adminPage.getByRole('button', { name: 'Save settings' }).click(),
    ]);
    const link = await createSharedLink(adminPage);

    const friend = 'friend@cellar.example';
    const { page } = await site.visit();
    await page.goto(link);
    await register(page, 'Join', { name: 'Friend of Friends', email: friend, password });
    await seen(page.getByRole('heading', { name: 'Login' }));
    const verification = await mails.next(friend);
    await page.goto(verification.link);
    await seen(page.getByRole('heading', { name: 'Email verified' }));
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(friend);
    await page.getByLabel('Password').first().fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await seen(page.getByRole('heading', { name: 'Games', level: 1 }));

    const lateVisitor = await site.visit();
    await lateVisitor.page.goto(link);
    await seen(lateVisitor.page.getByRole('alert').getByText(invalidMessage));
    await seen(lateVisitor.page.getByText('Registration is currently closed.'));
  });

  it('no longer works after it is revoked', async () => {
    const { page: adminPage } = await site.visit();
    await openAdminTab(adminPage, admin, 'users');
    const link = await createSharedLink(adminPage);
    const open = adminPage
      .getByRole('list', { name: 'Invitations' })
      .getByRole('listitem')
      .filter({ hasText: 'Used 0 of 1' });
    await open.getByRole('button', { name: /^Revoke/ }).click();
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await seen(adminPage.getByText('Invitation revoked'));
    const { page } = await site.visit();
    await page.goto(link);
    await seen(page.getByRole('alert').getByText(invalidMessage));
  });

  async function createSharedLink(adminPage: Page): Promise<string> {
    await adminPage.goto('/admin?tab=users');
    await adminPage.getByRole('button', { name: 'New invitation' }).click();
    const dialog = adminPage.getByRole('dialog');
    await dialog.getByLabel('For whom').selectOption('Shared link');
    await dialog.getByLabel('Number of uses').fill('1');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const link = await linkIn(adminPage);
    await dialog.getByRole('button', { name: 'Done' }).click();
    return link;
  }

  function linkIn(adminPage: Page): Promise<string> {
    return adminPage.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  }
});
