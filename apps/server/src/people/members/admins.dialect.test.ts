// Granting and revoking admin rights: nobody can remove the last admin, not even with concurrent requests.
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';

let app: TestApp;
let admin: Client;
beforeEach(async () => {
  app = await buildApp();
  admin = await app.as('admin');
});
afterEach(() => app.close());

const paramsOf = ({ account }: Client) => ({ userId: account?.id ?? '' });
const change = (by: Client, whom: Client, json: unknown) =>
  by.call(api.changeUser, { params: paramsOf(whom), json });
const remove = (by: Client, whom: Client) => by.call(api.deleteUser, { params: paramsOf(whom) });

async function activeAdmins(): Promise<number> {
  const query = app.services.database.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspendedAt', 'is', null);
  return (await query.execute()).length;
}

describe('an admin', () => {
  it('grants and revokes admin rights immediately', async () => {
    const member = await app.as('member');
    expect((await member.call(api.listUsers)).status).toBe(403);
    expect((await change(admin, member, { isAdmin: true })).body.user.isAdmin).toBe(true);
    expect((await member.call(api.listUsers)).status).toBe(200);
    expect((await change(admin, member, { isAdmin: false })).body.user.isAdmin).toBe(false);
    expect((await member.call(api.listUsers)).status).toBe(403);
    expect((await member.call(api.me)).status).toBe(200);
  });

  it.each(['unverified', 'pending'] as const)('cannot promote an account that is %s', async (state) => {
    const waiting = await app.as(state);
    expect((await change(admin, waiting, { isAdmin: true })).status).toBe(400);
    expect(await activeAdmins()).toBe(1);
  });

  it('cannot change their own rights', async () => {
    await app.as('admin');
    const refused = { status: 409, body: { code: 'own_account' } };
    expect(await change(admin, admin, { isAdmin: false })).toMatchObject(refused);
    expect(await change(admin, admin, { isSuspended: true })).toMatchObject(refused);
    expect(await remove(admin, admin)).toMatchObject(refused);
    expect(await activeAdmins()).toBe(2);
  });

  it('can be removed while another one remains', async () => {
    const second = await app.as('admin');
    const third = await app.as('admin');
    expect((await change(admin, second, { isSuspended: true })).status).toBe(200);
    expect((await remove(admin, third)).status).toBe(200);
    expect(await activeAdmins()).toBe(1);
  });
});

describe('the last admin', () => {
  it('does not count suspended admins', async () => {
    const second = await app.as('admin');
    await change(admin, second, { isSuspended: true });
    const json = { password: samplePassword };
    expect(await admin.call(api.deleteOwnAccount, { json })).toMatchObject({
      status: 409,
      body: { code: 'last_admin', message: 'The last admin cannot be removed' },
    });
  });

  it('cannot be suspended by an admin who was suspended during a session', async () => {
    const second = await app.as('admin');
    await change(admin, second, { isSuspended: true });
    expect((await change(second, admin, { isAdmin: false })).status).toBe(403);
    expect(await activeAdmins()).toBe(1);
  });

  type Act = (by: Client, whom: Client) => Promise<{ status: number }>;
  const acts: [string, Act][] = [
    ['demote', (by, whom) => change(by, whom, { isAdmin: false })],
    ['suspend', (by, whom) => change(by, whom, { isSuspended: true })],
    ['delete', (by, whom) => remove(by, whom)],
    ['leave', (by) => by.call(api.deleteOwnAccount, { json: { password: samplePassword } })],
  ];

  it.each(acts)('remains when two %s each other concurrently', async (_name, act) => {
    const second = await app.as('admin');
    const answers = await Promise.all([act(admin, second), act(second, admin)]);
    const statuses = answers.map(({ status }) => status).sort();
    // The slower request is refused: it would remove the last admin, or the faster one has ended its session or rights.
    expect(statuses[0]).toBe(200);
    expect([401, 403, 404, 409]).toContain(statuses[1]);
    expect(await activeAdmins()).toBe(1);
  });

  it('remains when many admins demote each other concurrently', async () => {
    const others = [await app.as('admin'), await app.as('admin'), await app.as('admin')];
    const all = [admin, ...others];
    const tries = all.flatMap((by) => all.filter((whom) => whom !== by).map((whom) => ({ by, whom })));
    const answers = await Promise.all(tries.map(({ by, whom }) => change(by, whom, { isAdmin: false })));
    for (const { status } of answers) expect([200, 403, 409]).toContain(status);
    expect(await activeAdmins()).toBeGreaterThanOrEqual(1);
  });
});
