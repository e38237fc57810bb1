// The Profile tab: a new email address is confirmed from its own inbox, and sessions are ended from another one.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../support/cellar-api.ts';
import { useMailServer } from '../support/mail-server.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, fillLogin, logIn, seen, tryToLogIn } from '../support/steps.ts';

const newAddress = 'moved@cellar.example';
const mover: Account = { email: 'mover@cellar.example', password: 'a secret that moves' };
const movedTo = 'elsewhere@cellar.example';

describe('the profile', () => {
  const site = useSite();
  const mails = useMailServer(site);

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    await site.createAccount('member', mover);
  });

  it('lists the sessions and ends one on another device', async () => {
    const otherDevice = await site.visit();
    otherDevice.expectProblem(/status of 401/);
    await logIn(otherDevice.page, member);
    const { page } = await site.visit();
    await arriveAs(page, member, '/account?tab=security');
    await seen(page.getByText('This device'));
    await seen(page.getByText(/from (127\.0\.0\.1|0:0:0:0::\/64)/));
    // An open page would notice the end itself.
    await otherDevice.page.goto('about:blank');
    await page.getByRole('button', { name: /^End session/ }).click();
    await seen(page.getByText('Session ended'));
    await expect.poll(() => page.getByRole('button', { name: /^End session/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'End all other sessions' }).count()).toBe(0);
    await otherDevice.page.goto('/account');
    await seen(otherDevice.page.getByText('Your session has expired. Please log in again.'));

    // Of many sessions, the first ones are enough to begin with.
    for (let more = 0; more < 6; more += 1) await site.api(member);
    await page.reload();
    const ends = page.getByRole('button', { name: /^End session/ });
    await expect.poll(() => ends.count()).toBe(4);
    await page.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => ends.count()).toBeGreaterThanOrEqual(6);
  });

  it('saves a new name immediately, and a new address after confirmation by email', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 40[013]/);
    const { page } = visitor;
    await arriveAs(page, member, '/account');
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
    await seen(page.getByText(`Profile updated. Please open the link we sent to ${newAddress}.`));
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

    const later = await site.visit();
    later.expectProblem(/status of 401/);
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
    await changePassword(page);
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
    await changePassword(page);
    await expect.poll(() => email.inputValue()).toBe(movedTo);
    expect(await voidedNotice.count()).toBe(0);
    await name.fill('Only Renamed');
    await save.click();
    await seen(page.getByText('Profile updated'));
  });

  async function changePassword(page: Page): Promise<void> {
    await page.getByRole('tab', { name: 'Security' }).click();
    const form = page.locator('form', { has: page.locator('input[name=newPassword]') });
    await form.locator('input[name=currentPassword]').fill(mover.password);
    await form.locator('input[name=newPassword]').fill(mover.password);
    await form.locator('input[name=confirmPassword]').fill(mover.password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await seen(page.getByText('Your password has been changed.'));
    await page.getByRole('tab', { name: 'Profile' }).click();
  }
});
