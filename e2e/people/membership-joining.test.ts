// Every refusal on the way to access, and invitations: created by an admin, emailed or passed on, and used to join without
// approval. access-request.core.test.ts goes the whole way of a request.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useMailServer } from '../support/mail-server.ts';
import {
  chooseForUser,
  type Newcomer,
  openAdminTab,
  register,
  requestAccess,
  requested,
  userRow,
} from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { accountButton, flashes, seen, tryToLogIn } from '../support/steps.ts';

const newcomer: Newcomer = {
  name: 'Sample Newcomer',
  email: 'newcomer@cellar.example',
  password: 'a newcomer comes in',
};
const hasty: Newcomer = { ...newcomer, name: 'Hasty Newcomer', email: 'hasty@cellar.example' };
const password = 'an invited secret';
const invalidMessage = 'This invitation is no longer valid';
const unverified = 'Please verify your email before logging in. Check your inbox for the verification email.';

const mails = useMailServer();
const site = useSite({}, mails);

describe('requesting access', () => {
  it('verifies a link once per tab, even after a reload', async () => {
    const { page, context } = await site.visit();
    await requestAccess(page, { ...newcomer, email: 'twice@cellar.example' });
    const { link } = await mails.next('twice@cellar.example');
    let verifications = 0;
    context.on('request', (request) => {
      if (request.url().includes('/api/users/verify/')) verifications += 1;
    });
    for (const open of [() => page.goto(link), () => page.reload()]) {
      await open();
      await seen(page.getByRole('heading', { name: 'Email verified' }));
    }
    expect(verifications).toBe(1);
    const second = await context.newPage();
    await second.goto(link);
    await seen(second.getByRole('heading', { name: 'Email verified' }));
    await second.waitForURL('**/login');
    // Back does not lead to the used link, which would send the reader on again.
    await second.goBack();
    await second.waitForURL('about:blank');
  });

  it('blocks login and approval until the emailed link is opened, and resends the link on request', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await page.goto('/login?register=true');
    await seen(page.getByRole('heading', { name: 'Create your account' }));
    await register(page, 'Register', hasty);
    await seen(
      page.getByText('Registration successful! Please check your email to verify your account.', {
        exact: true,
      }),
    );
    await mails.next(hasty.email);
    await tryToLogIn(page, hasty);
    await seen(page.getByRole('alert').getByText(unverified));
    // It would contradict the answer.
    expect(await page.getByText('Registration successful!', { exact: false }).count()).toBe(0);

    const adminVisitor = await site.visit();
    await openAdminTab(adminVisitor.page, admin, 'users');
    await seen(userRow(adminVisitor.page, hasty.name).getByText('Email Unverified'));
    expect(await adminVisitor.page.getByRole('button', { name: `Approve ${hasty.name}` }).count()).toBe(0);
    await chooseForUser(adminVisitor.page, hasty.name, 'Send the link again');
    await seen(adminVisitor.page.getByText(`A new verification link is on its way to ${hasty.email}.`));
    await mails.next(hasty.email);

    await page.getByRole('button', { name: 'Resend email' }).click();
    await seen(page.getByText('a new link is on its way'));
    await page.goto((await mails.next(hasty.email)).link);
    await seen(page.getByRole('heading', { name: 'Email verified' }));
    await seen(page.getByText('If an admin still has to approve your account', { exact: false }));
  });

  it('reveals only by email that an address is already registered', async () => {
    const { page } = await site.visit();
    await requestAccess(page, { ...newcomer, email: admin.email });
    await seen(page.getByRole('status').getByText(requested));
    const { link } = await mails.nextAbout(admin.email, 'You already have an account at Cellar');
    await page.goto(link);
    await seen(page.getByRole('heading', { name: 'Forgot your password?' }));
  });

  it('requires two matching passwords that are long enough', async () => {
    const { page } = await site.visit();
    await requestAccess(page, { ...newcomer, confirmation: 'another one' });
    await seen(page.getByText('Passwords do not match'));
    await page.getByLabel('Password').first().fill('five5');
    await page.getByLabel('Confirm password').fill('five5');
    await page.getByRole('button', { name: 'Request Access' }).click();
    await seen(page.getByText('Password must be at least 6 characters long'));
  });

  it('marks an invalid address at its field on a translated page', async () => {
    const { page } = await site.visit({ expects: /status of 400/, locale: 'fr-FR' });
    await page.goto('/login?register=true');
    await page.getByLabel('Nom').fill(newcomer.name);
    // Valid for the browser, but not for the server.
    await page.getByLabel(/^Adresse e.mail/).fill('somebody@nowhere');
    await seen(page.getByRole('button', { name: 'Afficher le mot de passe' }));
    await page.getByLabel(/^Mot de passe/).fill(newcomer.password);
    await page.getByLabel('Confirmer le mot de passe').fill(newcomer.password);
    await page.getByRole('main').locator('button[type=submit]').click();
    await seen(
      page.getByRole('textbox', { name: /^Adresse e.mail/ }).and(page.locator('[aria-invalid=true]')),
    );
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it.each([
    ['/verify-email?token=never-mailed', 'The verification link is invalid or has expired.'],
    ['/verify-email', 'The verification link is invalid.'],
  ])('refuses %s with a message and a link to the login', async (address, word) => {
    const { page } = await site.visit({ expects: /status of 400/ });
    await page.goto(address);
    await seen(page.getByRole('alert').getByText(word, { exact: true }));
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
  });
});

describe('an invitation', () => {
  it('by email leads from the registration straight to the games, for its address only', async () => {
    const invited = 'invited@cellar.example';
    const adminPage = await site.arrive(admin, '/admin?tab=users');
    await adminPage.getByRole('button', { name: 'New invitation' }).click();
    const dialog = adminPage.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: false }).first().fill(invited);
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await seen(dialog.getByText(`An email with this link is on its way to ${invited}.`));
    const shown = await linkIn(adminPage);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await seen(adminPage.getByRole('list', { name: 'Invitations' }).getByRole('heading', { name: invited }));

    const { subject, link } = await mails.next(invited);
    expect(subject).toBe('You are invited to Cellar');
    expect(link).toBe(shown);
    const { page } = await site.visit();
    await page.goto(link);
    await seen(page.getByRole('heading', { name: 'Join' }));
    await seen(page.getByText('You’ve been invited.', { exact: false }));
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(invited);
    await expect.poll(() => page.getByLabel('Email').isEditable()).toBe(false);
    await register(page, 'Join', { name: 'Invited Guest', password });
    await seen(page.getByRole('heading', { name: 'Games', level: 1 }));
    await seen(accountButton(page));

    const lateVisitor = await site.visit();
    await lateVisitor.page.goto(link);
    await seen(lateVisitor.page.getByRole('alert').getByText(invalidMessage));
  });

  it('no longer works after it is revoked', async () => {
    const { page: adminPage } = await site.visit();
    const link = await createSharedLink(adminPage);
    const open = adminPage
      .getByRole('list', { name: 'Invitations' })
      .getByRole('listitem')
      .filter({ hasText: 'Used 0 of 1' });
    await open.getByRole('button', { name: /^Revoke/ }).click();
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await seen(adminPage.getByText('Invitation revoked'));
    const { page } = await site.visit();
    await page.goto(link);
    await seen(page.getByRole('alert').getByText(invalidMessage));
  });
});

