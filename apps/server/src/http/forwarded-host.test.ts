// The address of the site behind nginx with docs/nginx.conf, without PUBLIC_URL.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createClient } from '#test/client.ts';
import { isNginxMissing, type Nginx, startNginx } from '#test/reverse-proxies.ts';

describe.skipIf(isNginxMissing)('behind nginx', () => {
  let app: TestApp;
  let nginx: Nginx;
  beforeAll(async () => {
    app = await buildApp({ env: { TRUST_PROXY: 'loopback' } });
    nginx = await startNginx(app);
  });
  afterAll(async () => {
    await nginx?.stop();
    await app?.close();
  });

  it('the address is that of the request, whatever X-Forwarded-Host says', async () => {
    const { account } = await app.as('member');
    const byName = createClient(nginx.url.replace('127.0.0.1', 'localhost'), account);
    const headers = { 'x-forwarded-host': 'evil.example' };
    expect((await byName.call(api.listPasskeys, { headers })).body.host).toBe('localhost');
  });
});
