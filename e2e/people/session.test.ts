// Sessions: on load, on logout and on expiry, and pages for admins only.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { CellarApi } from '../support/cellar-api.ts';
import { quiet } from '../support/quiet.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, fillLogin, logIn, logOut, openGame, seen } from '../support/steps.ts';

const title = 'Pingus';

describe('a session', () => {
  const site = useSite();

  beforeAll(async () => {
    const archive = await smallGame(site.folder, 'pingus.zip');
    await (await site.api(admin)).addGame(archive, title, 'Windows');
  });

  it('remains after a reload and in a second tab', async () => {
    const { page, context } = await site.visit();
    await logIn(page, member);
    await page.reload();
    await seen(page.getByRole('link', { name: title }));
    const second = await context.newPage();
    await second.goto('/games');
    await seen(second.getByRole('link', { name: title }));
  });

  it('clears typed text when a second tab logs in with another account', async () => {
    const { page, context } = await site.visit();
    await arriveAs(page, member, '/account?tab=security');
    const field = page.getByLabel('Current password');
    await field.fill(member.password);
    const second = await context.newPage();
    await arriveAs(second, admin);
    await seen(page.getByText(`You are logged in as ${admin.email}.`));
    await expect.poll(() => field.inputValue()).toBe('');
  });

  it('ends with logout, in the tab and on the server', async () => {
    const { page } = await site.visit();
    await logIn(page, member);
    const token = await tokenOf(page);
    // Requests that are still on their way would be refused, and the browser would report that.
    await quiet(page);
    await logOut(page);
    await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await page.goto('/games');
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
    expect(await tokenOf(page)).toBe('');
    const me = await fetch(`${site.server.url}/api/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.status).toBe(401);
  });

  it('that has expired leads to the login with a message, and then back to the same page', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await logIn(page, member);
    await openGame(page, title);
    const address = page.url();
    visitor.expectProblem(/status of 401/);
    const token = await tokenOf(page);
    // An open page would notice the end itself.
    await page.goto('about:blank');
    await CellarApi.ofSession(site.server.url, token).logOut();

    await page.goto(address);
    await seen(page.getByText('Your session has expired. Please log in again.'));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await fillLogin(page, member);
    await seen(page.getByRole('dialog', { name: title }));
    await expect.poll(() => page.url()).toBe(address);
  });

  it('that has expired does not block public pages', async () => {
    const { page } = await site.visit({ expects: /status of 40[01]/ });
    const stale = { token: 'unknown', isAdmin: false, name: 'Maya', email: member.email, _id: 'x' };
    await page.goto('/');
    const games = await (await site.api(admin)).games();
    const open = [
      ['/reset-password?token=abc', page.getByLabel('New password', { exact: true })],
      ['/forgot-password', page.getByRole('button', { name: 'Send reset link' })],
      ['/login?register=true&invite=abc', page.getByRole('heading', { name: 'Request Access' })],
      ['/', page.getByRole('main').getByRole('link', { name: 'Login' })],
      [`/game/${games[0]?._id}`, page.getByRole('heading', { name: title, level: 1 })],
    ] as const;
    for (const [address, content] of open) {
      await page.evaluate((session) => localStorage.setItem('userInfo', session), JSON.stringify(stale));
      await page.goto(address);
      await expect.poll(() => tokenOf(page)).toBe('');
      await seen(content);
      expect(page.url()).toBe(site.server.url + address);
    }
  });

  it('is required for the account page, and the login explains why', async () => {
    const { page } = await site.visit({ viewport: { width: 390, height: 844 } });
    await page.goto('/account');
    await seen(page.getByText('Please log in to see this page.'));
    // A visitor's header has no link to the current page, and no row of tabs with only one tab.
    const bar = page.getByRole('banner');
    await seen(bar.getByRole('button', { name: 'Theme and language' }));
    expect(await bar.getByRole('link', { name: 'Login' }).count()).toBe(0);
    expect(await bar.getByRole('link', { name: 'Home' }).count()).toBe(0);
  });

  it('of a member does not open the admin page', async () => {
    const { page } = await site.visit();
    await logIn(page, member);
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    await page.goto('/admin');
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  });

  it('of a member does not open the page of contributors, and the login explains why', async () => {
    const { page } = await site.visit();
    await logIn(page, member);
    await page.goto('/contribute');
    await seen(page.getByText('That page is for contributors only.'));
  });

  it('is required for the admin page, which opens after the login', async () => {
    const { page } = await site.visit();
    await page.goto('/admin');
    await fillLogin(page, admin);
    await seen(page.getByRole('heading', { name: 'Admin', level: 1 }));
  });

  it('cannot start without a network, and the page explains why', async () => {
    const visitor = await site.visit({ expects: /ERR_INTERNET_DISCONNECTED/ });
    const { page, context } = visitor;
    await page.goto('/login');
    await seen(page.getByLabel('Email'));
    await context.setOffline(true);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').first().fill(member.password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'An error occurred.' });
    await seen(alert.getByText('Could not connect to the server. Check your connection and try again.'));

    await context.setOffline(false);
    await page.route('**/api/users/login', (route) => route.fulfill({ status: 500, body: '' }));
    visitor.expectProblem(/(status of|answer:) 500/);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await seen(alert.getByText('Server temporarily unavailable. Please try again in a few minutes.'));
  });

  it('starts from the login form, which remains selected after a reload', async () => {
    const { page } = await site.visit();
    await page.goto('/login?register=true');
    await seen(page.getByRole('heading', { name: 'Create your account' }));
    await page.getByLabel('Email').fill(member.email);
    const toLogin = page.getByRole('main').getByRole('button', { name: 'Login' });
    const { y = 0, height = 0 } = (await toLogin.boundingBox()) ?? {};
    expect(y + height, 'is found without scrolling').toBeLessThan(768);
    await toLogin.click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
    expect(await page.getByLabel('Email').inputValue(), 'the typed email is kept').toBe(member.email);
    await page.reload();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
  });

  it('does not start with a wrong password, and the page says so', async () => {
    const { page } = await site.visit({ expects: /status of 401/ });
    await page.goto('/login');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').first().fill('not the password');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
    // It stays in the form, where it is not announced once more.
    const form = page.getByRole('main').locator('form');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await seen(form.getByText('Invalid email or password'));
    expect(await form.getByRole('alert').count()).toBe(0);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  });

  async function tokenOf(page: Page): Promise<string> {
    const stored = await page.evaluate(() => localStorage.getItem('userInfo'));
    return stored ? JSON.parse(stored).token : '';
  }
});
