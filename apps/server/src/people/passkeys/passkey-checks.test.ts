// Logging in and confirming with a passkey.
import { generateKeyPairSync } from 'node:crypto';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { aMemberWithPasskey, createAuthenticator, type Deviation, site } from '#test/passkeys.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

let app: TestApp;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await buildApp({ env: { PUBLIC_URL: site }, database });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const refused = { status: 400, body: { code: 'passkey_refused' } };
const askForLogin = async () => (await app.visitor.call(api.askForLoginPasskey)).body;
const logIn = (credential: unknown) => app.visitor.call(api.logInWithPasskey, { json: { credential } });
const askToConfirm = async (member: Client) => (await member.call(api.askForConfirmingPasskey)).body;
const confirm = (member: Client, credential: unknown) =>
  member.call(api.confirmWithPasskey, { json: { credential } });

const deviations: [string, Deviation][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of a host inside the site', { origin: 'https://games.cellar.example' }],
  ['from a frame', { crossOrigin: true }],
  ['from a page in another site', { topOrigin: 'https://evil.example' }],
  ['for another host', { host: 'evil.example' }],
  ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['that was made for a new passkey', { type: 'webauthn.create' }],
  ['without a person', { isPresent: false }],
  ['without fingerprint or PIN', { isVerified: false }],
  ['with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['for another account', { userHandle: Buffer.from('somebody').toString('base64url') }],
];

describe('a login with a passkey', () => {
  it('starts a session without email and password, and records the use', async () => {
    const { member, authenticator } = await aMemberWithPasskey(app);
    const options = await askForLogin();
    expect(options).toEqual({
      challenge: expect.any(String),
      timeout: 300_000,
      rpId: 'cellar.example',
      userVerification: 'required',
      allowCredentials: [],
    });
    const { status, body } = await logIn(authenticator.sign(options));
    expect([status, body]).toMatchObject([200, { _id: member.account?.id, isApproved: true }]);
    const client = createClient(app.url, { token: body.token, id: body._id, email: body.email });
    const [passkey] = (await client.call(api.listPasskeys)).body.passkeys;
    expect(Date.parse(passkey.lastUsedAt)).toBeGreaterThan(0);
    // The new session is confirmed.
    expect((await client.call(api.deletePasskey, { params: { id: passkey._id } })).status).toBe(200);
    const { entries } = (await (await app.as('admin')).call(api.listAudit)).body;
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'login', actor: member.account?.email }),
    );
  });

  it.each(deviations)('is refused with an answer %s', async (_, deviation) => {
    const { authenticator } = await aMemberWithPasskey(app);
    expect(await logIn(authenticator.sign(await askForLogin(), deviation))).toMatchObject(refused);
    expect((await logIn(authenticator.sign(await askForLogin()))).status).toBe(200);
  });

  it('is refused with a challenge that was used, has expired, or was for something else', async () => {
    const { member, authenticator } = await aMemberWithPasskey(app);
    const answer = authenticator.sign(await askForLogin());
    expect((await logIn(answer)).status).toBe(200);
    expect(await logIn(answer), 'a copy').toMatchObject(refused);
    const late = await askForLogin();
    app.clock.advance(5 * minuteMs);
    expect(await logIn(authenticator.sign(late)), 'late').toMatchObject(refused);
    const forConfirmation = await askToConfirm(member);
    expect(await logIn(authenticator.sign(forConfirmation)), 'for a confirmation').toMatchObject(refused);
  });

  it('accepts an answer once, of many copies at the same time', async () => {
    const { authenticator } = await aMemberWithPasskey(app, { counts: false });
    const answer = authenticator.sign(await askForLogin());
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  it('is refused when the counter has not grown, as with a copied authenticator', async () => {
    const { authenticator } = await aMemberWithPasskey(app);
    const signed = async (counter: number) => logIn(authenticator.sign(await askForLogin(), { counter }));
    expect((await signed(7)).status).toBe(200);
    for (const counter of [7, 6, 0]) expect(await signed(counter), `${counter}`).toMatchObject(refused);
    expect((await signed(8)).status).toBe(200);
    expect((await signed(2 ** 32 - 1)).status, 'the largest').toBe(200);
  });

  it('accepts authenticators that do not count', async () => {
    const { authenticator } = await aMemberWithPasskey(app, { counts: false });
    for (const time of [1, 2])
      expect((await logIn(authenticator.sign(await askForLogin()))).status, `${time}`).toBe(200);
  });

  it('obeys the state of the account as a login with the password does', async () => {
    const { member, authenticator } = await aMemberWithPasskey(app);
    const { db } = app.services.database;
    const set = (changes: {
      suspendedAt?: string | null;
      approvedAt?: string | null;
      verifiedAt?: string | null;
    }) =>
      db
        .updateTable('users')
        .set(changes)
        .where('id', '=', member.account?.id ?? '')
        .execute();
    const signed = async () => logIn(authenticator.sign(await askForLogin()));
    await set({ approvedAt: null });
    expect(await signed()).toMatchObject({ status: 200, body: { pendingApproval: true } });
    await set({ verifiedAt: null });
    expect(await signed()).toMatchObject({ status: 200, body: { needsVerification: true } });
    await set({ suspendedAt: new Date().toISOString() });
    expect(await signed()).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    expect((await member.call(api.listPasskeys)).status).toBe(403);
  });

  it('answers the same for unknown and deleted passkeys', async () => {
    const { member, authenticator, passkey } = await aMemberWithPasskey(app);
    await member.call(api.deletePasskey, { params: { id: passkey._id } });
    const stranger = createAuthenticator({ origin: site });
    stranger.create((await member.call(api.askForNewPasskey)).body);
    const answers = [authenticator.sign(await askForLogin()), stranger.sign(await askForLogin())];
    const bodies = await Promise.all(answers.map(async (answer) => (await logIn(answer)).body));
    expect(bodies.map(({ code, message }) => [code, message])).toEqual(
      Array(2).fill(['passkey_refused', 'This passkey was not accepted. Please try again.']),
    );
  });

  it('is limited by network, as are the challenges', async () => {
    const limited = await buildApp({ env: { PUBLIC_URL: site } });
    const endsAt = new Date(Date.now() + minuteMs).toISOString();
    const rows = [
      { key: 'passkey-options-ip:127.0.0.1', count: 600, endsAt },
      { key: 'passkey-login-ip:127.0.0.1', count: 300, endsAt },
    ];
    await limited.services.database.db.insertInto('rateLimits').values(rows).execute();
    expect((await limited.visitor.call(api.askForLoginPasskey)).status).toBe(429);
    const { authenticator } = await aMemberWithPasskey(limited);
    const credential = authenticator.sign(await askForLogin());
    expect((await limited.visitor.call(api.logInWithPasskey, { json: { credential } })).status).toBe(429);
    await limited.close();
  });

  it('does not count towards its limit when it succeeds, and passwords do not either', async () => {
    const limited = await buildApp({ env: { PUBLIC_URL: site } });
    const endsAt = new Date(Date.now() + minuteMs).toISOString();
    const rows = [
      { key: 'passkey-login-ip:127.0.0.1', count: 299, endsAt },
      { key: 'login-ip:127.0.0.1', count: 300, endsAt },
    ];
    await limited.services.database.db.insertInto('rateLimits').values(rows).execute();
    for (const time of ['once', 'twice']) {
      const { authenticator } = await aMemberWithPasskey(limited);
      const credential = authenticator.sign((await limited.visitor.call(api.askForLoginPasskey)).body);
      const { status } = await limited.visitor.call(api.logInWithPasskey, { json: { credential } });
      expect(status, time).toBe(200);
    }
    await limited.close();
  });

  it('can be finished by another node than the one that was asked', async () => {
    const { authenticator } = await aMemberWithPasskey(app);
    const second = await buildApp({ env: { PUBLIC_URL: site }, dataDir: app.dataDir, database });
    const options = await askForLogin();
    const json = { credential: authenticator.sign(options) };
    expect((await second.visitor.call(api.logInWithPasskey, { json })).status).toBe(200);
    await second.close();
  });

  it.each([
    [{}],
    [null],
    [[]],
    [
      {
        id: 'A',
        rawId: 'A',
        type: 'public-key',
        response: { clientDataJSON: 'A', authenticatorData: 'A', signature: 'A' },
      },
    ],
    [
      {
        id: 'A',
        rawId: 'B',
        type: 'password',
        response: { clientDataJSON: 'e30', authenticatorData: 'A', signature: 'A' },
      },
    ],
    [
      {
        id: 'A',
        rawId: 'A',
        type: 'public-key',
        response: { clientDataJSON: 'W10', authenticatorData: 'A', signature: 'A' },
      },
    ],
  ])('is refused with %j', async (credential) => {
    expect((await logIn(credential)).status).toBe(400);
  });

  it('is refused with authenticator data that is damaged anywhere', async () => {
    const { authenticator } = await aMemberWithPasskey(app);
    for (const length of [0, 1, 31, 32, 33, 36]) {
      const answer = authenticator.sign(await askForLogin());
      const data = Buffer.from(answer.response.authenticatorData, 'base64url').subarray(0, length);
      const response = { ...answer.response, authenticatorData: data.toString('base64url') };
      expect((await logIn({ ...answer, response })).status, `${length} bytes`).toBe(400);
    }
    const answer = authenticator.sign(await askForLogin());
    const rawId = `${answer.id}AA`;
    expect(await logIn({ ...answer, rawId })).toMatchObject(refused);
  });
});

