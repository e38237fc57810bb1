// Passwords: reset with an emailed link, changed by their owner, and every failure on the way.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useMailServer } from '../support/mail-server.ts';
import { admin, member, useSite } from '../support/site.ts';
import { fillLogin, logIn, seen, tryToLogIn } from '../support/steps.ts';

const other = { email: 'other@cellar.example', password: 'an old long secret' };
const expiryMessage = 'Your session has expired. Please log in again.';
const invalidLinkMessage = 'Invalid reset link. Please request a new password reset.';

describe('a password', () => {
  const site = useSite();
  const mails = useMailServer(site);

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    await site.createAccount('member', other);
  });

  it('can be reset by email, which ends every session', async () => {
    const otherDevice = await site.visit();
    otherDevice.expectProblem(/status of 401/);
    await logIn(otherDevice.page, member);

    const visitor = await site.visit();
    visitor.expectProblem(/status of 40[01]/);
    const { page } = visitor;
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The login page has a field of the same name and remains visible until the next page is loaded.
    await seen(page.getByRole('heading', { name: 'Forgot your password?' }));
    await askForLink(page, member.email);
    await page.getByRole('button', { name: 'Send Another Email' }).click();
    await askForLink(page, member.email);
    const about = 'Set a new password for Cellar';
    const { link } = await mails.nextAbout(member.email, about);
    const newPassword = 'a brand-new long secret';
    await page.goto((await mails.nextAbout(member.email, about)).link);
    // An open page would notice the end itself.
    await otherDevice.page.goto('about:blank');
    await setPassword(page, newPassword);
    await seen(page.getByRole('heading', { name: 'Password reset' }));

    await otherDevice.page.goto('/account');
    await seen(otherDevice.page.getByText(expiryMessage));
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await tryToLogIn(page, member);
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
    await fillLogin(page, { ...member, password: newPassword });

    // Using one link invalidates the other one.
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto(link);
    await setPassword(page, 'not any more');
    await seen(page.getByRole('alert').getByText(invalidLinkMessage));
    await page.getByRole('link', { name: 'Request New Reset' }).click();
    await seen(page.getByRole('heading', { name: 'Forgot your password?' }));
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
  });

  it('needs a valid address for a reset, and an unknown address gets the same answer but no email', async () => {
    const { page } = await site.visit();
    await page.goto('/forgot-password');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await seen(page.getByText('Please enter your email address'));
    await page.getByLabel('Email').fill('not-an-address');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await seen(page.getByText('Please enter a valid email address'));
    await askForLink(page, 'nobody@cellar.example');
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
    expect(mails.to('nobody@cellar.example')).toEqual([]);
  });

  it('cannot be reset with empty, short or different entries, or without a token', async () => {
    const { page } = await site.visit();
    await page.goto('/reset-password?token=anything');
    await setPassword(page, '');
    await seen(page.getByText('Please fill in all fields'));
    await setPassword(page, 'five5');
    await seen(page.getByText('Password must be at least 6 characters long'));
    await setPassword(page, 'long enough', 'long but different');
    await seen(page.getByText('Passwords do not match'));
    await page.goto('/reset-password');
    await seen(page.getByRole('alert').getByText(invalidLinkMessage));
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
  });

  it('can be changed by its owner, which ends all other sessions and sends an email', async () => {
    const otherDevice = await site.visit();
    otherDevice.expectProblem(/status of 401/);
    await logIn(otherDevice.page, other);
    const visitor = await site.visit();
    visitor.expectProblem(/status of 400/);
    const { page } = visitor;
    await logIn(page, other);
    await page.goto('/account?tab=security');
    const newPassword = 'the other new secret';
    await changePassword(page, other.password, 'the other new secret', 'something else');
    await seen(page.getByText('New passwords do not match'));
    await changePassword(page, 'not my password', newPassword);
    await seen(page.getByText('Current password is incorrect'));
    // An open page would notice the end itself.
    await otherDevice.page.goto('about:blank');
    await changePassword(page, other.password, newPassword);
    await seen(page.getByText('Your password has been changed.'));
    await expectMail('Your password at Cellar has changed');
    await page.reload();
    await seen(page.getByRole('heading', { name: 'Where you are logged in' }));
    await otherDevice.page.goto('/account');
    await seen(otherDevice.page.getByText(expiryMessage));

    async function expectMail(wanted: string) {
      await mails.nextAbout(other.email, wanted);
    }
  });

  it('can be guessed ten times before the login is blocked for a while', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 4(01|29)/);
    const { page } = visitor;
    const guess = { email: 'guessed@cellar.example', password: 'a guess' };
    const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await fetch(`${site.server.url}/api/users/login`, { ...request, body: JSON.stringify(guess) });
    }
    await page.goto('/login');
    await tryToLogIn(page, guess);
    await seen(page.getByRole('alert').getByText(/^Too many attempts\. Please try again in \d+ minutes?\.$/));
  });

  async function askForLink(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await seen(page.getByRole('heading', { name: 'Check Your Email' }));
  }

  async function setPassword(page: Page, password: string, confirmation = password): Promise<void> {
    await page.getByLabel('New password').first().fill(password);
    await page.getByLabel('Confirm new password').fill(confirmation);
    await page.getByRole('button', { name: 'Reset password' }).click();
  }

  async function changePassword(
    page: Page,
    current: string,
    newPassword: string,
    confirmation = newPassword,
  ) {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').first().fill(newPassword);
    await page.getByLabel('Confirm new password').fill(confirmation);
    await page.getByRole('button', { name: 'Change password' }).click();
  }
});
