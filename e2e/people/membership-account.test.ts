// The account: a new email address is confirmed from its own inbox, sessions are ended from another device, and passwords are
// reset with an emailed link or changed by their owner, with every failure on the way.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../support/cellar-api.ts';
import { useMailServer } from '../support/mail-server.ts';
import { member, useSite } from '../support/site.ts';
import {
  arriveAs,
  fillLogin,
  isFocused,
  logIn,
  logOut,
  openAdvanced,
  seen,
  tryToLogIn,
} from '../support/steps.ts';

const newAddress = 'moved@cellar.example';
const mover: Account = { email: 'mover@cellar.example', password: 'a secret that moves' };
const movedTo = 'elsewhere@cellar.example';
const forgetful: Account = { email: 'forgetful@cellar.example', password: 'a secret to forget' };
const other: Account = { email: 'other@cellar.example', password: 'an old long secret' };
const expiryMessage = 'Your session has expired. Please log in again.';
const invalidLinkMessage = 'Invalid reset link. Please request a new password reset.';

const mails = useMailServer();
const site = useSite({}, mails);

beforeAll(async () => {
  for (const account of [mover, forgetful, other]) await site.createAccount('member', account);
});

describe('the profile', () => {
  it('lists the sessions and ends one on another device', async () => {
    const otherDevice = await site.visit({ expects: /status of 401/ });
    await logIn(otherDevice.page, member);
    const page = await site.arrive(member, '/account?tab=security');
    await seen(page.getByText('This device'));
    await seen(page.getByText(/from (127\.0\.0\.1|0:0:0:0::\/64)/));
    // An open page would notice the end itself.
    await otherDevice.page.goto('about:blank');
    await page.getByRole('button', { name: /^End session/ }).click();
    await seen(page.getByText('Session ended'));
    await expect.poll(() => page.getByRole('button', { name: /^End session/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'End all other sessions' }).count()).toBe(0);
    await otherDevice.page.goto('/account');
    await seen(otherDevice.page.getByText(expiryMessage));

    // Of many sessions, the first ones are enough to begin with.
    for (let more = 0; more < 6; more += 1) await site.api(member);
    await page.reload();
    const ends = page.getByRole('button', { name: /^End session/ });
    await expect.poll(() => ends.count()).toBe(4);
    await seen(page.getByRole('listitem').first().getByText('This device'));
    await page.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => ends.count()).toBeGreaterThanOrEqual(6);
    // The list has a scroll bar of its own, so the page does not grow.
    for (let more = 0; more < 12; more += 1) await site.api(member);
    await page.reload();
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
    await seen(ends);
    const before = await heightOf();
    await page.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => ends.count()).toBeGreaterThanOrEqual(18);
    expect(await heightOf()).toBeLessThan(before + 200);
  });

  it('keeps what few members need folded away, until the address leads to it', async () => {
    const page = await site.arrive(member, '/account?tab=security');
    await seen(page.getByText('Advanced'));
    const create = page.getByRole('button', { name: 'Create token' });
    expect(await create.isVisible()).toBe(false);
    await openAdvanced(page);
    await seen(create);
    await page.goto('/account?tab=preferences#feed');
    await expect.poll(() => isFocused(page.getByRole('region', { name: 'Feed of new games' }))).toBe(true);
  });

  it('saves a new name immediately, and a new address after confirmation by email', async () => {
    const page = await site.arrive(member, '/account', { expects: /status of 40[013]/ });
    await page.getByLabel('Name').fill('Moving Member');
    await site.server.forgetConfirmations();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await seen(page.getByText('Profile updated'));
    await page.getByLabel('Email').fill(newAddress);
    await page.getByRole('button', { name: 'Save profile' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await question.getByLabel('Password').first().fill('not my password');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await seen(question.getByText('This password is wrong.'));
    await question.getByLabel('Password').first().fill(member.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await seen(page.getByText(`Confirm ${newAddress} with the link we sent.`, { exact: false }));
    await page.reload();
    await seen(page.getByText(`You are logged in as ${member.email}.`));
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Moving Member');

    const { subject, link } = await mails.next(newAddress);
    expect(subject).toBe('Confirm your new address for Cellar');
    await page.goto(link);
    await seen(page.getByRole('heading', { name: 'Email verified' }));
    const notice = await mails.nextAbout(member.email, 'Your address at Cellar has changed');
    expect(notice.text).toContain(newAddress);

    const later = await site.visit({ expects: /status of 401/ });
    await later.page.goto('/login');
    await tryToLogIn(later.page, member);
    await seen(later.page.getByRole('alert').getByText('Invalid email or password'));
    await fillLogin(later.page, { ...member, email: newAddress });
  });

  it('shows a new address confirmed in another tab', async () => {
    const { page, context } = await site.visit();
    await arriveAs(page, mover, '/account');
    const form = page.locator('form').first();
    const [name, email] = [form.getByLabel('Name'), form.getByLabel('Email')];
    const save = form.getByRole('button', { name: 'Save profile' });
    await email.fill(movedTo);
    await email.fill(mover.email);
    // All values are the original ones again, so the page does not ask.
    await page.getByRole('tab', { name: 'Preferences' }).click();
    await seen(page.getByRole('heading', { name: 'Preferences' }));
    await page.getByRole('tab', { name: 'Profile' }).click();

    await email.fill(movedTo);
    await save.click();
    await seen(page.getByText(`Confirm ${movedTo} with the link we sent.`, { exact: false }));
    await mails.next(movedTo);
    // Someone who knew the old password may have requested the new address.
    await changePasswordOfMover(page);
    const voidedNotice = page.getByText(`${movedTo} can no longer be confirmed.`, { exact: false });
    await seen(voidedNotice);
    await expect.poll(() => page.getByText('with the link we sent. Until then').count()).toBe(0);
    await voidedNotice.waitFor({ state: 'hidden' });

    await email.fill(movedTo);
    await save.click();
    await seen(page.getByText(`Confirm ${movedTo} with the link we sent.`, { exact: false }));
    const otherTab = await context.newPage();
    await otherTab.goto((await mails.next(movedTo)).link);
    await seen(otherTab.getByRole('heading', { name: 'Email verified' }));
    // After a change of the password, the page loads the account again.
    await changePasswordOfMover(page);
    await expect.poll(() => email.inputValue()).toBe(movedTo);
    expect(await voidedNotice.count()).toBe(0);
    await name.fill('Only Renamed');
    await save.click();
    await seen(page.getByText('Profile updated'));
  });

  async function changePasswordOfMover(page: Page): Promise<void> {
    await page.getByRole('tab', { name: 'Security' }).click();
    await changePassword(page, mover.password, mover.password);
    await seen(page.getByText('Your password has been changed.'));
    await page.getByRole('tab', { name: 'Profile' }).click();
  }
});

describe('a password', () => {
  it('can be reset by email, which ends every session', async () => {
    const otherDevice = await site.visit({ expects: /status of 401/ });
    await logIn(otherDevice.page, forgetful);

    const { page } = await site.visit({ expects: /status of 40[01]/ });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The login page has a field of the same name and remains visible until the next page is loaded.
    await seen(page.getByRole('heading', { name: 'Forgot your password?' }));
    await askForLink(page, forgetful.email);
    await page.getByRole('button', { name: 'Send Another Email' }).click();
    await askForLink(page, forgetful.email);
    const about = 'Set a new password for Cellar';
    const { link } = await mails.nextAbout(forgetful.email, about);
    const newPassword = 'a brand-new long secret';
    await page.goto((await mails.nextAbout(forgetful.email, about)).link);
    // An open page would notice the end itself.
    await otherDevice.page.goto('about:blank');
    await setPassword(page, newPassword);
    await seen(page.getByRole('heading', { name: 'Password reset' }));

    await otherDevice.page.goto('/account');
    await seen(otherDevice.page.getByText(expiryMessage));
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await tryToLogIn(page, forgetful);
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
    await fillLogin(page, { ...forgetful, password: newPassword });

    // Using one link invalidates the other one.
    await logOut(page);
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
    const otherDevice = await site.visit({ expects: /status of 401/ });
    await logIn(otherDevice.page, other);
    const { page } = await site.visit({ expects: /status of 400/ });
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
    await mails.nextAbout(other.email, 'Your password at Cellar has changed');
    await page.reload();
    await seen(page.getByRole('heading', { name: 'Where you are logged in' }));
    await otherDevice.page.goto('/account');
    await seen(otherDevice.page.getByText(expiryMessage));
  });

  it('can be guessed ten times before the login is blocked for a while', async () => {
    const { page } = await site.visit({ expects: /status of 4(01|29)/ });
    const guess = { email: 'guessed@cellar.example', password: 'a guess' };
    const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await fetch(`${site.server.url}/api/users/login`, { ...request, body: JSON.stringify(guess) });
    }
    await page.goto('/login');
    await tryToLogIn(page, guess);
    await seen(page.getByRole('alert').getByText(/^Too many attempts\. Please try again in \d+ minutes?\.$/));
  });
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

async function changePassword(page: Page, current: string, newPassword: string, confirmation = newPassword) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').first().fill(newPassword);
  await page.getByLabel('Confirm new password').fill(confirmation);
  await page.getByRole('button', { name: 'Change password' }).click();
}
