// Passwords: forgotten, reset with a mailed link, or changed by the member.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashPassword } from '#platform/passwords.ts';
import { countAsked } from '#test/asked-threads.ts';
import { payLittle, payRealCost } from '#test/cheap-passwords.ts';
import { samplePassword } from '#test/factories.ts';
import { findUser, logIn, newcomer } from '#test/logins.ts';
import { linkIn, tokenIn } from '#test/mail-server.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';

const hour = 3600_000;
const newPassword = 'a new secret';
const invalid = {
  status: 400,
  body: { code: 'link_invalid', message: 'Invalid reset link. Please request a new password reset.' },
};

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: mail.env }));

const forgot = (email: string) => app.visitor.call(api.forgotPassword, { json: { email } });
const reset = (token: string, password = newPassword) =>
  app.visitor.call(api.resetPassword, { json: { token, newPassword: password } });
const tryPassword = (email: string, password: string) =>
  app.visitor.call(api.login, { json: { email, password } });

async function memberWithLink() {
  const member = await app.as('member');
  const email = member.account?.email ?? '';
  await forgot(email);
  return { member, email, token: tokenIn(await mail.next(email)) };
}

describe('POST /api/auth/forgot-password', () => {
  it('emails a link to set a new password', async () => {
    const { account } = await app.as('member');
    const { status, body } = await forgot(account?.email.toUpperCase() ?? '');
    expect({ status, body }).toEqual({ status: 200, body: { resetTokenSent: true } });
    const received = await mail.next(account?.email ?? '');
    expect(received.subject).toBe('Set a new password for Cellar');
    expect(linkIn(received).pathname).toBe('/reset-password');
  });

  it.each([
    ['forgotPassword', 'member', 'suspended'],
    ['resendVerification', 'unverified', 'member'],
  ] as const)(
    '%s renders an email for every address, so that later timing reveals nothing',
    async (name, some, others) => {
      const mailed = (await app.as(some)).account?.email ?? '';
      const quiet = [(await app.as(others)).account?.email ?? '', newcomer().email];
      const countEmails = countAsked('template');
      for (const address of [mailed, ...quiet]) {
        await app.visitor.call(api[name], { json: { email: address } });
        await expect.poll(countEmails).toBe(1);
      }
      await mail.next(mailed);
      await app.services.mails.deliverDue();
      for (const address of quiet) expect(mail.to(address)).toEqual([]);
      // The decoys for unknown addresses were never listed, and have been deleted.
      const { db } = app.services.database;
      const left = await db.selectFrom('mails').select('id').where('kind', '=', 'decoy').execute();
      expect(left).toEqual([]);
    },
  );

  it('answers the same for unknown addresses and suspended members, without sending an email', async () => {
    const { account } = await app.as('suspended');
    for (const email of [account?.email ?? '', newcomer().email]) {
      const { status, body } = await forgot(email);
      expect({ status, body }).toEqual({ status: 200, body: { resetTokenSent: true } });
      await new Promise((resolve) => setImmediate(resolve));
      await app.services.mails.deliverDue();
      expect(mail.to(email)).toEqual([]);
    }
  });

  it.each([{}, { email: '' }, { email: 'no address' }])('refuses %j', async (json) => {
    expect((await app.visitor.call(api.forgotPassword, { json })).status).toBe(400);
  });
});

