// What a new password takes away from someone who knew the old one.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { createApiToken, logIn } from '#test/logins.ts';
import { nextAbout, tokenIn } from '#test/mail-server.ts';
import { aMemberWithPasskey, site } from '#test/passkeys.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';

const newPassword = 'a new secret';

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: { ...mail.env, PUBLIC_URL: site } }));

const emailOf = ({ account }: Client) => account?.email ?? '';

/** Returns a member with a passkey, an API token and a feed, and functions that use them. */
async function memberWithEverything() {
  const { member, authenticator } = await aMemberWithPasskey(app);
  const script = await createApiToken(app, member);
  const { path } = (await member.call(api.renewOwnFeed)).body;
  return {
    member,
    async usePasskey() {
      const credential = authenticator.sign((await app.visitor.call(api.askForLoginPasskey)).body);
      const { status, body } = await app.visitor.call(api.logInWithPasskey, { json: { credential } });
      return [status, body.code];
    },
    async useOthers() {
      const feed = await app.visitor.fetch(path);
      return [(await script.client.call(api.me)).status, feed.status];
    },
  };
}

async function resetByEmail(email: string): Promise<void> {
  await app.visitor.call(api.forgotPassword, { json: { email } });
  const token = tokenIn(await nextAbout(mail, email, 'Set a new password'));
  const { status } = await app.visitor.call(api.resetPassword, { json: { token, newPassword } });
  expect(status).toBe(200);
}

describe('a reset by email', () => {
  it('removes passkeys, API tokens and the link of the feed, and says so', async () => {
    const { member, usePasskey, useOthers } = await memberWithEverything();
    expect([await usePasskey(), await useOthers()]).toEqual([
      [200, undefined],
      [200, 200],
    ]);
    await resetByEmail(emailOf(member));
    expect([await usePasskey(), await useOthers()]).toEqual([
      [400, 'passkey_refused'],
      [401, 404],
    ]);
    const again = await logIn(app, emailOf(member), newPassword);
    expect((await again.call(api.listPasskeys)).body.passkeys).toEqual([]);
    expect((await again.call(api.getOwnFeed)).body).toEqual({ path: null });
    const { text } = await nextAbout(mail, emailOf(member), 'Your password at Cellar has changed');
    expect(text?.replace(/\s+/g, ' ')).toContain('your passkeys, your API tokens and the link to your feed');
  });

  it('leaves two-step login on, also if passkeys were its only method', async () => {
    const { member } = await aMemberWithPasskey(app);
    const { recoveryCodes } = (await member.call(api.usePasskeysAfterPassword)).body;
    await resetByEmail(emailOf(member));
    const json = { email: emailOf(member), password: newPassword };
    const { challenge, ...login } = (await app.visitor.call(api.login, { json })).body;
    expect(login).toMatchObject({ needsSecondFactor: true, methods: ['recoveryCode'] });
    const step = { challenge, recoveryCode: recoveryCodes[0] };
    expect((await app.visitor.call(api.finishLogin, { json: step })).status).toBe(200);
  });
});

describe('a password that a member changes', () => {
  it('keeps what the member has added', async () => {
    const { member, usePasskey, useOthers } = await memberWithEverything();
    await member.call(api.changePassword, { json: { currentPassword: samplePassword, newPassword } });
    expect([await usePasskey(), await useOthers()]).toEqual([
      [200, undefined],
      [200, 200],
    ]);
  });
});
