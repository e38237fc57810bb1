// Passkeys: adding, renaming and deleting them, with an authenticator in software.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#platform/clock.ts';
import { buildApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { logIn } from '#test/logins.ts';
import { addPasskey, aMemberWithPasskey, createAuthenticator, type Deviation, site } from '#test/passkeys.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp({ env: { PUBLIC_URL: site } });

const refused = { status: 400, body: { code: 'passkey_refused' } };
const listOf = async (member: Client) => (await member.call(api.listPasskeys)).body;
const askForNew = async (member: Client) => (await member.call(api.askForNewPasskey)).body;
const add = (member: Client, credential: unknown, name = 'A device') =>
  member.call(api.addPasskey, { json: { name, credential } });

describe('a new passkey', () => {
  it('is added under a name and listed with its host', async () => {
    const member = await app.as('member');
    expect(await listOf(member)).toEqual({ passkeys: [], host: 'cellar.example' });
    const authenticator = createAuthenticator({ origin: site });
    const options = await askForNew(member);
    expect(options).toMatchObject({
      rp: { id: 'cellar.example', name: 'Cellar' },
      user: { name: member.account?.email, displayName: 'Sample User' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { status, body } = await add(member, authenticator.create(options), '  My phone ');
    const expected = { name: 'My phone', host: 'cellar.example', isSynced: false, lastUsedAt: null };
    expect([status, body]).toEqual([
      201,
      { ...expected, _id: expect.any(String), createdAt: expect.any(String) },
    ]);
    expect((await listOf(member)).passkeys).toEqual([body]);
    expect((await askForNew(member)).excludeCredentials).toEqual([
      { type: 'public-key', id: authenticator.credentials[0]?.id, transports: ['internal'] },
    ]);
  });

  it('is known by an id that reveals nothing about the account', async () => {
    const member = await app.as('member');
    const { user } = await askForNew(member);
    expect(Buffer.from(user.id, 'base64url').toString()).toBe(member.account?.id);
  });

  const foreignKinds: [string, Deviation][] = [
    ['of another origin', { origin: 'https://cellar.example.evil.example' }],
    ['of the same host on another port', { origin: 'https://cellar.example:8443' }],
    ['of the same host without TLS', { origin: 'http://cellar.example' }],
    ['for another host', { host: 'evil.example' }],
    ['from a frame', { crossOrigin: true }],
    ['for a part of the host', { host: 'example' }],
    ['that answers another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['that is the answer to a login', { type: 'webauthn.get' }],
    ['without a person', { isPresent: false }],
    ['without fingerprint or PIN', { isVerified: false }],
  ];
  it.each(foreignKinds)('is refused if it is one %s', async (_, deviation) => {
    const member = await app.as('member');
    const authenticator = createAuthenticator({ origin: site });
    expect(await add(member, authenticator.create(await askForNew(member), deviation))).toMatchObject(
      refused,
    );
    expect((await listOf(member)).passkeys).toEqual([]);
  });

  it('needs a challenge of the same session, once and within 5 minutes', async () => {
    const member = await app.as('member');
    const other = await app.as('member');
    const authenticator = createAuthenticator({ origin: site });
    const options = await askForNew(member);
    expect(await add(other, authenticator.create(options))).toMatchObject(refused);
    const otherSession = await logIn(app, member.account?.email);
    expect(await add(otherSession, authenticator.create(options))).toMatchObject(refused);
    const credential = authenticator.create(options);
    expect((await add(member, credential)).status).toBe(201);
    expect(await add(member, credential)).toMatchObject(refused);
    expect(await add(member, authenticator.create(options))).toMatchObject(refused);
    const late = await askForNew(member);
    app.clock.advance(5 * minuteMs);
    expect(await add(member, authenticator.create(late))).toMatchObject(refused);
    const login = (await app.visitor.call(api.askForLoginPasskey)).body;
    const { rp, user } = options;
    expect(
      await add(member, authenticator.create({ ...options, challenge: login.challenge, rp, user })),
    ).toMatchObject(refused);
  });

  it('cannot be one of another account', async () => {
    const { member, authenticator } = await aMemberWithPasskey(app);
    const thief = await app.as('member');
    const [{ id = '' } = {}] = authenticator.credentials;
    const copy = createAuthenticator({ origin: site }).create(await askForNew(thief));
    const parts = copy.response.attestationObject;
    const own = Buffer.from(copy.id, 'base64url');
    const object = Buffer.from(parts, 'base64url');
    Buffer.from(id, 'base64url').copy(object, object.indexOf(own));
    const credential = {
      ...copy,
      id,
      rawId: id,
      response: { ...copy.response, attestationObject: object.toString('base64url') },
    };
    expect(await add(thief, credential)).toMatchObject({ status: 409, body: { code: 'passkey_exists' } });
    expect((await listOf(member)).passkeys).toHaveLength(1);
  });

  it('is refused after the twentieth, also when two are added at once', async () => {
    const member = await app.as('member');
    for (let count = 0; count < 19; count += 1) await addPasskey(member);
    const both = await Promise.all([askForNew(member), askForNew(member)]);
    const authenticator = createAuthenticator({ origin: site });
    const added = await Promise.all(both.map((options) => add(member, authenticator.create(options))));
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await listOf(member)).passkeys).toHaveLength(20);
    expect(await member.call(api.askForNewPasskey)).toMatchObject({
      status: 409,
      body: { code: 'limit_reached', message: 'You can have at most 20 passkeys.' },
    });
  });

  it('asks for a confirmation 10 minutes after the login', async () => {
    const member = await app.as('member');
    app.clock.advance(10 * minuteMs);
    const required = { status: 403, body: { code: 'confirmation_required' } };
    expect(await member.call(api.askForNewPasskey)).toMatchObject(required);
  });

  it.each([
    [{}],
    [{ id: 'x' }],
    ['text'],
    [null],
    [{ id: 'A', rawId: 'A', type: 'public-key', response: { clientDataJSON: 'A', attestationObject: 'A' } }],
    [
      {
        id: 'a/b',
        rawId: 'a/b',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      },
    ],
    [
      {
        id: 'A',
        rawId: 'A',
        type: 'public-key',
        response: { clientDataJSON: 'bnVsbA', attestationObject: 'oA' },
      },
    ],
    [
      {
        id: 'A',
        rawId: 'A',
        type: 'public-key',
        response: { clientDataJSON: 'A', attestationObject: 'A'.repeat(50_000) },
      },
    ],
  ])('is refused if it is %j', async (credential) => {
    const member = await app.as('member');
    expect((await add(member, credential)).status).toBe(400);
  });

  it.each([[''], ['x'.repeat(61)], [5], [' \u202e']])('is refused with the name %j', async (name) => {
    const member = await app.as('member');
    const credential = createAuthenticator({ origin: site }).create(await askForNew(member));
    const { status, body } = await member.call(api.addPasskey, { json: { name, credential } });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('is refused with attestation data that is damaged anywhere', async () => {
    const member = await app.as('member');
    const authenticator = createAuthenticator({ origin: site });
    for (let at = 0; at < 40; at += 1) {
      const credential = authenticator.create(await askForNew(member));
      const object = Buffer.from(credential.response.attestationObject, 'base64url').subarray(0, at * 5);
      const response = { ...credential.response, attestationObject: `A${object.toString('base64url')}` };
      expect((await add(member, { ...credential, response })).status).toBe(400);
    }
  });
});

describe('a passkey', () => {
  it('is renamed and deleted by its member only', async () => {
    const { member, passkey } = await aMemberWithPasskey(app);
    const other = await app.as('member');
    const params = { id: passkey._id };
    const json = { name: 'Key ring' };
    expect((await other.call(api.renamePasskey, { params, json })).status).toBe(404);
    expect((await other.call(api.deletePasskey, { params })).status).toBe(404);
    expect(await member.call(api.renamePasskey, { params, json })).toMatchObject({ status: 200, body: json });
    expect((await listOf(member)).passkeys).toEqual([{ ...passkey, ...json }]);
    expect((await member.call(api.deletePasskey, { params })).status).toBe(200);
    expect((await member.call(api.deletePasskey, { params })).status).toBe(404);
    expect((await listOf(member)).passkeys).toEqual([]);
  });

  it('is deleted with the account', async () => {
    const { member, authenticator } = await aMemberWithPasskey(app);
    expect((await member.call(api.deleteOwnAccount)).status).toBe(200);
    const options = (await app.visitor.call(api.askForLoginPasskey)).body;
    const json = { credential: authenticator.sign(options) };
    expect(await app.visitor.call(api.logInWithPasskey, { json })).toMatchObject(refused);
  });

  it('stays when the password is changed', async () => {
    const { member } = await aMemberWithPasskey(app);
    const json = { currentPassword: 'correct horse', newPassword: 'correct horse 2' };
    expect((await member.call(api.changePassword, { json })).status).toBe(200);
    expect((await listOf(member)).passkeys).toHaveLength(1);
  });

  it('is recorded in the audit log when it is added and deleted', async () => {
    const { member, passkey } = await aMemberWithPasskey(app);
    await member.call(api.deletePasskey, { params: { id: passkey._id } });
    const admin = await app.as('admin');
    const { entries } = (await admin.call(api.listAudit)).body;
    const own = entries.filter(({ actor }: { actor: string }) => actor === member.account?.email);
    expect(own.map(({ action }: { action: string }) => action)).toEqual(['passkey_deleted', 'passkey_added']);
  });
});

describe('the address of the site', () => {
  it('is that of the request without PUBLIC_URL', async () => {
    const local = await buildApp();
    const member = await local.as('member');
    const byName = createClient(local.url.replace('127.0.0.1', 'localhost'), member.account);
    const options = await askForNew(byName);
    expect(options.rp.id).toBe('localhost');
    const { port } = new URL(local.url);
    const credential = createAuthenticator({ origin: `http://localhost:${port}` }).create(options);
    expect((await add(byName, credential)).status).toBe(201);
    expect(await listOf(byName)).toMatchObject({ host: 'localhost', passkeys: [{ host: 'localhost' }] });
    await local.close();
  });

  it('has no passkeys if it is an IP address', async () => {
    const local = await buildApp();
    const member = await local.as('member');
    expect(await listOf(member)).toEqual({ passkeys: [], host: null });
    const impossible = { status: 409, body: { code: 'passkeys_impossible' } };
    expect(await member.call(api.askForNewPasskey)).toMatchObject(impossible);
    expect(await local.visitor.call(api.askForLoginPasskey)).toMatchObject(impossible);
    const v6 = await buildApp({ env: { PUBLIC_URL: 'http://[2001:db8::1]:3000' } });
    expect(await v6.visitor.call(api.askForLoginPasskey)).toMatchObject(impossible);
    await local.close();
    await v6.close();
  });
});

it('removes expired challenges', async () => {
  const { db } = app.services.database;
  const rows = () => db.selectFrom('passkeyChallenges').select('challengeHash').execute();
  await app.visitor.call(api.askForLoginPasskey);
  expect((await rows()).length).toBeGreaterThan(0);
  app.clock.advance(hourMs);
  await app.services.removeExpiredChallenges();
  expect(await rows()).toEqual([]);
});