describe('POST /api/auth/reset-password', () => {
  it('sets the new password and ends every session', async () => {
    const { member, email, token } = await memberWithLink();
    const other = await logIn(app, email);
    const { status, body } = await reset(token);
    expect({ status, body }).toMatchObject({ status: 200, body: { passwordReset: true } });
    for (const session of [member, other]) {
      expect(await session.call(api.me)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    }
    expect((await tryPassword(email, samplePassword)).status).toBe(401);
    expect((await tryPassword(email, newPassword)).body.token).toBeTruthy();
    expect((await mail.next(email)).subject).toBe('Your password at Cellar has changed');
  });

  it('accepts a link once, also with concurrent requests', async () => {
    const { email, token } = await memberWithLink();
    const both = await Promise.all([reset(token, 'first secret'), reset(token, 'other secret')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await reset(token)).toMatchObject(invalid);
    const won = both[0].status === 200 ? 'first secret' : 'other secret';
    expect((await tryPassword(email, won)).status).toBe(200);
  });

  it('invalidates the other mailed links', async () => {
    const { email, token } = await memberWithLink();
    await forgot(email);
    const second = tokenIn(await mail.next(email));
    expect((await reset(second)).status).toBe(200);
    expect(await reset(token)).toMatchObject(invalid);
  });

  it('accepts a link for an hour', async () => {
    const early = await memberWithLink();
    app.clock.advance(hour - 60_000);
    expect((await reset(early.token)).status).toBe(200);
    const late = await memberWithLink();
    app.clock.advance(hour);
    expect(await reset(late.token)).toMatchObject(invalid);
    expect((await tryPassword(late.email, samplePassword)).status).toBe(200);
  });

  it('refuses an unknown link', async () => {
    expect(await reset('unknown')).toMatchObject(invalid);
  });

  it.each(['12345', '', 'x'.repeat(257)])('refuses the password %j and keeps the link', async (password) => {
    const { token } = await memberWithLink();
    expect(await reset(token, password)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await reset(token)).status).toBe(200);
  });

  it('verifies an unverified address', async () => {
    const { account } = await app.as('unverified');
    const email = account?.email ?? '';
    await forgot(email);
    expect((await reset(tokenIn(await mail.next(email)))).status).toBe(200);
    expect((await findUser(app, email))?.verifiedAt).not.toBeNull();
    expect((await tryPassword(email, newPassword)).body).toMatchObject({ pendingApproval: true });
  });

  it('refuses the link of a deleted account', async () => {
    const { member, token } = await memberWithLink();
    await member.call(api.deleteOwnAccount, { json: { password: samplePassword } });
    expect(await reset(token)).toMatchObject(invalid);
  });
});

describe('PUT /api/users/change-password', () => {
  it('ends the other sessions and keeps this one', async () => {
    const member = await app.as('member');
    const email = member.account?.email ?? '';
    const other = await logIn(app, email);
    const json = { currentPassword: samplePassword, newPassword };
    expect((await member.call(api.changePassword, { json })).status).toBe(200);
    expect((await member.call(api.me)).status).toBe(200);
    expect((await other.call(api.me)).status).toBe(401);
    expect((await tryPassword(email, newPassword)).status).toBe(200);
    expect((await mail.next(email)).subject).toBe('Your password at Cellar has changed');
  });

  it('invalidates reset links', async () => {
    const { member, token } = await memberWithLink();
    await member.call(api.changePassword, { json: { currentPassword: samplePassword, newPassword } });
    expect(await reset(token)).toMatchObject(invalid);
  });

  it('refuses a wrong current password with 400, since 401 would end the session', async () => {
    const member = await app.as('member');
    const json = { currentPassword: 'wrong', newPassword };
    expect(await member.call(api.changePassword, { json })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', message: 'Current password is incorrect' },
    });
    expect((await tryPassword(member.account?.email ?? '', samplePassword)).status).toBe(200);
  });

  it.each([{}, { currentPassword: samplePassword, newPassword: '12345' }, { newPassword }])(
    'refuses %j',
    async (json) => {
      const member = await app.as('member');
      expect((await member.call(api.changePassword, { json })).status).toBe(400);
    },
  );
});

describe('a login with the old password', () => {
  it('fails if the password changes while it is being checked', async () => {
    payRealCost();
    onTestFinished(payLittle);
    const { account } = await app.as('member');
    const changed = await hashPassword(newPassword);
    // The password check is queued behind these.
    const busy = Array.from({ length: 12 }, () => hashPassword('busy'));
    const login = tryPassword(account?.email ?? '', samplePassword);
    await Promise.all(busy.slice(0, 6));
    const { db } = app.services.database;
    await db
      .updateTable('users')
      .set({ passwordHash: changed })
      .where('id', '=', account?.id ?? '')
      .execute();
    expect((await login).status).toBe(401);
  });
});
