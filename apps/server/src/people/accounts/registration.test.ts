// Registration and access requests. Neither the responses nor the emails reveal which addresses have accounts.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countAsked } from '#test/asked-threads.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { findUser, fromAddress, newcomer } from '#test/logins.ts';
import { linkIn, type MailServer, startMailServer, tokenIn } from '#test/mail-server.ts';

const messages = {
  register: 'Registration successful! Please check your email to verify your account.',
  requestAccess:
    'Registration successful! Please check your email and verify your account. After verification, your access request will be reviewed.',
};

let mail: MailServer;
let app: TestApp;
let calls = 0;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: { ...mail.env, TRUST_PROXY: '1', PUBLIC_URL: 'https://games.example.org' } });
});
beforeEach(async () => {
  await app.services.settings.change({ email: 'test' }, { registrationEnabled: true });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

/** Sends each request from a different network address, because rate limits have their own tests. */
function ask(endpoint: 'register' | 'requestAccess', json: unknown) {
  calls += 1;
  return app.visitor.call(api[endpoint], { json, ...fromAddress(`192.0.2.${calls}`) });
}

describe.each(['register', 'requestAccess'] as const)('%s', (endpoint) => {
  it('creates a pending account and emails a verification link', async () => {
    const person = newcomer({ name: 'Zoë Ünal' });
    const { status, body } = await ask(endpoint, { ...person, email: ` ${person.email.toUpperCase()} ` });
    expect(status).toBe(201);
    expect(body).toEqual({ message: messages[endpoint] });
    expect(await findUser(app, person.email)).toMatchObject({
      name: 'Zoë Ünal',
      role: 'member',
      verifiedAt: null,
      approvedAt: null,
      suspendedAt: null,
    });
    const received = await mail.next(person.email);
    expect(received.subject).toBe('Confirm your email address for Cellar');
    expect(received.text).toContain('Hello Zoë Ünal,');
    const link = linkIn(received);
    expect(link.origin + link.pathname).toBe('https://games.example.org/verify-email');
    const verified = await app.visitor.call(api.verifyEmail, { params: { token: tokenIn(received) } });
    expect(verified.status).toBe(200);
    expect((await findUser(app, person.email))?.verifiedAt).not.toBeNull();
  });

  it('sends the email in the language of the page', async () => {
    const person = newcomer({ language: 'fr' });
    await ask(endpoint, person);
    expect((await mail.next(person.email)).subject).toBe('Confirmez votre adresse e-mail pour Cellar');
    expect((await findUser(app, person.email))?.language).toBe('fr');
  });

  it('answers the same for a known address, and informs only its owner', async () => {
    const known = await app.as('member');
    const email = known.account?.email ?? '';
    const before = await findUser(app, email);
    const { status, body } = await ask(endpoint, newcomer({ email, password: 'another one' }));
    expect({ status, body }).toEqual({ status: 201, body: { message: messages[endpoint] } });
    const received = await mail.next(email);
    expect(received.subject).toBe('You already have an account at Cellar');
    expect(linkIn(received).pathname).toBe('/forgot-password');
    expect(await findUser(app, email)).toEqual(before);
  });

  it('emails a new link to a known unverified address', async () => {
    const person = newcomer();
    await ask(endpoint, person);
    await mail.next(person.email);
    const { status, body } = await ask(endpoint, { ...person, name: 'Another Name' });
    expect({ status, body }).toEqual({ status: 201, body: { message: messages[endpoint] } });
    const second = await mail.next(person.email);
    expect(second.text).toContain('Hello Sample Newcomer,');
    const verified = await app.visitor.call(api.verifyEmail, { params: { token: tokenIn(second) } });
    expect(verified.status).toBe(200);
  });

  it('accepts no password that someone else may have chosen, for either link', async () => {
    for (const opened of [0, 1]) {
      const stranger = newcomer();
      await ask(endpoint, stranger);
      const mails = [await mail.next(stranger.email)];
      await ask(endpoint, { ...stranger, password: 'what its owner chose' });
      mails.push(await mail.next(stranger.email));
      const token = tokenIn(mails[opened] ?? {});
      expect((await app.visitor.call(api.verifyEmail, { params: { token } })).status).toBe(200);
      const logIn = (password: string) =>
        app.visitor.call(api.login, { json: { email: stranger.email, password } });
      expect((await logIn(stranger.password)).status).toBe(401);
      expect((await logIn('what its owner chose')).status).toBe(401);
      const reset = { token: tokenIn(await mail.next(stranger.email)), newPassword: 'mine alone' };
      expect((await app.visitor.call(api.resetPassword, { json: reset })).status).toBe(200);
      expect((await logIn('mine alone')).body.pendingApproval).toBe(true);
    }
  });

  it('keeps the password if the same person registers twice with it', async () => {
    const person = newcomer();
    for (let count = 0; count < 2; count += 1) await ask(endpoint, person);
    await mail.next(person.email);
    const token = tokenIn(await mail.next(person.email));
    await app.visitor.call(api.verifyEmail, { params: { token } });
    const { email, password } = person;
    expect((await app.visitor.call(api.login, { json: { email, password } })).body.pendingApproval).toBe(
      true,
    );
  });

  it('hashes once for every address, so that timing reveals nothing', async () => {
    const known = await app.as('member');
    const unverified = await app.as('unverified');
    const emails = [known.account?.email, unverified.account?.email, newcomer().email];
    const countHashes = countAsked('password');
    const counts = [];
    for (const email of emails) {
      await ask(endpoint, newcomer({ email: email ?? '' }));
      counts.push(countHashes());
    }
    expect(counts).toEqual([2, 2, 2]);
  });

  it('creates one account for two concurrent registrations of an address', async () => {
    const person = newcomer();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(endpoint, person)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    await app.services.mails.deliverDue();
    expect(mail.to(person.email).length).toBeGreaterThan(0);
  });

  it('is refused while registration is closed, also for known addresses', async () => {
    const known = await app.as('member');
    await app.services.settings.change({ email: 'test' }, { registrationEnabled: false });
    for (const email of [known.account?.email ?? '', newcomer().email]) {
      expect(await ask(endpoint, newcomer({ email }))).toMatchObject({
        status: 403,
        body: { code: 'registration_closed', message: 'Registration is currently closed.' },
      });
      expect(mail.to(email)).toEqual([]);
    }
    expect((await app.visitor.call(api.site)).body.registrationEnabled).toBe(false);
  });

  it.each([
    {},
    [],
    'text',
    { name: 'A', email: 'a@cellar.example' },
    newcomer({ password: 'short' }),
    newcomer({ password: 'x'.repeat(257) }),
    newcomer({ email: 'no address' }),
    newcomer({ email: 'two@cellar.example, more@cellar.example' }),
    newcomer({ email: 'a@cellar.example\r\nBcc: b@cellar.example' }),
    newcomer({ email: `${'a'.repeat(250)}@cellar.example` }),
    newcomer({ name: ' ' }),
    newcomer({ name: 'x'.repeat(101) }),
    newcomer({ name: 'Name\r\nBcc: b@cellar.example' }),
    newcomer({ name: 'a\u0000b' }),
    newcomer({ name: 'Hello \u202exelA' }),
    newcomer({ name: '\u200b\u200b' }),
    newcomer({ language: 'xx' }),
    newcomer({ invite: 'x'.repeat(129) }),
  ])('refuses %j', async (json) => {
    const before = mail.mails.length;
    const { status, body } = await ask(endpoint, json);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.issues.length).toBeGreaterThan(0);
    await app.services.mails.deliverDue();
    expect(mail.mails.length).toBe(before);
  });
});

describe('a short password', () => {
  it('is refused with the wording of the specification', async () => {
    const { body } = await ask('register', newcomer({ password: '12345' }));
    expect(body.issues).toEqual([
      { path: 'password', message: 'Password must be at least 6 characters long' },
    ]);
  });

  it('is neither changed nor trimmed', async () => {
    const person = newcomer({ password: '  pässwörd ' });
    await ask('register', person);
    const token = tokenIn(await mail.next(person.email));
    await app.visitor.call(api.verifyEmail, { params: { token } });
    const { email, password } = person;
    const right = await app.visitor.call(api.login, { json: { email, password } });
    expect(right.body).toMatchObject({ pendingApproval: true });
    const trimmed = await app.visitor.call(api.login, { json: { email, password: password.trim() } });
    expect(trimmed.status).toBe(401);
  });
});