describe('a closed registration', () => {
  it('refuses newcomers, even from a form that was already open', async () => {
    const { page } = await site.visit({ expects: /status of 403/ });
    await page.goto('/login?register=true');
    await seen(page.getByRole('heading', { name: 'Create your account' }));

    const adminPage = await site.arrive(admin, '/admin?tab=settings');
    await adminPage.getByRole('switch', { name: 'Registration' }).click();
    let saves = 0;
    adminPage.on('request', (request) => {
      if (request.method() === 'PUT') saves += 1;
    });
    await Promise.all([
      flashes(adminPage, 'Settings saved'),
      adminPage.getByRole('button', { name: 'Save settings' }).dblclick(),
    ]);
    expect(saves).toBe(1);

    await register(page, 'Register', { ...newcomer, email: 'late@cellar.example' });
    await seen(page.getByRole('alert').getByText('Registration is currently closed.'));
    await page.goto('/');
    await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    expect(await page.getByRole('link', { name: 'Request Access' }).count()).toBe(0);
    await page.goto('/login?register=true');
    await seen(page.getByText('Registration is currently closed.'));
    expect(mails.to('late@cellar.example')).toEqual([]);
  });

  it('is opened by a shared link until it is used up, but still requires a verified address', async () => {
    const { page: adminPage } = await site.visit();
    const link = await createSharedLink(adminPage);

    const friend = 'friend@cellar.example';
    const { page } = await site.visit();
    await page.goto(link);
    await register(page, 'Join', { name: 'Friend of Friends', email: friend, password });
    await seen(page.getByRole('heading', { name: 'Login' }));
    const verification = await mails.next(friend);
    await page.goto(verification.link);
    await seen(page.getByRole('heading', { name: 'Email verified' }));
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(friend);
    await page.getByLabel('Password').first().fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await seen(page.getByRole('heading', { name: 'Games', level: 1 }));

    const lateVisitor = await site.visit();
    await lateVisitor.page.goto(link);
    await seen(lateVisitor.page.getByRole('alert').getByText(invalidMessage));
    await seen(lateVisitor.page.getByText('Registration is currently closed.'));
  });
});

async function createSharedLink(adminPage: Page): Promise<string> {
  await openAdminTab(adminPage, admin, 'users');
  await adminPage.getByRole('button', { name: 'New invitation' }).click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByLabel('For whom').selectOption('Shared link');
  await dialog.getByLabel('Number of uses').fill('1');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const link = await linkIn(adminPage);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

function linkIn(adminPage: Page): Promise<string> {
  return adminPage.getByRole('textbox', { name: 'Invitation link' }).inputValue();
}