describe('a confirmation by passkey', () => {
  async function anOldSession() {
    const member = await aMemberWithPasskey(app);
    app.clock.advance(10 * minuteMs);
    return member;
  }
  const isConfirmed = async (member: Client) =>
    (await member.call(api.deletePasskey, { params: { id: 'nothing' } })).status === 404;

  it('lets sensitive requests pass for 10 minutes, in this session', async () => {
    const { member, authenticator } = await anOldSession();
    expect(await isConfirmed(member)).toBe(false);
    const options = await askToConfirm(member);
    expect(options.allowCredentials).toEqual([
      { type: 'public-key', id: authenticator.credentials[0]?.id, transports: ['internal'] },
    ]);
    expect((await confirm(member, authenticator.sign(options))).status).toBe(200);
    expect(await isConfirmed(member)).toBe(true);
    app.clock.advance(10 * minuteMs);
    expect(await isConfirmed(member)).toBe(false);
  });

  it.each(deviations)('is refused with an answer %s', async (_, deviation) => {
    const { member, authenticator } = await anOldSession();
    const answer = authenticator.sign(await askToConfirm(member), deviation);
    expect(await confirm(member, answer)).toMatchObject(refused);
    expect(await isConfirmed(member)).toBe(false);
  });

  it('is refused with the passkey of another member, or the challenge of another session', async () => {
    const { member, authenticator } = await anOldSession();
    const other = await aMemberWithPasskey(app);
    const options = await askToConfirm(member);
    expect(await confirm(member, other.authenticator.sign(options))).toMatchObject(refused);
    expect(await confirm(other.member, other.authenticator.sign(await askToConfirm(member)))).toMatchObject(
      refused,
    );
    expect(await confirm(member, authenticator.sign(await askForLogin()))).toMatchObject(refused);
    expect(await isConfirmed(member)).toBe(false);
    expect((await member.call(api.me)).status, 'still logged in').toBe(200);
  });
});
