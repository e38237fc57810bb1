// Passwords: reset with an emailed link, changed by their owner, and every failure on the way.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useMailServer } from './support/mail-server.ts';
import { admin, member, useSite } from './support/site.ts';
import { fillLogin, logIn, seen, tryToLogIn } from './support/steps.ts';

const other = { email: 'other@cellar.example', password: 'an old long secret' };
const wordOfExpiry = 'Your session has expired. Please log in again.';
const wordOfInvalidLink = 'Invalid reset link. Please request a new password reset.';

describe('a password', () => {
  const site = useSite();
  const mails = useMailServer(site);

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    await site.createAccount('member', other);
  });

  it('that was forgotten is set anew by mail, which ends every session', async () => {
    const elsewhere = await site.visit();
    elsewhere.expectProblem(/status of 401/);
    await logIn(elsewhere.page, member);

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
    const { subject, link } = await mails.next(member.email);
    expect(subject).toBe('Set a new password for Cellar');
    const fresh = 'a brand-new long secret';
    await page.goto((await mails.next(member.email)).link);
    await setPassword(page, fresh);
    await seen(page.getByRole('heading', { name: 'Password reset' }));

    await elsewhere.page.reload();
    await seen(elsewhere.page.getByText(wordOfExpiry));
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await tryToLogIn(page, member);
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
    await fillLogin(page, { ...member, password: fresh });

    // Using one link invalidates the other one.
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto(link);
    await setPassword(page, 'not any more');
    await seen(page.getByRole('alert').getByText(wordOfInvalidLink));
    await page.getByRole('link', { name: 'Request New Reset' }).click();
    await seen(page.getByRole('heading', { name: 'Forgot your password?' }));
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
  });

  it('is asked for by an address, and an unknown one gets the same answer but no mail', async () => {
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

  it('is not set without two equal and long enough entries, nor without a token', async () => {
    const { page } = await site.visit();
    await page.goto('/reset-password?token=anything');
    await setPassword(page, '');
    await seen(page.getByText('Please fill in all fields'));
    await setPassword(page, 'five5');
    await seen(page.getByText('Password must be at least 6 characters long'));
    await setPassword(page, 'long enough', 'long but different');
    await seen(page.getByText('Passwords do not match'));
    await page.goto('/reset-password');
    await seen(page.getByRole('alert').getByText(wordOfInvalidLink));
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
  });

  it('is changed by who knows it, which ends the sessions elsewhere and is told by mail', async () => {
    const elsewhere = await site.visit();
    elsewhere.expectProblem(/status of 401/);
    await logIn(elsewhere.page, other);
    const visitor = await site.visit();
    visitor.expectProblem(/status of 400/);
    const { page } = visitor;
    await logIn(page, other);
    await page.goto('/account');
    const fresh = 'the other new secret';
    await changePassword(page, other.password, 'the other new secret', 'something else');
    await seen(page.getByText('New passwords do not match'));
    await changePassword(page, 'not my password', fresh);
    await seen(page.getByText('Current password is incorrect'));
    await changePassword(page, other.password, fresh);
    await seen(page.getByText('Your password has been changed.'));
    await mailOf('Your password at Cellar has changed');
    await page.reload();
    await seen(page.getByRole('heading', { name: 'Where you are logged in' }));
    await elsewhere.page.goto('/account');
    await seen(elsewhere.page.getByText(wordOfExpiry));

    async function mailOf(wanted: string) {
      expect((await mails.next(other.email)).subject).toBe(wanted);
    }
  });

  it('is guessed at ten times, then the login has to wait', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 4(01|29)/);
    const { page } = visitor;
    const guess = { email: 'guessed@cellar.example', password: 'a guess' };
    const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (let tries = 0; tries < 10; tries += 1) {
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

  async function changePassword(page: Page, current: string, fresh: string, confirmation = fresh) {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').first().fill(fresh);
    await page.getByLabel('Confirm new password').fill(confirmation);
    await page.getByRole('button', { name: 'Change password' }).click();
  }
});
