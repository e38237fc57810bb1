// The end of a membership: suspension and deletion by an admin during a session, and members who delete their own
// account.
import { beforeAll, describe, expect, it } from 'vitest';
import { useMailServer } from './support/mail-server.ts';
import { askIn, chooseForUser, type Newcomer, openAdminTab, userRow } from './support/membership-steps.ts';
import { admin, useSite } from './support/site.ts';
import { fillLogin, logIn, seen, tryToLogIn } from './support/steps.ts';

const wordOfExpiry = 'Your session has expired. Please log in again.';
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
  const mails = useMailServer(site);

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    const { page, leave } = await visitOffice();
    for (const newcomer of [suspended, deleted, leaving]) {
      await askIn(site, mails, newcomer);
      await page.reload();
      await page.getByRole('button', { name: `Approve ${newcomer.name}` }).click();
      await seen(page.getByText(`${newcomer.name} is approved.`));
    }
    await leave();
  });

  it('is suspended in mid-session and lifted again', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 40[13]/);
    const { page } = visitor;
    await logIn(page, suspended);
    await page.goto('/account');
    await seen(page.getByRole('heading', { name: 'Profile' }));

    const { page: office } = await visitOffice();
    await chooseForUser(office, suspended.name, 'Suspend', 'Suspend account');
    await seen(office.getByText(`${suspended.name} is suspended.`));
    await seen(userRow(office, suspended.name).getByText('Suspended', { exact: true }));

    await page.reload();
    await seen(page.getByText('You can log in again once an admin lifts the suspension.', { exact: false }));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await tryToLogIn(page, suspended);
    await seen(page.getByRole('alert').getByText('Your account is suspended.'));

    await chooseForUser(office, suspended.name, 'Lift suspension');
    await seen(office.getByText(`${suspended.name}’s suspension is lifted.`));
    await fillLogin(page, suspended);
    await seen(page.getByRole('heading', { name: 'Profile' }));
  });

  it('is deleted by an admin in mid-session, after a question', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 401/);
    const { page } = visitor;
    await logIn(page, deleted);

    const { page: office } = await visitOffice();
    await office.getByRole('button', { name: `Delete ${deleted.name}` }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await office.getByRole('button', { name: `Delete ${deleted.name}` }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
    await seen(office.getByText(`${deleted.name} was deleted.`));
    await expect.poll(() => userRow(office, deleted.name).count()).toBe(0);

    await page.getByRole('link', { name: 'Account' }).click();
    await seen(page.getByText(wordOfExpiry));
    await tryToLogIn(page, deleted);
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
  });

  it('of an admin is made and taken, and not of oneself', async () => {
    const { page: office } = await visitOffice();
    await chooseForUser(office, suspended.name, 'Make admin', 'Make admin');
    await seen(office.getByText(`${suspended.name} is now an admin.`));
    await seen(userRow(office, suspended.name).getByText('Admin', { exact: true }));
    await chooseForUser(office, suspended.name, 'Remove admin', 'Remove admin');
    await seen(office.getByText(`${suspended.name} is no longer an admin.`));
    await seen(userRow(office, 'Admin').getByText('You', { exact: true }));
    expect(await office.getByRole('button', { name: 'Delete Admin' }).count()).toBe(0);
  });

  it('is given up by who has it, with the password', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 40[01]/);
    const { page } = visitor;
    await logIn(page, leaving);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password').first().fill('not my password');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await seen(dialog.getByText('Current password is incorrect'));
    await dialog.getByLabel('Password').first().fill(leaving.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await seen(page.getByText('Your account has been deleted.'));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await page.goto('/login');
    await tryToLogIn(page, leaving);
    await seen(page.getByRole('alert').getByText('Invalid email or password'));
  });

  it('of the last admin can not be given up', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 409/);
    const { page } = visitor;
    await logIn(page, admin);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password').first().fill(admin.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await seen(page.getByRole('alert').getByText('The last admin cannot be removed'));
  });

  async function visitOffice() {
    const visitor = await site.visit();
    await openAdminTab(visitor.page, admin, 'users');
    return { page: visitor.page, leave: () => visitor.leave() };
  }
});
