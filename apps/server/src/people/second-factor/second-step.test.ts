import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { createClient } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { enterPassword, logInWith, stepMs, turnOn } from '#test/logins.ts';
import { sharedApp } from '#test/shared-app.ts';

const minute = 60_000;

const app = sharedApp();

async function memberWithApp() {
  const client = await app.as('member');
  return { client, email: client.account?.email ?? '', ...(await turnOn(app, client)) };
}

const finish = (json: object) => app.visitor.call(api.finishLogin, { json });

describe('a login with two steps', () => {
  it('asks for a code after the right password, and starts the session after the right code', async () => {
    const { email, code } = await memberWithApp();
    const first = await enterPassword(app, email);
    expect(first).toMatchObject({
      status: 200,
      body: { needsSecondFactor: true, methods: ['code', 'recoveryCode'], message: expect.any(String) },
    });
    expect(first.body.token).toBeUndefined();
    const { status, body } = await finish({ challenge: first.body.challenge, code: code() });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, isApproved: true });
    expect(body.deviceToken).toBeUndefined();
    const account = { token: body.token, id: body._id, email };
    expect((await createClient(app.url, account).call(api.me)).status).toBe(200);
  });

  it('reveals nothing to someone with a wrong password', async () => {
    const { email } = await memberWithApp();
    const wrong = await app.visitor.call(api.login, { json: { email, password: 'something else' } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  it('accepts codes as people copy them', async () => {
    const { email, code } = await memberWithApp();
    const spaced = ` ${code().slice(0, 3)} ${code().slice(3)}\n`;
    expect(await logInWith(app, email, { code: spaced })).toMatchObject({ status: 200 });
    app.clock.advance(stepMs);
    const fullWidth = code().replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect(await logInWith(app, email, { code: fullWidth })).toMatchObject({ status: 200 });
  });

  it.each([
    {},
    { challenge: 'x' },
    { challenge: 'x', code: '12345' },
    { challenge: 'x', code: '1234567' },
    { challenge: 'x', code: 123456 },
    { challenge: 'x', code: '12345a' },
    { challenge: 'x', code: '123456', recoveryCode: 'abcdabcdabcdabcd' },
    { challenge: 'x', recoveryCode: 'short' },
    { challenge: 'x', recoveryCode: '"; drop table users' },
    { challenge: '', code: '123456' },
    { challenge: 'x'.repeat(5000), code: '123456' },
    { challenge: { $ne: null }, code: '123456' },
    { challenge: 'x', code: '1'.repeat(5000) },
    { challenge: 'x', code: '123456', trustDevice: 'yes' },
  ])('refuses the body %j', async (json) => {
    expect(await finish(json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('a challenge', () => {
  it('starts one session at most, also for simultaneous requests', async () => {
    const { email, recoveryCodes } = await memberWithApp();
    const { challenge } = (await enterPassword(app, email)).body;
    const [first, second] = recoveryCodes;
    const answers = await Promise.all([
      finish({ challenge, recoveryCode: first }),
      finish({ challenge, recoveryCode: second }),
    ]);
    const results = answers.map(({ status, body }) => (status === 200 ? 'session' : body.code));
    expect(results.toSorted()).toEqual(['login_expired', 'session']);
    // The code of the refused request was not used up.
    const unused = answers[0]?.status === 200 ? second : first;
    expect((await logInWith(app, email, { recoveryCode: unused })).status).toBe(200);
  });

  it('expires after ten minutes', async () => {
    const { email, code } = await memberWithApp();
    const { challenge } = (await enterPassword(app, email)).body;
    app.clock.advance(10 * minute + 1);
    const expired = { status: 400, body: { code: 'login_expired' } };
    expect(await finish({ challenge, code: code() })).toMatchObject(expired);
    await app.services.auth.removeExpiredSessions();
    expect(await finish({ challenge: 'made up', code: code() })).toMatchObject(expired);
    const { db } = app.services.database;
    const rows = await db.selectFrom('loginChallenges').select('expiresAt').execute();
    expect(rows.every(({ expiresAt }) => expiresAt > app.clock.now().toISOString())).toBe(true);
  });

  it('belongs to one member', async () => {
    const mine = await memberWithApp();
    const yours = await memberWithApp();
    const { challenge } = (await enterPassword(app, mine.email)).body;
    const { recoveryCodes } = yours;
    const wrong = { status: 400, body: { code: 'code_wrong' } };
    expect(await finish({ challenge, code: yours.code() })).toMatchObject(wrong);
    expect(await finish({ challenge, recoveryCode: recoveryCodes[0] })).toMatchObject(wrong);
    expect((await logInWith(app, yours.email, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
  });

  it('ends with a new password, and with a suspension', async () => {
    const admin = await app.as('admin');
    const { client, email, code, recoveryCodes } = await memberWithApp();
    const before = (await enterPassword(app, email)).body;
    const change = { currentPassword: samplePassword, newPassword: samplePassword };
    expect((await client.call(api.changePassword, { json: change })).status).toBe(200);
    expect((await finish({ challenge: before.challenge, code: code() })).body.code).toBe('login_expired');
    const { challenge } = (await enterPassword(app, email)).body;
    const params = { userId: client.account?.id ?? '' };
    await admin.call(api.changeUser, { params, json: { isSuspended: true } });
    const recoveryCode = recoveryCodes[0];
    expect((await finish({ challenge, recoveryCode })).body.code).toBe('login_expired');
  });
});

describe('a recovery code', () => {
  it('works once, however it is written, and the member gets an email', async () => {
    const { client, email, recoveryCodes } = await memberWithApp();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    const written = code.toUpperCase().replaceAll('-', ' – ').replaceAll('0', 'O').replaceAll('1', 'l');
    expect((await logInWith(app, email, { recoveryCode: written })).status).toBe(200);
    expect(await logInWith(app, email, { recoveryCode: code })).toMatchObject({
      status: 400,
      body: { code: 'code_wrong' },
    });
    expect((await client.call(api.getSecondFactor)).body.recoveryCodesLeft).toBe(9);
    const { db } = app.services.database;
    const mails = await db
      .selectFrom('mails')
      .select(['content'])
      .where('toAddress', '=', email)
      .where('kind', '=', 'recoveryCodeUsed')
      .execute();
    expect(mails.map(({ content }) => JSON.parse(content ?? '').values)).toEqual([{ left: '9' }]);
  });

  it('works once for simultaneous logins', async () => {
    const { email, recoveryCodes } = await memberWithApp();
    const recoveryCode = recoveryCodes[0];
    const challenges = await Promise.all([1, 2, 3].map(() => enterPassword(app, email)));
    const answers = await Promise.all(
      challenges.map(({ body: { challenge } }) => finish({ challenge, recoveryCode })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });
});
