// Verification of an email address: the link, its lifetime, and requesting another one.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { findUser, newcomer } from '#test/logins.ts';
import { tokenIn } from '#test/mail-server.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';

const hour = 3600_000;

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: mail.env }));

async function register(): Promise<{ email: string; token: string }> {
  const person = newcomer();
  await app.visitor.call(api.register, { json: person });
  return { email: person.email, token: tokenIn(await mail.next(person.email)) };
}

const verify = (token: string) => app.visitor.call(api.verifyEmail, { params: { token } });
const resend = (email: string) => app.visitor.call(api.resendVerification, { json: { email } });

describe('GET /api/users/verify/{token}', () => {
  it('verifies, and succeeds again during the lifetime of the link', async () => {
    const { email, token } = await register();
    const first = await verify(token);
    expect(first).toMatchObject({ status: 200, body: { message: 'Your email address is verified.' } });
    const { verifiedAt } = (await findUser(app, email)) ?? {};
    app.clock.advance(23 * hour);
    const again = await verify(token);
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect((await findUser(app, email))?.verifiedAt).toBe(verifiedAt);
  });

  it('succeeds for concurrent requests with the same link', async () => {
    const { token } = await register();
    const both = await Promise.all([verify(token), verify(token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([0, 1])('refuses a link that is 24 hours old and was used %i times', async (uses) => {
    const { email, token } = await register();
    for (let use = 0; use < uses; use += 1) await verify(token);
    app.clock.advance(24 * hour);
    expect(await verify(token)).toMatchObject({
      status: 400,
      body: { code: 'link_invalid', message: 'The verification link is invalid or has expired.' },
    });
    expect((await findUser(app, email))?.verifiedAt === null).toBe(uses === 0);
  });

  it.each(['unknown', 'x'.repeat(128), 'x'.repeat(129), 'a\u0000b', ' '])('refuses %j', async (token) => {
    expect((await verify(token)).status).toBe(400);
  });

  it('refuses a link for another purpose', async () => {
    const member = await app.as('member');
    const email = member.account?.email ?? '';
    await app.visitor.call(api.forgotPassword, { json: { email } });
    expect((await verify(tokenIn(await mail.next(email)))).status).toBe(400);
    const { token } = await register();
    const reset = await app.visitor.call(api.resetPassword, { json: { token, newPassword: 'new secret' } });
    expect(reset).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('refuses the link of a deleted account', async () => {
    const { email, token } = await register();
    const admin = await app.as('admin');
    const userId = (await findUser(app, email))?.id ?? '';
    expect((await admin.call(api.deleteUser, { params: { userId } })).status).toBe(200);
    expect((await verify(token)).status).toBe(400);
  });
});

describe('POST /api/auth/resend-verification', () => {
  it('emails another link; both are valid', async () => {
    const { email, token } = await register();
    expect((await resend(email.toUpperCase())).status).toBe(200);
    const second = tokenIn(await mail.next(email));
    expect(second).not.toBe(token);
    expect((await verify(second)).status).toBe(200);
    expect((await verify(token)).status).toBe(200);
  });

  it('answers the same for verified and unknown addresses, without sending an email', async () => {
    const unverified = await app.as('unverified');
    const member = await app.as('member');
    const quiet = [member.account?.email ?? '', newcomer().email];
    const answers = [];
    for (const email of [unverified.account?.email ?? '', ...quiet]) {
      const { status, body } = await resend(email);
      answers.push({ status, body });
    }
    expect(answers[0]?.status).toBe(200);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await mail.next(unverified.account?.email ?? '');
    await app.services.mails.deliverDue();
    for (const email of quiet) expect(mail.to(email)).toEqual([]);
  });

  it.each([{}, { email: 'no address' }, { email: 5 }])('refuses %j', async (json) => {
    expect((await app.visitor.call(api.resendVerification, { json })).status).toBe(400);
  });
});

describe('POST /api/users/{id}/resend-verification', () => {
  it('emails a link to an unverified member for an admin', async () => {
    const admin = await app.as('admin');
    const { account } = await app.as('unverified');
    const params = { userId: account?.id ?? '' };
    const { status, body } = await admin.call(api.resendVerificationFor, { params });
    expect([status, body]).toEqual([
      200,
      { message: 'The verification link is on its way', isDelivering: true },
    ]);
    expect((await verify(tokenIn(await mail.next(account?.email ?? '')))).status).toBe(200);
  });

  it('sends nothing to verified members and answers 404 for unknown ones', async () => {
    const admin = await app.as('admin');
    const { account } = await app.as('pending');
    const params = { userId: account?.id ?? '' };
    expect((await admin.call(api.resendVerificationFor, { params })).status).toBe(200);
    await app.services.mails.deliverDue();
    expect(mail.to(account?.email ?? '')).toEqual([]);
    const absent = await admin.call(api.resendVerificationFor, { params: { userId: 'nobody' } });
    expect(absent.status).toBe(404);
  });
});
