// Requesting access: from the home page through the emailed link and the admin's approval to the first login.
import { expect, it } from 'vitest';
import { useMailServer } from '../support/mail-server.ts';
import { type Newcomer, requestAccess, requested, userRow } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { fillLogin, seen, tryToLogIn } from '../support/steps.ts';

const newcomer: Newcomer = {
  name: 'Sample Newcomer',
  email: 'newcomer@cellar.example',
  password: 'a newcomer comes in',
};

const mails = useMailServer();
const site = useSite({}, mails);

it('a request for access leads through the emailed link and the approval to a first login, which opens the requested page', async () => {
  const { page } = await site.visit();
  await requestAccess(page, newcomer);
  await seen(page.getByRole('status').getByText(requested));
  await seen(page.getByRole('heading', { name: 'Login' }));
  // After a reload, the page does not ask for the same data again, and still says what comes next.
  await page.reload();
  await seen(page.getByRole('status').getByText(requested));

  const { link, subject } = await mails.next(newcomer.email);
  expect(subject).toBe('Confirm your email address for Cellar');
  await page.goto(link);
  await seen(page.getByRole('heading', { name: 'Email verified' }));
  // The page redirects automatically, after a moment for reading.
  await page.waitForURL('**/login');
  await seen(page.getByText('If an admin still has to approve your account', { exact: false }));
  await tryToLogIn(page, newcomer);
  await seen(page.getByRole('status').getByText('Your account is pending approval.'));
  await seen(page.getByRole('main').getByText('Your account is pending approval.'));

  const adminPage = await site.arrive(admin, '/admin?tab=users');
  await seen(adminPage.getByRole('tab', { name: 'User Management 1' }));
  await seen(userRow(adminPage, newcomer.name).getByText('Pending', { exact: true }));
  await adminPage.getByRole('button', { name: `Approve ${newcomer.name}` }).click();
  await seen(adminPage.getByText(`${newcomer.name} is approved.`));
  await seen(userRow(adminPage, newcomer.name).getByText('Approved', { exact: true }));
  await seen(adminPage.getByRole('tab', { name: 'User Management', exact: true }));

  const approval = await mails.next(newcomer.email);
  expect(approval.subject).toBe('Welcome to Cellar');
  expect(new URL(approval.link).pathname).toBe('/login');
  await page.goto(approval.link);
  await seen(page.getByLabel('Password'));
  await page.goto('/account?tab=preferences');
  await seen(page.getByRole('heading', { name: 'Welcome back' }));
  await fillLogin(page, newcomer);
  await seen(page.getByRole('heading', { name: 'Preferences' }));
  await expect.poll(() => page.url()).toBe(`${site.server.url}/account?tab=preferences`);
});
