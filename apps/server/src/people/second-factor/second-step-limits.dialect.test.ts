// Whom the limits of the second step keep out: someone who has found out the password, and not the member.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '#test/build-app.ts';
import { samplePassword } from '#test/factories.ts';
import { fromAddress, stepMs, turnOn } from '#test/logins.ts';
import { aMemberWithPasskey, site } from '#test/passkeys.ts';
import { sharedApp } from '#test/shared-app.ts';

const home = fromAddress('203.0.113.1');
const abroad = fromAddress('203.0.113.2');
const thief = fromAddress('198.51.100.7');
const wrongRecoveryCode = 'zzzzzzzzzzzzzzzz';

type From = typeof home;

const app = sharedApp({ env: { PUBLIC_URL: site, TRUST_PROXY: '1' } });

async function challengeOf(email: string, from: From): Promise<string> {
  const answer = await app.visitor.call(api.login, { json: { email, password: samplePassword }, ...from });
  return answer.body.challenge;
}

async function logIn(email: string, proof: object, from: From) {
  const json = { challenge: await challengeOf(email, from), ...proof };
  return (await app.visitor.call(api.finishLogin, { json, ...from })).status;
}

async function memberWithApp() {
  const client = await app.as('member');
  const email = client.account?.email ?? '';
  const { code, recoveryCodes } = await turnOn(app, client);
  expect(await logIn(email, { code: code() }, home)).toBe(200);
  app.clock.advance(stepMs);
  return { client, email, code, recoveryCodes };
}

async function failTenTimes(email: string, proof: object) {
  for (let tries = 0; tries < 10; tries += 1) expect(await logIn(email, proof, thief)).toBe(400);
  expect(await logIn(email, proof, thief)).toBe(429);
}

async function renewPassword(client: TestApp['visitor']) {
  const json = { currentPassword: samplePassword, newPassword: samplePassword };
  expect((await client.call(api.changePassword, { json })).status).toBe(200);
}

describe('someone who knows the password and uses up the tries', () => {
  it('of codes, does not lock out the networks that the member uses, nor the next password', async () => {
    const { client, email, code } = await memberWithApp();
    await failTenTimes(email, { code: code(-4 * stepMs) });
    expect(await logIn(email, { code: code() }, abroad), 'the count of unknown networks').toBe(429);
    expect(await logIn(email, { code: code() }, home)).toBe(200);
    app.clock.advance(stepMs);
    await renewPassword(client);
    expect(await logIn(email, { code: code() }, abroad)).toBe(200);
  });

  it('of recovery codes, does not either', async () => {
    const { client, email, recoveryCodes } = await memberWithApp();
    const [first, second, third] = recoveryCodes;
    await failTenTimes(email, { recoveryCode: wrongRecoveryCode });
    expect(await logIn(email, { recoveryCode: first }, abroad)).toBe(429);
    expect(await logIn(email, { recoveryCode: second }, home)).toBe(200);
    await renewPassword(client);
    expect(await logIn(email, { recoveryCode: third }, abroad)).toBe(200);
  });

  it('of passkeys, does not either', async () => {
    const { member } = await aMemberWithPasskey(app);
    await member.call(api.usePasskeysAfterPassword);
    const email = member.account?.email ?? '';
    const ask = async (from: From) => {
      const json = { challenge: await challengeOf(email, from) };
      return (await app.visitor.call(api.askForSecondStepPasskey, { json, ...from })).status;
    };
    for (let count = 0; count < 60; count += 1) expect(await ask(thief)).toBe(200);
    expect(await ask(thief)).toBe(429);
    await app.services.auth.rememberNetwork(
      app.services.database.db,
      member.account?.id ?? '',
      '203.0.113.1',
    );
    expect(await ask(home)).toBe(200);
    await renewPassword(member);
    expect(await ask(abroad)).toBe(200);
  });
});

it('a network that the member uses has ten tries an hour, too', async () => {
  const { email, recoveryCodes } = await memberWithApp();
  for (let tries = 0; tries < 10; tries += 1) {
    expect(await logIn(email, { recoveryCode: wrongRecoveryCode }, home)).toBe(400);
  }
  expect(await logIn(email, { recoveryCode: recoveryCodes[0] }, home)).toBe(429);
});
