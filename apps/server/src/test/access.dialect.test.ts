// Checks that every endpoint answers every kind of caller as the contract declares, and that there are no other endpoints.

import { api } from '@cellar/contract/api.ts';
import { type Access, type AnyEndpoint, type Scope, scopeOf, scopes } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './client.ts';
import type { AccountState } from './factories.ts';
import { createApiToken } from './logins.ts';
import { sharedApp } from './shared-app.ts';

type Role = AccountState | 'visitor';

const roles: Role[] = [
  'visitor',
  'unverified',
  'pending',
  'suspended',
  'expired',
  'member',
  'contributor',
  'admin',
];

/** Returns the status and code of the refusal, or undefined if the caller is allowed. */
function refusal(access: Access, role: Role): [number, string] | undefined {
  if (access === 'public') return undefined;
  // No session makes its holder a monitor.
  if (access === 'monitor' || role === 'visitor') return [401, 'unauthenticated'];
  if (role === 'expired') return [401, 'session_expired'];
  if (role === 'suspended') return [403, 'account_suspended'];
  if (role === 'unverified' || role === 'pending') return [403, 'forbidden'];
  const isRefused = access === 'admin' ? role !== 'admin' : access === 'contributor' && role === 'member';
  return isRefused ? [403, 'forbidden'] : undefined;
}

/** Programs on the same machine are monitors, so all requests seem to come through a proxy. */
const throughProxy = { 'x-forwarded-for': '192.0.2.1' };

/** Ids that do not exist: allowed callers get 404 or 400, and nothing changes. */
const params = {
  id: 'nothing',
  gameId: 'nothing',
  uploadId: 'nothing',
  cheatId: 'nothing',
  extraId: 'nothing',
  downloadId: 'nothing',
  platform: 'Windows',
  token: 'nothing',
  name: `${'0'.repeat(64)}.webp`,
};

/** `refused`: undefined if the caller is allowed. */
function expectAccess({ status, body }: Answer, refused: [number, string] | undefined, what: string): void {
  if (refused) {
    expect([status, body.code], what).toEqual(refused);
    expect(body.requestId, what).toBeTruthy();
    return;
  }
  expect(status, what).not.toBe(403);
  // A public endpoint answers 401 only if credentials are wrong, so never with this code.
  expect(status === 401 ? body.code : 'allowed', what).toBe('allowed');
  expect(status, what).toBeLessThan(500);
}

const app = sharedApp();

describe('access', () => {
  for (const [name, endpoint] of Object.entries(endpoints) as [string, AnyEndpoint][]) {
    it(`${endpoint.method} ${endpoint.path} answers every role as declared`, async () => {
      for (const role of roles) {
        const client: Client = role === 'visitor' ? app.visitor : await app.as(role);
        const answer = await client.call(endpoint, { params, headers: throughProxy });
        if (endpoint.response) expect(answer.headers.get('cache-control')).toBe('no-store');
        expectAccess(answer, refusal(endpoint.access, role), `${name} as ${role}`);
      }
    });
  }

  it('mounts every endpoint of the contract and nothing else', () => {
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(app.routes().toSorted()).toEqual(declared.toSorted());
  });
});

/** API tokens. All have every scope unless another one is named. */
type TokenKind = Scope | 'all' | 'demoted' | 'suspended' | 'expired' | 'revoked';
const tokenKinds: TokenKind[] = [...scopes, 'all', 'demoted', 'suspended', 'expired', 'revoked'];

const isScope = (kind: TokenKind): kind is Scope => (scopes as readonly string[]).includes(kind);

/** Returns the refusal of a token that belongs to an admin, or to a former admin (`demoted`). */
function tokenRefusal(endpoint: AnyEndpoint, kind: TokenKind): [number, string] | undefined {
  if (endpoint.access === 'public') return undefined;
  if (endpoint.access === 'monitor') return [401, 'unauthenticated'];
  if (kind === 'expired' || kind === 'revoked') return [401, 'session_expired'];
  if (kind === 'suspended') return [403, 'account_suspended'];
  const needed = scopeOf(endpoint);
  if (needed === 'session' || (isScope(kind) && kind !== needed)) return [403, 'scope_missing'];
  const isForMembers = endpoint.access !== 'admin' && endpoint.access !== 'contributor';
  return kind === 'demoted' && !isForMembers ? [403, 'forbidden'] : undefined;
}

describe('access with API tokens', () => {
  const clients = new Map<TokenKind, Client>();
  beforeAll(async () => {
    for (const kind of tokenKinds) clients.set(kind, await clientWith(kind));
  });

  async function clientWith(kind: TokenKind): Promise<Client> {
    const owner = await app.as('admin');
    const chosen = isScope(kind) ? [kind] : scopes;
    const { client, id } = await createApiToken(app, owner, { scopes: chosen, expiresInDays: 1 });
    const { db } = app.services.database;
    const past = new Date(0).toISOString();
    if (kind === 'demoted' || kind === 'suspended') {
      const changes = kind === 'demoted' ? { role: 'member' as const } : { suspendedAt: past };
      await db
        .updateTable('users')
        .set(changes)
        .where('id', '=', owner.account?.id ?? '')
        .execute();
    }
    if (kind === 'expired')
      await db.updateTable('apiTokens').set({ expiresAt: past }).where('id', '=', id).execute();
    if (kind === 'revoked') await owner.call(api.revokeApiToken, { params: { id } });
    return client;
  }

  for (const [name, endpoint] of Object.entries(endpoints) as [string, AnyEndpoint][]) {
    it(`${endpoint.method} ${endpoint.path} answers every API token as declared`, async () => {
      for (const kind of tokenKinds) {
        const answer = await clients.get(kind)?.call(endpoint, { params, headers: throughProxy });
        expect(answer).toBeDefined();
        if (answer) expectAccess(answer, tokenRefusal(endpoint, kind), `${name} with a token: ${kind}`);
      }
    });
  }

  it.each([
    ...(['createApiToken', 'listApiTokens', 'revokeApiToken', 'listSessions', 'endSession'] as const),
    ...(['changePassword', 'updateProfile', 'deleteOwnAccount', 'logout', 'endOtherSessions'] as const),
    ...(['getSecondFactor', 'listPasskeys', 'confirm'] as const),
    // What would outlive the token, give its holder more rights, or reveal a secret.
    ...(['changeUser', 'deleteUser', 'updateSettings', 'putMailServer', 'readMail'] as const),
    ...(['getOwnFeed', 'renewOwnFeed', 'addWebhook', 'changeWebhook', 'allowFinding'] as const),
  ])('%s is for no API token', (name) => {
    expect(scopeOf(endpoints[name])).toBe('session');
  });

  it('a token changes nothing for its member: every scope but `admin` and `upload` only reads and downloads', () => {
    const writes = Object.entries<AnyEndpoint>(endpoints)
      .filter(([, { method, access }]) => method !== 'GET' && access !== 'admin' && access !== 'public')
      .filter(([, endpoint]) => !['session', 'upload'].includes(scopeOf(endpoint)))
      .map(([name]) => name);
    expect(writes.toSorted()).toEqual([
      'cancelDownload',
      'createDownloadList',
      'createExtraTicket',
      'createTicket',
      'planDownloadList',
    ]);
  });
});
