// Checks that every endpoint answers every kind of caller as the contract declares, and that there are no other endpoints.

import type { Access, AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import type { AccountState } from './factories.ts';

type Role = AccountState | 'visitor';

const roles: Role[] = ['visitor', 'unverified', 'pending', 'suspended', 'expired', 'member', 'admin'];

/** Returns the status and code of the refusal, or undefined if the caller is allowed. */
function refusal(access: Access, role: Role): [number, string] | undefined {
  if (access === 'public') return undefined;
  // No session makes its holder a monitor.
  if (access === 'monitor' || role === 'visitor') return [401, 'unauthenticated'];
  if (role === 'expired') return [401, 'session_expired'];
  if (role === 'suspended') return [403, 'account_suspended'];
  if (role === 'unverified' || role === 'pending') return [403, 'forbidden'];
  return access === 'admin' && role === 'member' ? [403, 'forbidden'] : undefined;
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

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

describe('access', () => {
  for (const [name, endpoint] of Object.entries(endpoints) as [string, AnyEndpoint][]) {
    for (const role of roles) {
      it(`${endpoint.method} ${endpoint.path} answers ${role} as declared`, async () => {
        const client: Client = role === 'visitor' ? app.visitor : await app.as(role);
        const { status, headers, body } = await client.call(endpoint, { params, headers: throughProxy });
        if (endpoint.response) expect(headers.get('cache-control')).toBe('no-store');
        const expected = refusal(endpoint.access, role);
        if (expected) {
          expect([status, body.code]).toEqual(expected);
          expect(body.requestId).toBeTruthy();
          return;
        }
        expect(status, `${name} as ${role}`).not.toBe(403);
        // A public endpoint answers 401 only if credentials are wrong, so never with this code.
        expect(status === 401 ? body.code : 'allowed').toBe('allowed');
        expect(status).toBeLessThan(500);
      });
    }
  }

  it('mounts every endpoint of the contract and nothing else', () => {
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(app.routes.toSorted()).toEqual(declared.toSorted());
  });
});
