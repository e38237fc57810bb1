// Invitations: bound to an address or limited to a number of uses, with an expiry. They make approval unnecessary.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { confirm, findUser, fromAddress, newcomer } from '#test/logins.ts';
import { linkIn, type MailServer, startMailServer, tokenIn } from '#test/mail-server.ts';

const day = 24 * 3600_000;
const mustVerify =
  'Registration successful! Please check your email and verify your account. After verification, your access request will be reviewed.';

let mail: MailServer;
let app: TestApp;
let admin: Client;
let calls = 0;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: { ...mail.env, TRUST_PROXY: '1', PUBLIC_URL: 'https://games.example.org' } });
  admin = await app.as('admin');
});
beforeEach(async () => {
  await app.services.settings.change({ email: 'test' }, { registrationEnabled: true });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

async function invite(json: unknown) {
  const { status, body } = await admin.call(api.createInvitation, { json });
  expect(status).toBe(201);
  const secret = new URL(body.url).searchParams.get('invite') ?? '';
  return { url: body.url as string, secret, id: body.invitation._id as string, invitation: body.invitation };
}

function requestAccess(json: unknown) {
  calls += 1;
  return app.visitor.call(api.requestAccess, { json, ...fromAddress(`192.0.2.${calls}`) });
}

const close = () => app.services.settings.change({ email: 'test' }, { registrationEnabled: false });
const check = async (secret: string) =>
  (await app.visitor.call(api.checkInvitation, { query: { invite: secret } })).body;
const usesOf = async (id: string) => {
  const { body } = await admin.call(api.listInvitations);
  return body.invitations.find((one: { _id: string }) => one._id === id)?.uses;
};

describe('an invitation for an address', () => {
  it('is emailed there and admits its recipient immediately', async () => {
    const person = newcomer();
    const { url, invitation } = await invite({
      email: person.email.toUpperCase(),
      maxUses: 9,
      language: 'es',
    });
    expect(invitation).toMatchObject({ email: person.email, maxUses: 1, uses: 0 });
    const received = await mail.next(person.email);
    expect(received.subject).toBe('Tienes una invitación para Cellar');
    expect(linkIn(received).href).toBe(url);
    const secret = linkIn(received).searchParams.get('invite') ?? '';
    expect(await check(secret)).toEqual({ isValid: true, email: person.email });

    const { status, body } = await requestAccess({ ...person, invite: secret });
    expect(status).toBe(201);
    expect(body).toMatchObject({ message: 'Registration successful! Welcome.', email: person.email });
    expect(body).toMatchObject({ isVerified: true, isApproved: true, isAdmin: false });
    const client = createClient(app.url, { token: body.token, id: body._id, email: body.email });
    expect((await client.call(api.listGames)).status).toBe(200);
    await app.services.mails.deliverDue();
    expect(mail.to(person.email), 'nothing left to verify').toHaveLength(1);
    expect(await check(secret)).toEqual({ isValid: false, email: null });
  });

  it('also works for registration', async () => {
    const person = newcomer();
    const { secret } = await invite({ email: person.email });
    const json = { ...person, invite: secret };
    const { status, body } = await app.visitor.call(api.register, { json, ...fromAddress('198.51.100.1') });
    expect({ status, body }).toEqual({ status: 201, body: { message: 'Registration successful! Welcome.' } });
    const { email, password } = person;
    expect((await app.visitor.call(api.login, { json: { email, password } })).body.token).toBeTruthy();
  });

  it('does not work for other addresses', async () => {
    const { secret, id } = await invite({ email: newcomer().email });
    const other = newcomer({ invite: secret });
    const { status, body } = await requestAccess(other);
    expect({ status, body }).toEqual({ status: 201, body: { message: mustVerify } });
    expect(await findUser(app, other.email)).toMatchObject({ verifiedAt: null, approvedAt: null });
    expect(await usesOf(id)).toBe(0);
  });
});

describe('an invitation for N uses', () => {
  it('approves immediately, but the address must still be verified', async () => {
    const { secret } = await invite({ maxUses: 2 });
    expect(mail.mails.some(({ text }) => text?.includes(secret))).toBe(false);
    const person = newcomer({ invite: secret });
    const { body } = await requestAccess(person);
    expect(body.message).toMatch(/After verification, you can log in\.$/);
    const { account } = await app.as('member');
    const known = newcomer({ invite: (await invite({ maxUses: 2 })).secret, email: account?.email ?? '' });
    expect((await requestAccess(known)).body, 'for a known address').toEqual(body);
    const user = await findUser(app, person.email);
    expect([user?.verifiedAt, typeof user?.approvedAt]).toEqual([null, 'string']);
    const token = tokenIn(await mail.next(person.email));
    await app.visitor.call(api.verifyEmail, { params: { token } });
    const { email, password } = person;
    expect((await app.visitor.call(api.login, { json: { email, password } })).body.token).toBeTruthy();
  });

  it('admits N members and no more, also concurrently', async () => {
    const { secret, id } = await invite({ maxUses: 3 });
    const people = Array.from({ length: 8 }, () => newcomer({ invite: secret }));
    const answers = await Promise.all(people.map(requestAccess));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const users = await Promise.all(people.map(({ email }) => findUser(app, email)));
    expect(users.filter((user) => user?.approvedAt)).toHaveLength(3);
    expect(await usesOf(id)).toBe(3);
    expect(await check(secret)).toEqual({ isValid: false, email: null });
  });

  it('works while registration is closed, up to its number of uses', async () => {
    const { secret, id } = await invite({ maxUses: 2 });
    await close();
    const people = Array.from({ length: 5 }, () => newcomer({ invite: secret }));
    const answers = await Promise.all(people.map(requestAccess));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    expect(await usesOf(id)).toBe(2);
    const users = await Promise.all(people.map(({ email }) => findUser(app, email)));
    expect(users.filter(Boolean)).toHaveLength(2);
  });

  it('is also used up by known addresses, so that its count reveals nothing', async () => {
    const { secret, id } = await invite({ maxUses: 1 });
    const { account } = await app.as('member');
    expect((await requestAccess(newcomer({ email: account?.email ?? '', invite: secret }))).status).toBe(201);
    expect(await usesOf(id)).toBe(1);
    expect((await check(secret)).isValid).toBe(false);
  });
});

describe('an invitation to an address that someone else has registered', () => {
  const squat = async () => {
    const squatter = newcomer({ name: 'A Squatter', password: 'of the squatter' });
    expect((await requestAccess(squatter)).status).toBe(201);
    await mail.next(squatter.email);
    return squatter;
  };
  const logIn = (email: string, password: string) =>
    app.visitor.call(api.login, { json: { email, password } });

  it('admits its recipient, with their name and password, if it was mailed there', async () => {
    const { email, password: squattersPassword } = await squat();
    const { secret } = await invite({ email, language: 'fr' });
    const person = newcomer({ email, invite: secret, language: 'fr' });
    const { status, body } = await requestAccess(person);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { message: 'Registration successful! Welcome.', name: person.name, email, isApproved: true },
    });
    const client = createClient(app.url, { token: body.token, id: body._id, email });
    expect((await client.call(api.listGames)).status).toBe(200);
    expect(await findUser(app, email)).toMatchObject({ name: person.name, language: 'fr' });
    expect((await logIn(email, squattersPassword)).status).toBe(401);
    expect((await logIn(email, person.password)).body.token).toBeTruthy();
    expect(await check(secret)).toEqual({ isValid: false, email: null });
  });

  it('leaves the password alone when the link of the first registration is opened later', async () => {
    const squatter = newcomer({ password: 'of the squatter' });
    await requestAccess(squatter);
    const token = tokenIn(await mail.next(squatter.email));
    const { secret } = await invite({ email: squatter.email });
    const person = newcomer({ email: squatter.email, invite: secret });
    expect((await requestAccess(person)).body.token).toBeTruthy();
    await app.visitor.call(api.verifyEmail, { params: { token } });
    expect((await logIn(person.email, squatter.password)).status).toBe(401);
    expect((await logIn(person.email, person.password)).body.token).toBeTruthy();
  });

  it('approves the account if it is for N uses, but only the link in the email verifies it', async () => {
    const { email } = await squat();
    const { secret } = await invite({ maxUses: 2 });
    const person = newcomer({ email, invite: secret });
    const { body } = await requestAccess(person);
    expect(body.message).toMatch(/After verification, you can log in\.$/);
    expect(body.token).toBeUndefined();
    const user = await findUser(app, email);
    expect([user?.verifiedAt, typeof user?.approvedAt, user?.name]).toEqual([null, 'string', 'A Squatter']);
    await expect.poll(() => mail.to(email).length).toBe(2);
  });

  it('does not admit a suspended account', async () => {
    const { email } = await squat();
    const userId = (await findUser(app, email))?.id ?? '';
    await admin.call(api.changeUser, { params: { userId }, json: { isSuspended: true } });
    const { secret } = await invite({ email });
    const { body } = await requestAccess(newcomer({ email, invite: secret }));
    expect(body).toEqual({ message: mustVerify });
    expect(await findUser(app, email)).toMatchObject({ verifiedAt: null, approvedAt: null });
  });

  it('leaves a verified account as it is', async () => {
    const { account } = await app.as('pending');
    const email = account?.email ?? '';
    const before = await findUser(app, email);
    const { secret } = await invite({ email });
    expect((await requestAccess(newcomer({ email, invite: secret }))).body).toEqual({ message: mustVerify });
    expect(await findUser(app, email)).toEqual(before);
  });
});

