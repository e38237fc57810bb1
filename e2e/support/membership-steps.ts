// What people do to become members, and admins to let them in. Used by the journeys about membership.
import type { Locator, Page } from 'playwright-core';
import type { Account } from './cellar-api.ts';
import type { MailServer } from './mail-server.ts';
import type { Site } from './site.ts';
import { arriveAs, seen } from './steps.ts';

export interface Newcomer extends Account {
  name: string;
}

export const requested =
  'Registration successful! Please check your email and verify your account. After verification, your access request will be reviewed.';

export interface Registration {
  name: string;
  /** Left out where an invitation has filled it in. */
  email?: string;
  password: string;
  confirmation?: string;
}

/** Fills in the register form that is open, and sends it. */
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

/** By the ways in on the home page. */
export async function requestAccess(page: Page, newcomer: Registration): Promise<void> {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Request Access' }).click();
  await register(page, 'Request Access', newcomer);
}

/** Past the page: somebody who has asked in and opened the link, and waits. */
export async function askIn(site: Site, mails: MailServer, newcomer: Newcomer): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ ...newcomer, language: 'en' });
  await fetch(`${site.server.url}/api/auth/request-access`, { method: 'POST', headers, body });
  const { link } = await mails.next(newcomer.email);
  const token = new URL(link).searchParams.get('token');
  const verified = await fetch(`${site.server.url}/api/users/verify/${token}`);
  if (!verified.ok) throw new Error(`The link of ${newcomer.email} was refused: ${verified.status}`);
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

/** Something from the menu of an account, and the yes to the question that follows it. */
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
