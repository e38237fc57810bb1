// Steps of new members and admins in the journeys about membership.
import type { Locator, Page } from 'playwright-core';
import type { Account } from './cellar-api.ts';
import { arriveAs, seen } from './steps.ts';

export interface Newcomer extends Account {
  name: string;
}

export const requested =
  'Registration successful! Please check your email and verify your account. After verification, your access request will be reviewed.';

export interface Registration {
  name: string;
  /** Omitted if an invitation has already filled it in. */
  email?: string;
  password: string;
  confirmation?: string;
}

/** Fills in and sends the open registration form. */
export async function register(page: Page, submit: string, filled: Registration): Promise<void> {
  const { name, email, password, confirmation = password } = filled;
  const send = page.getByRole('main').getByRole('button', { name: submit, exact: true });
  await seen(send);
  await page.getByLabel('Name').fill(name);
  if (email !== undefined) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(password);
  await page.getByLabel('Confirm password').fill(confirmation);
  await send.click();
}

/** Requests access through the link on the home page. */
export async function requestAccess(page: Page, newcomer: Registration): Promise<void> {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Request Access' }).click();
  await register(page, 'Request Access', newcomer);
}

export async function openAdminTab(page: Page, account: Account, tab: string): Promise<void> {
  await arriveAs(page, account, `/admin?tab=${tab}`);
  await seen(page.getByRole('tabpanel'));
}

/** The row of an account in User Management. */
export function userRow(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Users' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** Chooses an action from the menu of an account and confirms it. */
export async function chooseForUser(
  page: Page,
  name: string,
  action: string,
  confirm?: string,
): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  if (confirm) await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
}
