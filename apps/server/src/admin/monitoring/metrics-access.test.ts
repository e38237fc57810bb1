// The callers that may read the metrics.
import { networkInterfaces } from 'node:os';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';

const token = 'a-token-of-the-tests';

let app: TestApp;
let appWithoutToken: TestApp;
beforeAll(async () => {
  // The proxies that the site trusts may not read the metrics either.
  const env = { METRICS_TOKEN: token, TRUST_PROXY: 'loopback' };
  [app, appWithoutToken] = await Promise.all([buildApp({ env }), buildApp()]);
});
afterAll(() => Promise.all([app.close(), appWithoutToken.close()]));

const forwarded = { 'x-forwarded-for': '192.0.2.1' };
const ask = (headers: Record<string, string> = {}, to = app) => to.visitor.call(api.metrics, { headers });
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

describe('the metrics', () => {
  it('are sent to a program on the same machine, in the format of Prometheus, and not cached', async () => {
    for (const each of [app, appWithoutToken]) {
      const { status, headers, body } = await ask({}, each);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
        'no-store',
      ]);
      expect(body).toContain('\ncellar_build_info{version="0.0.0-test"} 1\n');
      expect(body).toContain('# TYPE cellar_http_request_duration_seconds histogram\n');
    }
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
  ])('are refused if a proxy on the same machine has added %s: %s', async (name, value) => {
    const { status, headers, body } = await ask({ [name]: value });
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    expect([headers.get('cache-control'), headers.get('www-authenticate')]).toEqual(['no-store', 'Bearer']);
    expect(JSON.stringify(body)).not.toContain('cellar_');
  });

  it('are sent to anyone with the token', async () => {
    expect((await ask({ ...forwarded, ...bearer(token) })).status).toBe(200);
    expect((await ask({ ...forwarded, authorization: `bearer  ${token}` })).status).toBe(200);
  });

  it.each(['', 'x', token.slice(1), `${token}x`, token.toUpperCase()])(
    'are refused to the token %j',
    async (wrong) => {
      expect((await ask({ ...forwarded, ...bearer(wrong) })).status).toBe(401);
    },
  );

  it('are refused to every token if none is configured', async () => {
    for (const wrong of [token, 'undefined']) {
      expect((await ask({ ...forwarded, ...bearer(wrong) }, appWithoutToken)).status).toBe(401);
    }
  });

  it('are refused to the sessions of members and admins', async () => {
    for (const role of ['member', 'admin'] as const) {
      const client = await app.as(role);
      expect((await client.call(api.metrics, { headers: forwarded })).status).toBe(401);
    }
  });
});

const address = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe.skipIf(!address)('the metrics on another address of the machine', () => {
  it('are refused without the token', async () => {
    const open = await buildApp({ env: { METRICS_TOKEN: token, HOST: '0.0.0.0' } });
    const url = `${open.url.replace('127.0.0.1', address ?? '')}/metrics`;
    const [without, withToken] = [await fetch(url), await fetch(url, { headers: bearer(token) })];
    await open.close();
    expect([without.status, withToken.status]).toEqual([401, 200]);
  });
});
