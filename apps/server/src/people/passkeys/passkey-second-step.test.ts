// Passkeys as the second step of a login.
import { api } from '@cellar/contract/api.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { type Client, createClient } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { addPasskey, aMemberWithPasskey, site } from '#test/passkeys.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp({ env: { PUBLIC_URL: site } });

const refused = { status: 400, body: { code: 'passkey_refused' } };

async function aMemberWithSecondStep(options?: { counts?: boolean }) {
  const made = await aMemberWithPasskey(app, options);
  const { status, body } = await made.member.call(api.usePasskeysAfterPassword);
  expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
  return { ...made, recoveryCodes: body.recoveryCodes as string[] };
}

async function beginLogin(member: Client, deviceToken?: string) {
  const json = { email: member.account?.email, password: samplePassword, deviceToken };
  return (await app.visitor.call(api.login, { json })).body;
}

const ask = async (challenge: string) =>
  (await app.visitor.call(api.askForSecondStepPasskey, { json: { challenge } })).body;
const finish = (challenge: string, credential: unknown, more = {}) =>
  app.visitor.call(api.finishLoginWithPasskey, { json: { challenge, credential, ...more } });

describe('a login with password and passkey', () => {
  it('starts a session', async () => {
    const { member, authenticator, recoveryCodes } = await aMemberWithSecondStep();
    const { challenge, ...login } = await beginLogin(member);
    expect(login).toMatchObject({ needsSecondFactor: true, methods: ['passkey', 'recoveryCode'] });
    const options = await ask(challenge);
    expect(options).toMatchObject({ userVerification: 'preferred', rpId: 'cellar.example' });
    expect(options.allowCredentials).toHaveLength(1);
    const { status, body } = await finish(challenge, authenticator.sign(options, { isVerified: false }));
    expect([status, body]).toMatchObject([200, { _id: member.account?.id, token: expect.any(String) }]);
    expect(body.deviceToken).toBeUndefined();
    const again = (await beginLogin(member)).challenge;
    const json = { challenge: again, recoveryCode: recoveryCodes[0] };
    expect((await app.visitor.call(api.finishLogin, { json })).status).toBe(200);
  });

  it('trusts the device if asked to', async () => {
    const { member, authenticator } = await aMemberWithSecondStep();
    const { challenge } = await beginLogin(member);
    const credential = authenticator.sign(await ask(challenge));
    const { body } = await finish(challenge, credential, { trustDevice: true });
    expect((await beginLogin(member, body.deviceToken)).token).toEqual(expect.any(String));
  });

  it('is refused with the passkey of another member, and for another login', async () => {
    const { member, authenticator } = await aMemberWithSecondStep();
    const other = await aMemberWithSecondStep();
    const { challenge } = await beginLogin(member);
    const otherLogin = await beginLogin(other.member);
    expect(await finish(challenge, other.authenticator.sign(await ask(challenge)))).toMatchObject(refused);
    expect(await finish(challenge, authenticator.sign(await ask(otherLogin.challenge)))).toMatchObject(
      refused,
    );
    const { challenge: second } = await beginLogin(member);
    expect(await finish(challenge, authenticator.sign(await ask(second)))).toMatchObject(refused);
    const alone = (await app.visitor.call(api.askForLoginPasskey)).body;
    expect(await finish(challenge, authenticator.sign(alone))).toMatchObject(refused);
    expect((await finish(challenge, authenticator.sign(await ask(challenge)))).status).toBe(200);
  });

  it('does not let an answer without fingerprint or PIN pass as a whole login', async () => {
    const { member, authenticator } = await aMemberWithSecondStep();
    const { challenge } = await beginLogin(member);
    const credential = authenticator.sign(await ask(challenge), { isVerified: false });
    expect(await app.visitor.call(api.logInWithPasskey, { json: { credential } })).toMatchObject(refused);
  });

  it('ends its challenge, which lasts 10 minutes', async () => {
    const { member, authenticator } = await aMemberWithSecondStep({ counts: false });
    const { challenge } = await beginLogin(member);
    const credentials = await Promise.all(
      [1, 2, 3].map(async () => authenticator.sign(await ask(challenge))),
    );
    const answers = await Promise.all(credentials.map((credential) => finish(challenge, credential)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const late = await beginLogin(member);
    app.clock.advance(10 * minuteMs);
    const expired = { status: 400, body: { code: 'login_expired' } };
    const json = { challenge: late.challenge };
    expect(await app.visitor.call(api.askForSecondStepPasskey, { json })).toMatchObject(expired);
    expect(await finish(late.challenge, credentials[0])).toMatchObject(expired);
    expect(await finish('invented', credentials[0])).toMatchObject(expired);
  });

  it('is not asked for after a login with the passkey alone', async () => {
    const { authenticator } = await aMemberWithSecondStep();
    const options = (await app.visitor.call(api.askForLoginPasskey)).body;
    const json = { credential: authenticator.sign(options) };
    const { status, body } = await app.visitor.call(api.logInWithPasskey, { json });
    expect([status, body.token]).toEqual([200, expect.any(String)]);
  });
});

describe('the second step', () => {
  const isOn = async (member: Client) => (await member.call(api.getSecondFactor)).body.onSince !== null;
  const remove = (member: Client, id: string) => member.call(api.deletePasskey, { params: { id } });
  const setRequirement = async (requireSecondFactor: string) => {
    const { db } = app.services.database;
    const row = { key: 'requireSecondFactor', value: JSON.stringify(requireSecondFactor) };
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
  };
  afterEach(() => setRequirement('nobody'));

  it('needs a passkey to be turned on with passkeys', async () => {
    const member = await app.as('member');
    expect((await member.call(api.usePasskeysAfterPassword)).status).toBe(404);
    expect(await isOn(member)).toBe(false);
    await addPasskey(member);
    expect((await beginLogin(member)).token, 'not asked for yet').toEqual(expect.any(String));
    await member.call(api.usePasskeysAfterPassword);
    expect(await isOn(member)).toBe(true);
    expect((await member.call(api.usePasskeysAfterPassword)).body).toEqual({ recoveryCodes: null });
  });

  it('ends with the last passkey', async () => {
    const { member, passkey } = await aMemberWithSecondStep();
    const second = await addPasskey(member);
    await remove(member, passkey._id);
    expect(await isOn(member)).toBe(true);
    expect((await remove(member, second._id)).status).toBe(200);
    expect(await isOn(member)).toBe(false);
    expect((await beginLogin(member)).token).toEqual(expect.any(String));
  });

  it('keeps its last passkey while the site requires it', async () => {
    const { member, passkey } = await aMemberWithSecondStep();
    await setRequirement('everyone');
    expect(await remove(member, passkey._id)).toMatchObject({
      status: 409,
      body: { code: 'second_factor_needed' },
    });
    expect((await member.call(api.listPasskeys)).body.passkeys).toHaveLength(1);
    expect(await isOn(member)).toBe(true);
  });

  it('can be set up with a passkey by a member who has yet to do so', async () => {
    const member = await app.as('member');
    await setRequirement('everyone');
    expect((await member.call(api.listGames)).status).toBe(403);
    await addPasskey(member);
    expect((await member.call(api.listGames)).status).toBe(403);
    expect((await member.call(api.usePasskeysAfterPassword)).status).toBe(200);
    expect((await member.call(api.listGames)).status).toBe(200);
  });

  it('leaves the passkeys when its member turns it off', async () => {
    const { member } = await aMemberWithSecondStep();
    expect((await member.call(api.turnSecondFactorOff)).status).toBe(200);
    expect((await member.call(api.listPasskeys)).body.passkeys).toHaveLength(1);
  });

  it('loses the passkeys when an admin or the command line resets it', async () => {
    const admin = await app.as('admin');
    const { member } = await aMemberWithSecondStep();
    const params = { userId: member.account?.id ?? '' };
    expect((await admin.call(api.resetSecondFactor, { params })).status).toBe(200);
    expect((await member.call(api.listPasskeys)).body.passkeys).toEqual([]);

    const { member: withoutSecondStep } = await aMemberWithPasskey(app);
    await admin.call(api.resetSecondFactor, { params: { userId: withoutSecondStep.account?.id ?? '' } });
    expect((await withoutSecondStep.call(api.listPasskeys)).body.passkeys).toEqual([]);

    const rescued = await aMemberWithPasskey(app);
    const { email = '' } = rescued.member.account ?? {};
    await app.services.recovery.rescue(email, samplePassword);
    const { token } = await beginLogin(rescued.member);
    const client = createClient(app.url, { token, id: '', email });
    expect((await client.call(api.listPasskeys)).body.passkeys).toEqual([]);
  });
});
