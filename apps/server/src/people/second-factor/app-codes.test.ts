import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { codeOf, enterPassword, logInWith, stepMs, turnOn } from '#test/logins.ts';
import { secretPurpose } from './totp.ts';

const minute = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

async function memberWithApp() {
  const client = await app.as('member');
  return { client, email: client.account?.email ?? '', ...(await turnOn(app, client)) };
}

/** A code of no time within 15 minutes. */
function wrongCode(secret: string): string {
  const at = app.clock.now().getTime();
  const right = Array.from({ length: 60 }, (_, step) => codeOf(secret, at + (step - 30) * stepMs));
  return ['000000', '111111', '222222'].find((code) => !right.includes(code)) ?? '333333';
}

const finish = (json: object) => app.visitor.call(api.finishLogin, { json });

/** The same database for a second application. */
async function sharedDatabase() {
  const { database } = app.config;
  if (database.dialect === 'sqlite') return {};
  return { database: { env: { DATABASE_URL: database.url }, drop: async () => undefined } };
}

describe('a code', () => {
  // RFC 6238 appendix B, with 6 instead of 8 digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is the one of RFC 6238', async (seconds, code) => {
    const own = await buildApp();
    try {
      // To the beginning of the step, so that it lasts while the test runs.
      const at = Math.floor(seconds / 30) * stepMs;
      own.clock.advance(at - Date.now());
      const { account } = await own.as('member');
      const { id: userId = '', email } = account ?? {};
      const { box, database, users } = own.services;
      const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
      const app = { userId, lastStep: 0, createdAt: own.clock.now().toISOString() };
      const sealedSecret = await box.seal(secret, secretPurpose(userId));
      await database.db
        .insertInto('authenticatorApps')
        .values({ ...app, sealedSecret })
        .execute();
      await users.change(database.db, userId, { secondFactorAt: app.createdAt });
      expect(await logInWith(own, email, { code })).toMatchObject({ status: 200 });
    } finally {
      await own.close();
    }
  });

  it('is not accepted twice, nor an older one after it', async () => {
    const { email, code } = await memberWithApp();
    const before = code(-stepMs);
    const used = code();
    expect((await logInWith(app, email, { code: used })).status).toBe(200);
    const again = { status: 400, body: { code: 'code_used' } };
    expect(await logInWith(app, email, { code: used })).toMatchObject(again);
    expect(await logInWith(app, email, { code: before })).toMatchObject(again);
    app.clock.advance(stepMs);
    expect((await logInWith(app, email, { code: code() })).status).toBe(200);
  });

  it('that confirmed the setup does not log in', async () => {
    const { email, code } = await memberWithApp();
    expect(await logInWith(app, email, { code: code(-stepMs) })).toMatchObject({
      body: { code: 'code_used' },
    });
  });

  it('is accepted only once by simultaneous logins on several nodes', async () => {
    const other = await buildApp({ dataDir: app.dataDir, ...(await sharedDatabase()) });
    try {
      other.clock.advance(app.clock.now().getTime() - Date.now());
      const { email, code } = await memberWithApp();
      const nodes = [app, other, app, other, app, other];
      const challenges = await Promise.all(nodes.map((node) => enterPassword(node, email)));
      const json = { code: code(), trustDevice: true };
      const answers = await Promise.all(
        nodes.map((node, at) =>
          node.visitor.call(api.finishLogin, {
            json: { ...json, challenge: challenges[at]?.body.challenge },
          }),
        ),
      );
      const results = answers.map(({ status, body }) => (status === 200 ? 'session' : body.code));
      expect(results.toSorted()).toEqual([...Array(5).fill('code_used'), 'session']);
    } finally {
      await other.close();
    }
  });

  it.each([
    [-9 * minute, 'clock_wrong'],
    [-2 * minute, 'clock_wrong'],
    // Not `clock_wrong`, which would tell a guesser that the code will be valid soon.
    [2 * minute, 'code_wrong'],
    [9 * minute, 'code_wrong'],
  ])('of a clock that is off by %i ms is refused as %s', async (off, expected) => {
    const { email, code } = await memberWithApp();
    const { status, body } = await logInWith(app, email, { code: code(off) });
    expect({ status, code: body.code }).toEqual({ status: 400, code: expected });
    expect(body.message).toContain('clock');
    // Not used up.
    expect((await logInWith(app, email, { code: code() })).status).toBe(200);
  });

  it.each([-stepMs, stepMs])('of a clock that is off by %i ms is accepted', async (off) => {
    const { email, code } = await memberWithApp();
    app.clock.advance(stepMs);
    expect((await logInWith(app, email, { code: code(off) })).status).toBe(200);
  });

  it('of another member is wrong', async () => {
    const mine = await memberWithApp();
    const yours = await memberWithApp();
    expect(await logInWith(app, mine.email, { code: yours.code() })).toMatchObject({
      status: 400,
      body: { code: 'code_wrong' },
    });
  });

  it('can be guessed only ten times an hour, while recovery codes still work', async () => {
    const { email, secret, code, recoveryCodes } = await memberWithApp();
    for (let tries = 0; tries < 10; tries += 1) {
      const { body } = await logInWith(app, email, { code: wrongCode(secret) });
      expect(body.code).toBe('code_wrong');
    }
    const refused = await logInWith(app, email, { code: code() });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logInWith(app, email, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
  });

  it('can be guessed only ten times for one challenge', async () => {
    const { email, secret, recoveryCodes } = await memberWithApp();
    const { challenge } = (await enterPassword(app, email)).body;
    const wrong = [{ code: wrongCode(secret) }, { recoveryCode: 'zzzzzzzzzzzzzzzz' }];
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await finish({ challenge, ...wrong[tries % 2] })).body.code).toBe('code_wrong');
    }
    const [recoveryCode] = recoveryCodes;
    expect((await finish({ challenge, recoveryCode })).status).toBe(429);
    expect((await logInWith(app, email, { recoveryCode })).status).toBe(200);
  });

  it('that cannot be checked, because the key has changed, is refused with advice', async () => {
    const { client, email, code } = await memberWithApp();
    await app.services.database.db
      .updateTable('authenticatorApps')
      .set({ sealedSecret: await app.services.box.seal('x', 'another purpose') })
      .where('userId', '=', client.account?.id ?? '')
      .execute();
    expect(await logInWith(app, email, { code: code() })).toMatchObject({
      status: 409,
      body: { code: 'app_unreadable' },
    });
  });
});
