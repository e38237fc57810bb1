// Granting and revoking the rights of contributors.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

const change = ({ account }: Client, json: unknown) =>
  admin.call(api.changeUser, { params: { userId: account?.id ?? '' }, json });
const mayContribute = async (client: Client) => (await client.call(api.listMyContributions)).status === 200;

describe('an admin', () => {
  it('makes a member a contributor and back, which takes effect immediately and is recorded', async () => {
    const member = await app.as('member');
    expect(await mayContribute(member)).toBe(false);
    const made = await change(member, { isContributor: true });
    expect(made.body.user).toMatchObject({ isContributor: true, isAdmin: false });
    expect((await member.call(api.me)).body).toMatchObject({ isContributor: true });
    expect(await mayContribute(member)).toBe(true);
    const { body } = await admin.call(api.listUsers, { query: { state: 'contributor' } });
    expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual([member.account?.id]);
    expect((await change(member, { isContributor: false })).body.user.isContributor).toBe(false);
    expect(await mayContribute(member)).toBe(false);
    const { entries } = (await admin.call(api.listAudit)).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions.slice(0, 2)).toEqual(['contributor_removed', 'contributor_made']);
  });

  it('makes a contributor an admin, who is no contributor afterwards', async () => {
    const contributor = await app.as('contributor');
    const { body } = await change(contributor, { isAdmin: true });
    expect(body.user).toMatchObject({ isAdmin: true, isContributor: false });
    expect(await mayContribute(contributor)).toBe(true);
    const both = await change(contributor, { isAdmin: false, isContributor: true });
    expect(both.body.user).toMatchObject({ isAdmin: false, isContributor: true });
  });

  it('cannot give admins the lesser role, or both roles at once', async () => {
    const other = await app.as('admin');
    expect((await change(other, { isContributor: true })).body.code).toBe('validation_failed');
    expect((await change(other, { isContributor: false })).status).toBe(200);
    expect((await other.call(api.me)).body.isAdmin).toBe(true);
    const member = await app.as('member');
    expect((await change(member, { isAdmin: true, isContributor: true })).status).toBe(400);
    expect((await member.call(api.me)).body).toMatchObject({ isAdmin: false, isContributor: false });
  });

  it.each(['unverified', 'pending'] as const)('cannot choose an account that is %s', async (state) => {
    expect((await change(await app.as(state), { isContributor: true })).status).toBe(400);
  });
});
