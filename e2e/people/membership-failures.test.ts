// The messages of the error catalogue (specification section 8) about accounts, when the server cannot be reached.
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { chooseForUser, openAdminTab, register, userRow } from '../support/membership-steps.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, seen, tryToLogIn } from '../support/steps.ts';

const waiting = { name: 'Waiting Person', email: 'waiting@cellar.example', password: 'waits for a word' };

interface Failure {
  word: string;
  /** Requests to this path fail from then on. */
  cut: string;
  openPage(page: Page): Promise<void>;
  act?(page: Page): Promise<void>;
}

const account = async (page: Page) => {
  await arriveAs(page, member, '/account');
  await seen(page.getByRole('button', { name: 'Save profile' }));
};
const security = async (page: Page) => {
  await arriveAs(page, member, '/account?tab=security');
  await seen(page.getByRole('button', { name: 'Change password' }));
};
const users = async (page: Page) => {
  await openAdminTab(page, admin, 'users');
  await seen(userRow(page, waiting.name));
};

const failures: Failure[] = [
  {
    word: 'An error occurred.',
    cut: '**/api/users/login',
    openPage: async (page) => void (await page.goto('/login')),
    act: (page) => tryToLogIn(page, member),
  },
  {
    word: 'An error occurred.',
    cut: '**/api/users',
    openPage: async (page) => void (await page.goto('/login?register=true')),
    act: (page) => register(page, 'Register', waiting),
  },
  {
    word: 'Failed to send reset email. Please try again.',
    cut: '**/api/auth/forgot-password',
    openPage: async (page) => void (await page.goto('/forgot-password')),
    async act(page) {
      await page.getByLabel('Email').fill(member.email);
      await page.getByRole('button', { name: 'Send reset link' }).click();
    },
  },
  {
    word: 'Failed to reset password. Please try again.',
    cut: '**/api/auth/reset-password',
    openPage: async (page) => void (await page.goto('/reset-password?token=a-token')),
    async act(page) {
      await page.getByLabel('New password').first().fill('a new secret');
      await page.getByLabel('Confirm new password').fill('a new secret');
      await page.getByRole('button', { name: 'Reset password' }).click();
    },
  },
  {
    word: 'Failed to update profile',
    cut: '**/api/users/profile',
    openPage: account,
    act: (page) => page.getByRole('button', { name: 'Save profile' }).click(),
  },
  {
    word: 'Failed to update password',
    cut: '**/api/users/change-password',
    openPage: security,
    async act(page) {
      await page.getByLabel('Current password').fill(member.password);
      await page.getByLabel('New password').first().fill('a new secret');
      await page.getByLabel('Confirm new password').fill('a new secret');
      await page.getByRole('button', { name: 'Change password' }).click();
    },
  },
  {
    word: 'Failed to save preferences',
    cut: '**/api/users/preferences',
    async openPage(page) {
      await account(page);
      await page.getByRole('tab', { name: 'Preferences' }).click();
      await seen(page.getByRole('combobox', { name: 'Default sort order' }));
    },
    async act(page) {
      await page.getByRole('combobox', { name: 'Default sort order' }).selectOption('titleAsc');
    },
  },
  {
    word: 'Failed to approve user',
    cut: '**/api/auth/approve-access/*',
    openPage: users,
    act: (page) => page.getByRole('button', { name: `Approve ${waiting.name}` }).click(),
  },
  {
    word: 'Failed to delete user',
    cut: '**/api/users/*',
    openPage: users,
    async act(page) {
      await chooseForUser(page, waiting.name, 'Delete', 'Delete account');
    },
  },
  {
    word: 'Failed to save admin settings',
    cut: '**/api/admin/settings',
    async openPage(page) {
      await openAdminTab(page, admin, 'settings');
      await page.getByRole('switch', { name: 'Registration' }).click();
    },
    act: (page) => page.getByRole('button', { name: 'Save settings' }).click(),
  },
  {
    word: 'Failed to load users. Please try again later.',
    cut: '**/api/users?*',
    async openPage(page) {
      await arriveAs(page, admin, '/admin');
      await seen(page.getByRole('tab', { name: /User Management/ }));
    },
    act: (page) => page.getByRole('tab', { name: /User Management/ }).click(),
  },
];

describe('when the server does not answer', () => {
  const site = useSite();

  beforeAll(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(waiting);
    await fetch(`${site.server.url}/api/users`, { method: 'POST', headers, body });
    await (await site.api(admin)).markVerified(waiting.email);
  });

  it.each(failures)('the page reports a failure of $cut: $word', async ({ word, cut, openPage, act }) => {
    const { page } = await site.visit({ expects: /net::ERR_FAILED/ });
    await openPage(page);
    await page.route(cut, (route) => route.abort());
    await act?.(page);
    await seen(page.getByText(word, { exact: true }));
  });
});