describe('an invalid invitation', () => {
  const invalid = {
    expired: async () => {
      const { secret } = await invite({ maxUses: 5, expiresInDays: 1 });
      app.clock.advance(day);
      return secret;
    },
    withdrawn: async () => {
      const { secret, id } = await invite({ maxUses: 5 });
      expect((await admin.call(api.revokeInvitation, { params: { id } })).status).toBe(200);
      expect((await admin.call(api.revokeInvitation, { params: { id } })).status).toBe(404);
      return secret;
    },
    'used up': async () => {
      const { secret } = await invite({});
      await requestAccess(newcomer({ invite: secret }));
      return secret;
    },
    unknown: async () => 'unknown',
    'for another address': async () => (await invite({ email: newcomer().email })).secret,
  };

  it.each(Object.entries(invalid))('has no effect: %s', async (_name, make) => {
    const secret = await make();
    const person = newcomer({ invite: secret });
    const { status, body } = await requestAccess(person);
    expect({ status, body }).toEqual({ status: 201, body: { message: mustVerify } });
    expect((await findUser(app, person.email))?.approvedAt).toBeNull();
    await close();
    const { account } = await app.as('member');
    // The responses for a known and an unknown address must be the same.
    for (const email of [newcomer().email, account?.email ?? '']) {
      expect(await requestAccess(newcomer({ email, invite: secret }))).toMatchObject({
        status: 403,
        body: { code: 'registration_closed', message: 'Registration is currently closed.' },
      });
    }
  });
});

