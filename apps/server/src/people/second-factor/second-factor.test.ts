import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { codeOf, enterPassword, logInWith, stepMs, turnOn } from '#test/logins.ts';
import { sharedApp } from '#test/shared-app.ts';

const minute = 60_000;

const app = sharedApp({ env: { SITE_NAME: 'Zoë’s & Co' } });

const stateOf = async (client: Client) => (await client.call(api.getSecondFactor)).body;
const now = (secret: string) => codeOf(secret, app.clock.now().getTime());

async function mailsTo(client: Client): Promise<string[]> {
  const mails = app.services.database.db.selectFrom('mails').select('kind').orderBy('createdAt');
  const rows = await mails.where('toAddress', '=', client.account?.email ?? '').execute();
  return rows.map(({ kind }) => kind);
}

describe('the setup', () => {
  it('changes nothing until a code proves that the app works', async () => {
    const client = await app.as('member');
    const { status, body } = await client.call(api.setUpApp);
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Zoë’s & Co:${client.account?.email}`);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Zoë’s & Co',
      secret: body.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(await stateOf(client)).toEqual({
      onSince: null,
      isRequired: false,
      hasApp: false,
      recoveryCodesLeft: 0,
      devices: [],
    });
    expect((await enterPassword(app, client.account?.email)).body.token).toBeTruthy();
  });

  it('turns two-step login on with the first code, and tells the member', async () => {
    const client = await app.as('member');
    const { setup, secret } = (await client.call(api.setUpApp)).body;
    const { status, body } = await client.call(api.confirmApp, { json: { setup, code: now(secret) } });
    expect(status).toBe(200);
    expect(body.recoveryCodes).toHaveLength(10);
    expect(await stateOf(client)).toMatchObject({
      onSince: expect.any(String),
      hasApp: true,
      recoveryCodesLeft: 10,
    });
    expect(await mailsTo(client)).toEqual(['secondFactorOn']);
    // Other sessions stay.
    expect((await client.call(api.me)).status).toBe(200);
  });

  it('refuses wrong codes and setups that are expired, damaged or of another member', async () => {
    const client = await app.as('member');
    const other = await app.as('member');
    const { setup, secret } = (await client.call(api.setUpApp)).body;
    const wrong = codeOf(secret, app.clock.now().getTime() + 60 * minute);
    const confirm = (who: Client, json: object) => who.call(api.confirmApp, { json });
    expect((await confirm(client, { setup, code: wrong })).body.code).toBe('code_wrong');
    const early = codeOf(secret, app.clock.now().getTime() + 2 * minute);
    expect((await confirm(client, { setup, code: early })).body.code).toBe('clock_wrong');
    const expired = { status: 400, body: { code: 'setup_expired' } };
    expect(await confirm(other, { setup, code: now(secret) })).toMatchObject(expired);
    expect(await confirm(client, { setup: `${setup}x`, code: now(secret) })).toMatchObject(expired);
    expect((await confirm(client, { setup: 5, code: now(secret) })).status).toBe(400);
    expect((await confirm(client, {})).status).toBe(400);
    expect((await stateOf(client)).hasApp).toBe(false);
  });

  it('expires after half an hour', async () => {
    const client = await app.as('member');
    const { setup, secret } = (await client.call(api.setUpApp)).body;
    await confirmedAgain(client);
    app.clock.advance(30 * minute);
    await confirmedAgain(client);
    const answer = await client.call(api.confirmApp, { json: { setup, code: now(secret) } });
    expect(answer.body.code).toBe('setup_expired');
  });

  it('replaces the app, keeps the recovery codes, and accepts no code twice', async () => {
    const client = await app.as('member');
    const email = client.account?.email;
    const old = await turnOn(app, client);
    const { setup, secret } = (await client.call(api.setUpApp)).body;
    const json = { setup, code: now(secret) };
    expect((await client.call(api.confirmApp, { json })).body).toEqual({ recoveryCodes: null });
    expect((await client.call(api.confirmApp, { json })).body.code).toBe('code_used');
    app.clock.advance(stepMs);
    expect((await logInWith(app, email, { code: old.code() })).body.code).toBe('code_wrong');
    expect((await logInWith(app, email, { code: now(secret) })).status).toBe(200);
    const [recoveryCode] = old.recoveryCodes;
    expect((await logInWith(app, email, { recoveryCode })).status).toBe(200);
    expect(await mailsTo(client)).toEqual(['secondFactorOn', 'recoveryCodeUsed']);
  });

  it('needs a recent check of the password, like every other change', async () => {
    const client = await app.as('member');
    app.clock.advance(11 * minute);
    for (const endpoint of [api.setUpApp, api.confirmApp, api.renewRecoveryCodes, api.turnSecondFactorOff])
      expect((await client.call(endpoint)).body.code).toBe('confirmation_required');
  });
});

/** As if the member had entered the password again. */
async function confirmedAgain(client: Client): Promise<void> {
  await app.services.database.db
    .updateTable('sessions')
    .set({ confirmedAt: app.clock.now().toISOString() })
    .where('userId', '=', client.account?.id ?? '')
    .execute();
}

describe('recovery codes', () => {
  it('can be replaced, so that the old ones are void', async () => {
    const client = await app.as('member');
    const email = client.account?.email;
    const { recoveryCodes } = await turnOn(app, client);
    const { body } = await client.call(api.renewRecoveryCodes);
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await logInWith(app, email, { recoveryCode: recoveryCodes[0] })).body.code).toBe('code_wrong');
    expect((await logInWith(app, email, { recoveryCode: body.recoveryCodes[0] })).status).toBe(200);
    expect((await stateOf(client)).recoveryCodesLeft).toBe(9);
  });

  it('exist only with two-step login', async () => {
    const client = await app.as('member');
    const answer = await client.call(api.renewRecoveryCodes);
    expect(answer).toMatchObject({ status: 409, body: { code: 'second_factor_off' } });
  });
});

describe('turning it off', () => {
  it('removes everything, and tells the member', async () => {
    const client = await app.as('member');
    const email = client.account?.email;
    await turnOn(app, client);
    const { challenge } = (await enterPassword(app, email)).body;
    expect((await client.call(api.turnSecondFactorOff)).status).toBe(200);
    expect(await stateOf(client)).toMatchObject({ onSince: null, hasApp: false, recoveryCodesLeft: 0 });
    expect((await enterPassword(app, email)).body.token).toBeTruthy();
    const json = { challenge, code: '123456' };
    expect((await app.visitor.call(api.finishLogin, { json })).body.code).toBe('login_expired');
    expect(await mailsTo(client)).toEqual(['secondFactorOn', 'secondFactorOff']);
    // Again changes nothing.
    expect((await client.call(api.turnSecondFactorOff)).status).toBe(200);
    expect(await mailsTo(client)).toHaveLength(2);
  });
});

describe('the database', () => {
  it('contains no secrets of two-step login', async () => {
    const client = await app.as('member');
    const { secret, code, recoveryCodes } = await turnOn(app, client);
    const login = await logInWith(app, client.account?.email, { code: code(), trustDevice: true });
    const { challenge } = (await enterPassword(app, client.account?.email)).body;
    const { db } = app.services.database;
    const tables = ['authenticatorApps', 'recoveryCodes', 'loginChallenges', 'trustedDevices'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const everything = JSON.stringify(rows);
    const plainCodes = recoveryCodes.map((one) => one.replaceAll('-', ''));
    for (const text of [secret, challenge, login.body.deviceToken, ...recoveryCodes, ...plainCodes])
      expect(everything).not.toContain(text);
  });

  it('loses the rows of a deleted account', async () => {
    const client = await app.as('member');
    const { code } = await turnOn(app, client);
    await logInWith(app, client.account?.email, { code: code(), trustDevice: true });
    await enterPassword(app, client.account?.email);
    await client.call(api.deleteOwnAccount, { json: { password: samplePassword } });
    const { db } = app.services.database;
    const tables = ['authenticatorApps', 'recoveryCodes', 'loginChallenges', 'trustedDevices'] as const;
    for (const table of tables) {
      const rows = await db.selectFrom(table).select('userId').execute();
      expect(rows.some(({ userId }) => userId === client.account?.id)).toBe(false);
    }
  });
});
