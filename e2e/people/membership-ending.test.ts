// The end of a membership: suspension and deletion by an admin during a session, and members who delete their own
// account.
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseForUser, type Newcomer, userRow } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { fillLogin, isFocused, logIn, seen, tryToLogIn } from '../support/steps.ts';

const expiryMessage = 'Your session has expired. Please log in again.';
const person = (name: string): Newcomer => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@cellar.example`,
  password: 'a member for a while',
});
const suspended = person('Suspended Member');
const deleted = person('Deleted Member');
const leaving = person('Leaving Member');

describe('membership', () => {
  const site = useSite();

  beforeAll(async () => {
    for (const account of [suspended, deleted, leaving]) await site.createAccount('member', account);
  });

  it('can be suspended during a session and restored', async () => {
    const { page } = await site.visit({ expects: /status of 40[13]/ });
    await logIn(page, suspended);
    await page.goto('/account');
    await seen(page.getByRole('heading', { name: 'Profile' }));

    const adminPage = await site.arrive(admin, '/admin?tab=users');
    await chooseForUser(adminPage, suspended.name, 'Suspend', 'Suspend account');
    await seen(adminPage.getByText(`${suspended.name} is suspended.`));
    await seen(userRow(adminPage, suspended.name).getByText('Suspended', { exact: true }));

    await page.reload();
    await seen(page.getByText('You can log in again once an admin lifts the suspension.', { exact: false }));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await tryToLogIn(page, suspended);
    await seen(page.getByRole('alert').getByText('Your account is suspended.'));

    await chooseForUser(adminPage, suspended.name, 'Lift suspension');
    await seen(adminPage.getByText(`${suspended.name}’s suspension is lifted.`));
    await fillLogin(page, suspended);
    await seen(page.getByRole('heading', { name: 'Profile' }));
  });

  it('can be deleted by an admin during a session, after confirmation', async () => {
    const { page } = await site.visit({ expects: /status of 401/ });
    await logIn(page, deleted);

    const adminPage = await site.arrive(admin, '/admin?tab=users');
    await chooseForUser(adminPage, deleted.name, 'Delete', 'Cancel');
    await chooseForUser(adminPage, deleted.name, 'Delete', 'Delete account');
    await seen(adminPage.getByText(`${deleted.name} was deleted.`));
    await expect.poll(() => userRow(adminPage, deleted.name).count()).toBe(0);

    // The open page notices it within 15 seconds.
    await seen(page.getByText(expiryMessage));
    await tryToLogIn(page, deleted);
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
  });

  it('can gain and lose the admin role, and admins are not offered to delete their own account', async () => {
    const adminPage = await site.arrive(admin, '/admin?tab=users');
    await chooseForUser(adminPage, suspended.name, 'Make admin', 'Make admin');
    await seen(adminPage.getByText(`${suspended.name} is now an admin.`));
    await seen(userRow(adminPage, suspended.name).getByText('Admin', { exact: true }));
    await chooseForUser(adminPage, suspended.name, 'Remove admin', 'Remove admin');
    await seen(adminPage.getByText(`${suspended.name} is no longer an admin.`));
    await seen(userRow(adminPage, 'Admin').getByText('You', { exact: true }));
    await adminPage.getByRole('button', { name: 'More for Admin' }).click();
    await seen(adminPage.getByRole('menuitem', { name: 'Download limits' }));
    expect(await adminPage.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  });

  it('can be ended by the member, who confirms it with the password 10 minutes after the login', async () => {
    const { page } = await site.visit({ expects: /status of 40[013]/ });
    await logIn(page, leaving);
    await site.server.forgetConfirmations();
    await page.goto('/account');
    const leave = page.getByRole('button', { name: 'Delete my account' });
    await leave.click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await seen(question.getByLabel('Password'));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => leave.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await page.locator('[role=alert] > *').count(), 'messages').toBe(0);

    await leave.click();
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await question.getByLabel('Password').first().fill('not my password');
    await page.keyboard.press('Enter');
    await seen(question.getByText('This password is wrong.'));
    await question.getByLabel('Password').first().fill(leaving.password);
    await page.keyboard.press('Enter');
    await seen(page.getByText('Your account has been deleted.'));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await page.goto('/login');
    await tryToLogIn(page, leaving);
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
    await expect.poll(() => isFocused(page.getByLabel('Password').first())).toBe(true);
  });

  it('cannot be ended by the last admin', async () => {
    const { page } = await site.visit({ expects: /status of 409/ });
    await logIn(page, admin);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await seen(page.getByRole('alert').getByText('The last admin cannot be removed'));
  });
});
