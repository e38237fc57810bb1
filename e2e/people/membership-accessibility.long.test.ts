// Runs axe-core on every page about membership, in each of its states.
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import { useMailServer } from '../support/mail-server.ts';
import { register, requestAccess } from '../support/membership-steps.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, seen, tryToLogIn } from '../support/steps.ts';

const newcomer = { name: 'Sample Newcomer', email: 'newcomer@cellar.example', password: 'looked at closely' };
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name }));

describe('axe-core', () => {
  const mails = useMailServer();
  const site = useSite({}, mails);
  let verification = '';

  beforeAll(async () => {
    const visitor = await site.visit();
    await requestAccess(visitor.page, newcomer);
    verification = (await mails.next(newcomer.email)).link;
    await visitor.leave();
  });

  it('finds no problems on /login with its registration form and error messages', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto('/login?register=true');
      await heading(page, 'Create your account');
      await check('register');
      await register(page, 'Register', { ...newcomer, confirmation: 'something else' });
      await seen(page.getByText('Passwords do not match'));
      await check('register with errors');
      await page.goto('/login?register=true&invite=unknown');
      await seen(page.getByRole('alert'));
      await check('a void invitation');
      await page.goto('/login');
      await tryToLogIn(page, newcomer);
      await seen(page.getByRole('button', { name: 'Resend email' }));
      await check('login of an unverified account');
    });
  });

  it('finds no problems on /forgot-password and /reset-password', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto('/forgot-password');
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await seen(page.getByText('Please enter your email address'));
      await check('forgot');
      await page.getByLabel('Email').fill('nobody@cellar.example');
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await heading(page, 'Check Your Email');
      await check('forgot, sent');
      await page.goto('/reset-password?token=anything');
      await page.getByRole('button', { name: 'Reset password' }).click();
      await seen(page.getByText('Please fill in all fields'));
      await check('reset');
      await page.getByLabel('New password').first().fill('long enough');
      await page.getByLabel('Confirm new password').fill('long enough');
      await page.getByRole('button', { name: 'Reset password' }).click();
      await heading(page, 'Invalid reset link');
      await check('reset, invalid');
    });
  });

  it('finds no problems on /account and in the dialog that deletes the account', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, member, '/account?tab=security');
      await seen(page.getByText('This device'));
      await check('security');
      await page.goto('/account');
      await seen(page.getByRole('button', { name: 'Save profile' }));
      await check('profile');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await seen(page.getByRole('dialog'));
      await check('leaving');
      await page.goto('/account?tab=preferences');
      await seen(page.getByRole('combobox', { name: 'Default sort order' }));
      await check('preferences');
    });
  });

  it('finds no problems on the tabs of /admin for users, settings and emails', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/admin?tab=users');
      await page.getByRole('button', { name: `More for ${newcomer.name}` }).click();
      await seen(page.getByRole('menuitem', { name: 'Suspend' }));
      await check('users');
      await page.getByRole('menuitem', { name: 'Suspend' }).click();
      await seen(page.getByRole('dialog'));
      await check('a question');
      await page.goto('/admin?tab=users');
      await page.getByRole('button', { name: 'New invitation' }).click();
      await seen(page.getByRole('dialog'));
      await check('invite');
      await page.getByLabel('For whom').selectOption('Shared link');
      await page.getByRole('button', { name: 'Create invitation' }).click();
      await seen(page.getByLabel('Invitation link'));
      await check('invited');
      await page.goto('/admin?tab=settings');
      await page.getByRole('switch', { name: 'Registration' }).click();
      await seen(page.getByText('Unsaved changes'));
      await check('settings');
      await page.goto('/admin?tab=tools&section=log');
      await seen(page.getByRole('region', { name: 'Audit log' }).getByText('Logged in').first());
      await check('audit log');
      await page.goto('/admin?tab=tools&section=email');
      await seen(page.getByText('Confirm your email address for Cellar'));
      await check('outbox');
    });
  });

  // Last, because it verifies the newcomer.
  it('finds no problems on /verify-email in every state', async () => {
    await expectNoFindings(site, async (page, check) => {
      await page.goto('/verify-email');
      await heading(page, 'Invalid link');
      await check('invalid');
      await page.goto('/verify-email?token=never-mailed');
      await heading(page, 'Verification failed');
      await check('error');
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/users/verify/*', (route) => held.then(() => route.continue()));
      await page.goto(verification);
      await heading(page, 'Verifying your email…');
      await check('verifying');
      answer();
      await heading(page, 'Email verified');
      await check('success');
    });
  });
});
