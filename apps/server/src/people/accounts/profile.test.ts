// The caller's own account: its name, and its address, which changes only after the new one is confirmed.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { findUser, newcomer } from '#test/logins.ts';
import { linkIn, tokenIn } from '#test/mail-server.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';

const hour = 3600_000;

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: mail.env }));

async function aMember(): Promise<{ member: Client; email: string }> {
  const member = await app.as('member');
  return { member, email: member.account?.email ?? '' };
}

const withPassword = (json: object) => ({ name: 'Sample User', currentPassword: samplePassword, ...json });
const change = (member: Client, json: unknown) => member.call(api.updateProfile, { json });
const confirm = (token: string) => app.visitor.call(api.verifyEmail, { params: { token } });
const canLogIn = async (email: string) => {
  const json = { email, password: samplePassword };
  return (await app.visitor.call(api.login, { json })).status === 200;
};

/** Creates a member who has requested a new address. Returns the member and the emailed link. */
async function askedForAddress() {
  const { member, email } = await aMember();
  const wanted = newcomer().email;
  const answer = await change(member, withPassword({ email: wanted }));
  return { member, email, wanted, answer, token: tokenIn(await mail.next(wanted)) };
}

describe('GET and PUT /api/users/profile', () => {
  it('shows the caller’s account and changes the name immediately', async () => {
    const { member, email } = await aMember();
    const before = (await member.call(api.getProfile)).body;
    expect(before).toMatchObject({ name: 'Sample User', email, pendingEmail: null, isVerified: true });
    const { status, body } = await change(member, { name: '  Zoë Ünal ', email: email.toUpperCase() });
    expect({ status, body }).toEqual({ status: 200, body: { ...before, name: 'Zoë Ünal' } });
    expect((await member.call(api.me)).body.name).toBe('Zoë Ünal');
    expect(mail.to(email)).toEqual([]);
  });

  it.each([
    {},
    { name: 'A' },
    { email: 'a@cellar.example' },
    { name: '', email: 'a@cellar.example' },
    { name: 'A\r\nBcc: b@cellar.example', email: 'a@cellar.example' },
    { name: 'A', email: 'no address' },
  ])('refuses %j', async (json) => {
    const { member, email } = await aMember();
    expect((await change(member, json)).status).toBe(400);
    expect((await member.call(api.getProfile)).body).toMatchObject({ name: 'Sample User', email });
  });

  it('accepts only a name and an address', async () => {
    const { member, email } = await aMember();
    const before = await findUser(app, email);
    await change(member, { name: before?.name, email, isAdmin: true, role: 'admin', approvedAt: null });
    expect(await findUser(app, email)).toEqual(before);
  });
});

