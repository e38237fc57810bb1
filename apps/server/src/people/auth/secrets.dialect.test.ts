// A copy of the database grants no access: no table contains a password or a token.
import { api } from '@cellar/contract/api.ts';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { payLittle, payRealCost } from '#test/cheap-passwords.ts';
import { samplePassword } from '#test/factories.ts';
import { findUser, logIn, newcomer } from '#test/logins.ts';
import { tokenIn } from '#test/mail-server.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: mail.env }));

async function wholeDatabase(): Promise<string> {
  const { db } = app.services.database;
  const tables = await db.introspection.getTables();
  const contents = tables.map(async ({ name }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    return JSON.stringify(rows);
  });
  return (await Promise.all(contents)).join('\n');
}

describe('the database', () => {
  it('contains no secrets of sessions, links, invitations or passwords', async () => {
    const admin = await app.as('admin');
    const person = newcomer({ password: 'a very secret password' });
    await app.visitor.call(api.register, { json: person });
    const verify = tokenIn(await mail.next(person.email));
    await app.visitor.call(api.verifyEmail, { params: { token: verify } });
    const params = { userId: (await findUser(app, person.email))?.id ?? '' };
    await admin.call(api.approveAccess, { params });
    const member = await logIn(app, person.email, person.password);
    await app.visitor.call(api.forgotPassword, { json: { email: person.email } });
    await mail.next(person.email);
    const reset = tokenIn(await mail.next(person.email));
    const guest = newcomer().email;
    const { url } = (await admin.call(api.createInvitation, { json: { email: guest } })).body;
    await mail.next(guest);
    const wanted = newcomer().email;
    const change = { name: 'Sample User', email: wanted, currentPassword: person.password };
    await member.call(api.updateProfile, { json: change });
    const address = tokenIn(await mail.next(wanted));
    await app.services.mails.deliverDue();

    const everything = await wholeDatabase();
    expect(everything, 'the search includes the rows').toContain(person.email);
    const secrets = {
      verify,
      reset,
      address,
      password: person.password,
      session: member.account?.token ?? '',
      invitation: new URL(url).searchParams.get('invite') ?? '',
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(20);
      expect(everything.includes(secret), name).toBe(false);
    }
  });

  it('stores passwords as argon2id hashes with individual salts', async () => {
    payRealCost();
    onTestFinished(payLittle);
    const people = [newcomer(), newcomer()];
    for (const person of people) await app.visitor.call(api.register, { json: person });
    const users = await Promise.all(people.map(({ email }) => findUser(app, email)));
    for (const user of users) expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(users[0]?.passwordHash).not.toBe(users[1]?.passwordHash);
  });

  it('gets a new hash with today’s parameters at a login, also at two at once, but not at a failed one', async () => {
    payRealCost();
    onTestFinished(payLittle);
    const email = (await app.as('member')).account?.email ?? '';
    const old = await hash(samplePassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const users = app.services.database.db.updateTable('users').set({ passwordHash: old });
    await users.where('email', '=', email).execute();
    const tryPassword = (password: string) => app.visitor.call(api.login, { json: { email, password } });
    const stored = async () => (await findUser(app, email))?.passwordHash;
    expect((await tryPassword('wrong')).status).toBe(401);
    expect(await stored()).toBe(old);
    const both = await Promise.all([tryPassword(samplePassword), tryPassword(samplePassword)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const renewed = await stored();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await logIn(app, email);
    expect(await stored()).toBe(renewed);
  });
});

describe('a response', () => {
  it('never contains a hash', async () => {
    const admin = await app.as('admin');
    const answers = [
      await admin.call(api.listUsers),
      await admin.call(api.me),
      await admin.call(api.getProfile),
      await admin.call(api.listSessions),
      await admin.call(api.listInvitations),
      await admin.call(api.listOutbox),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/hash|argon2/i);
  });
});
