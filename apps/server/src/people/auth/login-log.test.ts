// What the audit log says about refused logins and logouts, and that strangers can't fill it.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { fromAddress, newcomer } from '#test/logins.ts';
import { aMemberWithPasskey, createAuthenticator, site } from '#test/passkeys.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp({ env: { PUBLIC_URL: site, TRUST_PROXY: '1' } });

const emailOf = ({ account }: Client) => account?.email ?? '';

/** Returns the entries that are written meanwhile, as `action, actor, subject, detail`. */
async function entriesOf(act: () => Promise<unknown>): Promise<(string | null)[][]> {
  const { db } = app.services.database;
  app.clock.advance(1000);
  const since = app.clock.now().toISOString();
  await act();
  const rows = await db.selectFrom('auditEntries').selectAll().where('at', '>=', since).execute();
  app.clock.advance(1000);
  return rows.map(({ action, actor, subject, detail }) => [action, actor, subject, detail]);
}

const askForLogin = async () => (await app.visitor.call(api.askForLoginPasskey)).body;
const logInWith = (credential: unknown) => app.visitor.call(api.logInWithPasskey, { json: { credential } });

describe('a refused passkey', () => {
  it('is recorded with its member', async () => {
    const { member, authenticator } = await aMemberWithPasskey(app);
    const options = await askForLogin();
    const forged = authenticator.sign(options, { origin: 'https://evil.example' });
    expect(await entriesOf(() => logInWith(forged))).toEqual([
      ['login_failed', null, emailOf(member), 'passkey'],
    ]);
  });

  it('is recorded without a member if nobody has it', async () => {
    const stranger = createAuthenticator({ origin: site });
    stranger.create((await (await app.as('member')).call(api.askForNewPasskey)).body);
    const answer = stranger.sign(await askForLogin());
    expect(await entriesOf(() => logInWith(answer))).toEqual([['login_failed', null, null, 'passkey']]);
  });

  it('is recorded at the second step', async () => {
    const { member } = await aMemberWithPasskey(app);
    const other = await aMemberWithPasskey(app);
    await member.call(api.usePasskeysAfterPassword);
    const json = { email: emailOf(member), password: samplePassword };
    const { challenge } = (await app.visitor.call(api.login, { json })).body;
    const options = (await app.visitor.call(api.askForSecondStepPasskey, { json: { challenge } })).body;
    const credential = other.authenticator.sign(options);
    const finish = () => app.visitor.call(api.finishLoginWithPasskey, { json: { challenge, credential } });
    expect(await entriesOf(finish)).toEqual([['login_failed', null, emailOf(member), 'at the second step']]);
  });

  it('leaves no entry without a challenge of ours, so that copies of one answer do not fill the log', async () => {
    const { authenticator } = await aMemberWithPasskey(app);
    const answer = authenticator.sign(await askForLogin());
    expect((await logInWith(answer)).status).toBe(200);
    const copies = async () => {
      for (let count = 0; count < 3; count += 1) expect((await logInWith(answer)).status).toBe(400);
    };
    expect(await entriesOf(copies)).toEqual([]);
  });
});

describe('wrong passwords', () => {
  const attempt = (email: string, from: string) =>
    app.visitor.call(api.login, { json: { email, password: 'wrong' }, ...fromAddress(from) });

  it('for invented addresses are recorded once for each network and hour, those for accounts always', async () => {
    const member = emailOf(await app.as('member'));
    const from = '203.0.113.20';
    const first = newcomer().email;
    const entry = (email: string) => ['login_failed', null, email, null];
    const guess = async () => {
      await attempt(first, from);
      for (let count = 0; count < 5; count += 1) await attempt(newcomer().email, from);
      for (let count = 0; count < 2; count += 1) await attempt(member, from);
    };
    expect(await entriesOf(guess)).toEqual([entry(first), entry(member), entry(member)]);
    const { email: elsewhere } = newcomer();
    expect(await entriesOf(() => attempt(elsewhere, '203.0.113.21'))).toEqual([entry(elsewhere)]);
    app.clock.advance(60 * minuteMs);
    expect(await entriesOf(guess)).toHaveLength(3);
  });
});

describe('attempts beyond a limit', () => {
  const attempt = (email: string, from: string) =>
    app.visitor.call(api.login, { json: { email, password: 'wrong' }, ...fromAddress(from) });

  it('are recorded once for each network and period', async () => {
    const email = emailOf(await app.as('member'));
    const from = '203.0.113.9';
    const tooMany = async () => {
      for (let count = 0; count < 14; count += 1) await attempt(email, from);
    };
    const refused = ['login_failed', null, email, 'too many attempts'];
    expect(await entriesOf(tooMany)).toEqual([
      ...Array(10).fill(['login_failed', null, email, null]),
      refused,
    ]);
    const { email: other } = newcomer();
    const others = async () => {
      for (let count = 0; count < 14; count += 1) await attempt(other, from);
    };
    expect(await entriesOf(others), 'an address without an account').toHaveLength(1);
    app.clock.advance(60 * minuteMs);
    expect((await entriesOf(tooMany)).filter(([, , , detail]) => detail === refused[3])).toEqual([refused]);
  });

  it('are recorded at the second step', async () => {
    const { member } = await aMemberWithPasskey(app);
    await member.call(api.usePasskeysAfterPassword);
    const json = { email: emailOf(member), password: samplePassword };
    const { challenge } = (await app.visitor.call(api.login, { json })).body;
    const tooMany = async () => {
      for (let count = 0; count < 13; count += 1) {
        await app.visitor.call(api.finishLogin, { json: { challenge, recoveryCode: 'AAAA-BBBB-CCCC-DDDD' } });
      }
    };
    const details = (await entriesOf(tooMany)).map(([, , subject, detail]) => [subject, detail]);
    expect(details).toEqual([
      ...Array(10).fill([emailOf(member), 'at the second step']),
      [emailOf(member), 'too many attempts'],
    ]);
  });
});

it('a logout is recorded', async () => {
  const member = await app.as('member');
  expect(await entriesOf(() => member.call(api.logout))).toEqual([['logout', emailOf(member), null, null]]);
  expect(await entriesOf(() => member.call(api.logout)), 'with the ended session').toEqual([]);
});