describe('a new address', () => {
  it('does not replace the old one until it is confirmed', async () => {
    const { member, email, wanted, answer, token } = await askedForAddress();
    expect(answer).toMatchObject({ status: 200, body: { email, pendingEmail: wanted } });
    expect([await canLogIn(email), await canLogIn(wanted)]).toEqual([true, false]);
    expect((await confirm(token)).status).toBe(200);
    expect([await canLogIn(email), await canLogIn(wanted)]).toEqual([false, true]);
    expect((await member.call(api.getProfile)).body).toMatchObject({ email: wanted, pendingEmail: null });
    expect((await confirm(token)).status, 'the same link again').toBe(200);
  });

  it('is announced to the old address', async () => {
    const { email, wanted, token } = await askedForAddress();
    await confirm(token);
    const received = await mail.next(email);
    expect(received.subject).toBe('Your address at Cellar has changed');
    expect(received.text).toContain(wanted);
    expect(mail.to(email)).toHaveLength(1);
  });

  it('can be confirmed for 24 hours', async () => {
    const { member, email, token } = await askedForAddress();
    app.clock.advance(24 * hour);
    expect((await confirm(token)).status).toBe(400);
    expect((await member.call(api.getProfile)).body).toMatchObject({ email, pendingEmail: null });
  });

  it('replaces an earlier unconfirmed one', async () => {
    const { member, email, token } = await askedForAddress();
    const other = newcomer().email;
    expect((await change(member, withPassword({ email: other }))).body.pendingEmail).toBe(other);
    expect((await confirm(token)).status).toBe(400);
    expect((await confirm(tokenIn(await mail.next(other)))).status).toBe(200);
    expect([await canLogIn(email), await canLogIn(other)]).toEqual([false, true]);
  });

  it('that is already used gets the same response, and only its owner is informed', async () => {
    const { member, email } = await aMember();
    const { email: taken } = await aMember();
    const answer = await change(member, withPassword({ email: taken }));
    expect(answer).toMatchObject({ status: 200, body: { email, pendingEmail: taken } });
    const received = await mail.next(taken);
    expect(received.subject).toBe('You already have an account at Cellar');
    expect(linkIn(received).searchParams.get('token')).toBeNull();
    expect(await canLogIn(email)).toBe(true);
  });

  it('cannot be confirmed if someone else has taken it in the meantime', async () => {
    const { email, wanted, token } = await askedForAddress();
    await app.visitor.call(api.register, { json: newcomer({ email: wanted }) });
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect(await canLogIn(email)).toBe(true);
    await app.services.mails.deliverDue();
    expect(mail.to(email)).toEqual([]);
  });

  it('invalidates reset links sent to the old one', async () => {
    const { email, token } = await askedForAddress();
    await app.visitor.call(api.forgotPassword, { json: { email } });
    const reset = tokenIn(await mail.next(email));
    await confirm(token);
    const json = { token: reset, newPassword: 'a new secret' };
    expect((await app.visitor.call(api.resetPassword, { json })).status).toBe(400);
  });

  it('cannot be confirmed after a password change, because an intruder may have requested it', async () => {
    const { member, email, token } = await askedForAddress();
    const json = { currentPassword: samplePassword, newPassword: samplePassword };
    expect((await member.call(api.changePassword, { json })).status).toBe(200);
    expect((await member.call(api.getProfile)).body).toMatchObject({ email, pendingEmail: null });
    expect((await confirm(token)).status).toBe(400);
  });

  it.each([{ currentPassword: '' }, { currentPassword: 'wrong' }])(
    'is refused with a wrong password: %j',
    async (json) => {
      const { member, email } = await aMember();
      const answer = await change(member, { name: 'New Name', email: newcomer().email, ...json });
      expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
      const profile = (await member.call(api.getProfile)).body;
      expect(profile).toMatchObject({ name: 'Sample User', email, pendingEmail: null });
    },
  );

  it('cannot be confirmed after the password was reset by link or command line', async () => {
    const byLink = await askedForAddress();
    await app.visitor.call(api.forgotPassword, { json: { email: byLink.email } });
    const reset = tokenIn(await mail.next(byLink.email));
    await app.visitor.call(api.resetPassword, { json: { token: reset, newPassword: samplePassword } });
    const byCommand = await askedForAddress();
    await app.services.recovery.rescue(byCommand.email, samplePassword);
    for (const { email, token } of [byLink, byCommand]) {
      expect((await confirm(token)).status).toBe(400);
      expect(await canLogIn(email)).toBe(true);
    }
  });

  it('can be requested ten times an hour', async () => {
    const { member } = await aMember();
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await change(member, withPassword({ email: newcomer().email }))).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('DELETE /api/users/me', () => {
  const remove = (client: Client, password: string) =>
    client.call(api.deleteOwnAccount, { json: { password } });

  it('deletes the caller’s account, given the password', async () => {
    const { member, email } = await aMember();
    expect(await remove(member, 'wrong')).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect((await member.call(api.deleteOwnAccount, { json: { password: '' } })).status).toBe(400);
    expect((await member.call(api.me)).status).toBe(200);
    expect(await remove(member, samplePassword)).toMatchObject({
      status: 200,
      body: { message: 'Your account has been deleted.' },
    });
    expect((await member.call(api.me)).status).toBe(401);
    expect(await canLogIn(email)).toBe(false);
    expect(await findUser(app, email)).toBeUndefined();
  });

  it('frees the address for a new account', async () => {
    const { member, email } = await aMember();
    await remove(member, samplePassword);
    await app.visitor.call(api.register, { json: newcomer({ email }) });
    expect((await mail.next(email)).subject).toBe('Confirm your email address for Cellar');
  });

  it('refuses to delete the last admin', async () => {
    const alone = await buildApp();
    const admin = await alone.as('admin');
    await alone.as('member');
    expect(await remove(admin, samplePassword)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    const second = await alone.as('admin');
    expect((await remove(admin, samplePassword)).status).toBe(200);
    expect((await remove(second, samplePassword)).status).toBe(409);
    await alone.close();
  });

  it('limits password guesses from a stolen session', async () => {
    const { member } = await aMember();
    const tries = await Promise.all(Array.from({ length: 21 }, () => remove(member, 'wrong')));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
