import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { createGame, samplePassword } from '#test/factories.ts';
import { createApiToken, fromAddress } from '#test/logins.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const app = sharedApp({ env: { TRUST_PROXY: '1' } });
const admin = sharedClient(app, 'admin');

const list = async (owner: Client) => (await owner.call(api.listApiTokens)).body.tokens;
const create = (owner: Client, json: object) =>
  owner.call(api.createApiToken, { json: { name: 'Script', scopes: ['read'], expiresInDays: 90, ...json } });
const expired = { status: 401, body: { code: 'session_expired' } };

describe('POST /api/api-tokens', () => {
  it('returns the secret once, and stores only its digest', async () => {
    const member = await app.as('member');
    const { status, body } = await create(member, {
      name: ' Nightly script ',
      scopes: ['download', 'read', 'read'],
    });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^cellar_[\w-]{43}$/);
    expect(body.apiToken).toEqual({
      _id: expect.any(String),
      name: 'Nightly script',
      scopes: ['read', 'download'],
      createdAt: expect.any(String),
      expiresAt: new Date(Date.parse(body.apiToken.createdAt) + 90 * day).toISOString(),
      lastUsedAt: null,
      lastUsedNetwork: null,
    });
    expect(await list(member)).toEqual([body.apiToken]);
    const { db } = app.services.database;
    const rows = await db.selectFrom('apiTokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.token.slice(7));
    expect(await list(await app.as('member'))).toEqual([]);
  });

  it('offers contributors the scope for uploads, but not that of admins', async () => {
    const contributor = await app.as('contributor');
    expect((await create(contributor, { scopes: ['read', 'upload'] })).status).toBe(201);
    expect((await create(contributor, { scopes: ['admin'] })).body.code).toBe('forbidden');
  });

  it.each(['upload', 'admin'])('refuses the scope %s to members', async (scope) => {
    const member = await app.as('member');
    const { status, body } = await create(member, { scopes: ['read', scope] });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(await list(member)).toEqual([]);
    expect((await create(admin, { scopes: [scope] })).status).toBe(201);
  });

  it.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(61) }],
    [{ name: 'a\nb' }],
    [{ name: '\u202eabc' }],
    [{ scopes: [] }],
    [{ scopes: ['root'] }],
    [{ scopes: 'read' }],
    [{ scopes: Array(1000).fill('read') }],
    [{ scopes: [{ toString: 'read' }] }],
    [{ expiresInDays: 0 }],
    [{ expiresInDays: -1 }],
    [{ expiresInDays: 1.5 }],
    [{ expiresInDays: 1e9 }],
    [{ expiresInDays: '90' }],
    [{ expiresInDays: undefined }],
  ])('refuses wrong values (%#)', async (json) => {
    const { status, body } = await create(admin, json);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('asks for the password again when it was checked too long ago', async () => {
    const member = await app.as('member');
    app.clock.advance(11 * minute);
    const { status, body } = await create(member, {});
    expect([status, body.code]).toEqual([403, 'confirmation_required']);
  });

  it('a member has at most 50, also if many are requested at the same moment', async () => {
    const member = await app.as('member');
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, at) => create(member, { name: `${at}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'limit_reached']);
    }
    const [{ _id: id }] = await list(member);
    await member.call(api.revokeApiToken, { params: { id } });
    expect((await create(member, {})).status, 'one is free again').toBe(201);
  });

  it('a member can create at most 100 per hour, also if each one is revoked at once', async () => {
    const member = await app.as('member');
    let refused = 0;
    for (let at = 0; at < 110; at += 1) {
      const { status, body } = await create(member, {});
      if (status === 429) refused += 1;
      else await member.call(api.revokeApiToken, { params: { id: body.apiToken._id } });
    }
    expect(refused).toBe(10);
  });

  it('no token creates or revokes tokens, whatever its scopes', async () => {
    const { client, id } = await createApiToken(app, await app.as('admin'), {
      scopes: ['read', 'download', 'upload', 'admin'],
    });
    expect(await create(client, {})).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const revoked = await client.call(api.revokeApiToken, { params: { id } });
    expect(revoked).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });
});

describe('an API token', () => {
  it('does what its scopes say, and says which one is missing', async () => {
    const member = await app.as('member');
    const { client } = await createApiToken(app, member, { scopes: ['read'] });
    expect((await client.call(api.me)).body._id).toBe(member.account?.id);
    const game = await createGame(app.services, admin);
    const params = { id: game.id, platform: 'Windows' };
    const { status, body } = await client.call(api.createTicket, { params, json: { downloadId: 'a' } });
    expect([status, body.code]).toEqual([403, 'scope_missing']);
    expect(body.message).toBe('This API token does not have the scope "download".');
  });

  it.each(['cellar_', `cellar_${'x'.repeat(43)}`, `cellar_${'x'.repeat(5000)}`, 'CELLAR_abc'])(
    'is refused if it is unknown (%#)',
    async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      expect(await app.visitor.call(api.me, { headers })).toMatchObject(expired);
    },
  );

  it('expires', async () => {
    const member = await app.as('member');
    const { client } = await createApiToken(app, member, { expiresInDays: 7 });
    const { client: forever } = await createApiToken(app, member, { expiresInDays: null });
    app.clock.advance(7 * day - minute);
    expect((await client.call(api.me)).status).toBe(200);
    app.clock.advance(2 * minute);
    expect(await client.call(api.me)).toMatchObject(expired);
    expect((await forever.call(api.me)).status).toBe(200);
    await app.services.auth.removeExpiredSessions();
    expect(await list(await fresh(member)), 'still listed').toHaveLength(2);
    app.clock.advance(31 * day);
    await app.services.auth.removeExpiredSessions();
    expect(await list(await fresh(member))).toHaveLength(1);
  });

  it('records when and where it was used, at most every 10 minutes', async () => {
    const member = await app.as('member');
    const { client } = await createApiToken(app, member);
    const use = async (address: string) => {
      await client.call(api.me, fromAddress(address));
      const [{ lastUsedAt, lastUsedNetwork }] = await list(member);
      return { at: Date.parse(lastUsedAt), network: lastUsedNetwork };
    };
    const first = await use('198.51.100.7');
    expect(first.network).toBe('198.51.100.7');
    app.clock.advance(5 * minute);
    expect(await use('203.0.113.9')).toEqual(first);
    app.clock.advance(6 * minute);
    const second = await use('203.0.113.9');
    expect(second.network).toBe('203.0.113.9');
    expect(second.at - first.at).toBeGreaterThan(10 * minute);
  });

  it('has only a member’s rights once its owner is no longer an admin', async () => {
    const owner = await app.as('admin');
    const { client } = await createApiToken(app, owner, { scopes: ['read', 'admin'] });
    expect((await client.call(api.listUsers)).status).toBe(200);
    const params = { userId: owner.account?.id ?? '' };
    await (await app.as('admin')).call(api.changeUser, { params, json: { isAdmin: false } });
    expect(await client.call(api.listUsers)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await client.call(api.me)).status).toBe(200);
  });

  it('stops with a suspension at once, and is revoked when the suspension is lifted', async () => {
    const member = await app.as('member');
    const { client } = await createApiToken(app, member);
    const params = { userId: member.account?.id ?? '' };
    const boss = await app.as('admin');
    await boss.call(api.changeUser, { params, json: { isSuspended: true } });
    expect(await client.call(api.me)).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    await boss.call(api.changeUser, { params, json: { isSuspended: false } });
    expect(await client.call(api.me)).toMatchObject(expired);
  });

  it('ends with its account', async () => {
    const member = await app.as('member');
    const { client } = await createApiToken(app, member);
    const json = { password: samplePassword };
    expect((await member.call(api.deleteOwnAccount, { json })).status).toBe(200);
    expect(await client.call(api.me)).toMatchObject(expired);
  });

  it('stays when its member changes the password, and is revoked by a reset', async () => {
    const member = await app.as('member');
    const { client } = await createApiToken(app, member, { scopes: ['read', 'download'] });
    const game = await createGame(app.services, admin);
    const ticketOf = async (downloadId: string) =>
      (
        await client.call(api.createTicket, {
          params: { id: game.id, platform: 'Windows' },
          json: { downloadId },
        })
      ).body.url;
    const url = await ticketOf('kept');
    const json = { currentPassword: samplePassword, newPassword: 'another password' };
    expect((await member.call(api.changePassword, { json })).status).toBe(200);
    expect((await client.call(api.me)).status).toBe(200);
    expect((await app.visitor.fetch(url)).status, 'its ticket').toBe(200);
    const next = await ticketOf('lost');
    await app.services.recovery.rescue(member.account?.email ?? '', 'a third password');
    expect(await client.call(api.me)).toMatchObject(expired);
    expect((await app.visitor.fetch(next)).status, 'its ticket').toBe(403);
  });
});

describe('DELETE /api/api-tokens/{id}', () => {
  it('revokes a token of the caller at once, with its tickets, and no other', async () => {
    const [member, other] = [await app.as('member'), await app.as('member')];
    const game = await createGame(app.services, admin);
    const scopes = ['read', 'download'] as const;
    const [first, second] = [
      await createApiToken(app, member, { scopes }),
      await createApiToken(app, member, { scopes }),
    ];
    const params = { id: game.id, platform: 'Windows' };
    const ticketOf = async (client: Client, downloadId: string) =>
      (await client.call(api.createTicket, { params, json: { downloadId } })).body.url;
    const [revoked, kept] = [await ticketOf(first.client, 'one'), await ticketOf(second.client, 'two')];
    expect((await other.call(api.revokeApiToken, { params: { id: first.id } })).status).toBe(404);
    expect((await first.client.call(api.me)).status).toBe(200);
    expect((await member.call(api.revokeApiToken, { params: { id: first.id } })).status).toBe(200);
    expect(await first.client.call(api.me)).toMatchObject(expired);
    expect((await app.visitor.fetch(revoked)).status).toBe(403);
    expect((await app.visitor.fetch(kept)).status).toBe(200);
    expect((await member.call(api.revokeApiToken, { params: { id: first.id } })).status).toBe(404);
    expect((await member.call(api.revokeApiToken, { params: { id: '%00' } })).status).toBe(400);
  });

  it('is written to the audit log, like the creation', async () => {
    const member = await app.as('member');
    const { id } = await createApiToken(app, member, { name: 'Console', scopes: ['read', 'download'] });
    await member.call(api.revokeApiToken, { params: { id } });
    const { entries } = (await (await app.as('admin')).call(api.listAudit)).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'api_token_revoked', actor: member.account?.email, subject: 'Console' },
      {
        action: 'api_token_created',
        actor: member.account?.email,
        subject: 'Console',
        detail: 'read, download',
      },
    ]);
  });
});

/** Returns a session of the same account that has not expired. */
async function fresh(member: Client): Promise<Client> {
  const { token, id } = (await app.as('member')).account ?? { token: '', id: '' };
  const { db } = app.services.database;
  const userId = member.account?.id ?? '';
  await db.updateTable('sessions').set({ userId }).where('userId', '=', id).execute();
  const headers = { authorization: `Bearer ${token}` };
  return { ...member, call: (endpoint, request) => app.visitor.call(endpoint, { ...request, headers }) };
}
