import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { samplePassword } from '#test/factories.ts';
import { enterPassword, logInWith, stepMs, turnOn } from '#test/logins.ts';
import { sharedApp } from '#test/shared-app.ts';

const day = 24 * 3600_000;

const app = sharedApp();

async function memberWithDevice() {
  const client = await app.as('member');
  const email = client.account?.email ?? '';
  const authenticator = await turnOn(app, client);
  const { deviceToken } = (await logInWith(app, email, { code: authenticator.code(), trustDevice: true }))
    .body;
  return { client, email, deviceToken, ...authenticator };
}

const isTrusted = async (email: string, deviceToken: string) =>
  (await enterPassword(app, email, deviceToken)).body.token !== undefined;

describe('a trusted device', () => {
  it('logs in with the password alone for 30 days', async () => {
    const { email, deviceToken } = await memberWithDevice();
    expect(await isTrusted(email, deviceToken)).toBe(true);
    app.clock.advance(29 * day);
    expect(await isTrusted(email, deviceToken)).toBe(true);
    app.clock.advance(day);
    expect(await isTrusted(email, deviceToken)).toBe(false);
  });

  it('still needs the password, and is trusted for one member only', async () => {
    const { email, deviceToken } = await memberWithDevice();
    const other = await memberWithDevice();
    expect(await isTrusted(other.email, deviceToken)).toBe(false);
    const json = { email, password: 'something else', deviceToken };
    expect((await app.visitor.call(api.login, { json })).status).toBe(401);
    expect((await enterPassword(app, email, 'x'.repeat(2000))).status).toBe(400);
    expect(await isTrusted(email, 'made up')).toBe(false);
  });

  it('is listed, and can be forgotten by its owner only', async () => {
    const { client, email, deviceToken } = await memberWithDevice();
    const stranger = await app.as('member');
    const { devices } = (await client.call(api.getSecondFactor)).body;
    expect(devices).toHaveLength(1);
    expect(JSON.stringify(devices)).not.toMatch(/token/i);
    const params = { id: devices[0]._id };
    expect((await stranger.call(api.forgetDevice, { params })).status).toBe(404);
    expect(await isTrusted(email, deviceToken)).toBe(true);
    expect((await client.call(api.forgetDevice, { params })).status).toBe(200);
    expect(await isTrusted(email, deviceToken)).toBe(false);
    expect((await client.call(api.forgetDevice, { params })).status).toBe(404);
  });

  it('is replaced, oldest first, beyond 20', async () => {
    const { client, email, deviceToken, code } = await memberWithDevice();
    const tokens: string[] = [deviceToken];
    for (let count = 0; count < 20; count += 1) {
      app.clock.advance(stepMs);
      tokens.push((await logInWith(app, email, { code: code(), trustDevice: true })).body.deviceToken);
    }
    expect((await client.call(api.getSecondFactor)).body.devices).toHaveLength(20);
    expect(await isTrusted(email, tokens[0] ?? '')).toBe(false);
    expect(await isTrusted(email, tokens[1] ?? '')).toBe(true);
    expect((await client.call(api.forgetDevices)).status).toBe(200);
    expect((await client.call(api.getSecondFactor)).body.devices).toEqual([]);
  });

  it('is forgotten with a new password', async () => {
    const { client, email, deviceToken } = await memberWithDevice();
    const json = { currentPassword: samplePassword, newPassword: samplePassword };
    expect((await client.call(api.changePassword, { json })).status).toBe(200);
    expect(await isTrusted(email, deviceToken)).toBe(false);
  });

  it('is forgotten with a suspension', async () => {
    const admin = await app.as('admin');
    const { client, email, deviceToken } = await memberWithDevice();
    const params = { userId: client.account?.id ?? '' };
    for (const isSuspended of [true, false])
      await admin.call(api.changeUser, { params, json: { isSuspended } });
    const answer = await enterPassword(app, email, deviceToken);
    expect(answer).toMatchObject({ status: 200, body: { needsSecondFactor: true } });
  });

  it('is forgotten when two-step login is turned off', async () => {
    const { client, email, deviceToken } = await memberWithDevice();
    expect((await client.call(api.turnSecondFactorOff)).status).toBe(200);
    await turnOn(app, client);
    expect(await isTrusted(email, deviceToken)).toBe(false);
  });
});