describe('the list of invitations', () => {
  it('shows them newest first, never their links', async () => {
    const { secret, id } = await invite({ maxUses: 4, expiresInDays: 30 });
    app.clock.advance(1000);
    const { id: newer } = await invite({});
    const { body } = await admin.call(api.listInvitations);
    expect(body.invitations.slice(0, 2).map((one: { _id: string }) => one._id)).toEqual([newer, id]);
    expect(body.invitations[1]).toMatchObject({ maxUses: 4, uses: 0, createdBy: admin.account?.email });
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('keeps invitations of deleted admins', async () => {
    const other = await app.as('admin');
    const { body } = await other.call(api.createInvitation, { json: {} });
    await confirm(admin);
    await admin.call(api.deleteUser, { params: { userId: other.account?.id ?? '' } });
    const { invitations } = (await admin.call(api.listInvitations)).body;
    const kept = invitations.find((one: { _id: string }) => one._id === body.invitation._id);
    expect(kept).toMatchObject({ createdBy: null });
  });

  it.each([
    { email: 'no address' },
    { maxUses: 0 },
    { maxUses: 1001 },
    { maxUses: 1.5 },
    { expiresInDays: 0 },
    { expiresInDays: 366 },
    { language: 'xx' },
  ])('refuses %j', async (json) => {
    expect((await admin.call(api.createInvitation, { json })).status).toBe(400);
  });
});
