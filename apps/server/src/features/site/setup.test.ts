// The first admin: by the page with and without the code, by the environment, and only once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';

const admin = {
  siteName: 'Our Shelf',
  name: 'Sample Admin',
  email: 'Admin@Cellar.example',
  password: 'secret1',
};
const throughProxy = { 'x-forwarded-for': '192.0.2.7' };

let app: TestApp;
beforeEach(async () => {
  app = await buildApp();
  await app.services.setup.prepareCode();
});
afterEach(() => app.close());

describe('POST /api/setup', () => {
  it('is open on the machine itself, logs the admin in, and names the site', async () => {
    expect((await app.visitor.call(api.site)).body).toMatchObject({
      needsSetup: true,
      needsSetupCode: false,
    });
    const { status, body } = await app.visitor.call(api.setup, { json: admin });
    expect(status).toBe(201);
    expect(body).toMatchObject({ isAdmin: true, email: 'admin@cellar.example' });
    expect((await app.visitor.call(api.site)).body).toMatchObject({ needsSetup: false, name: 'Our Shelf' });
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await app.visitor.call(api.listUploads, { headers })).status).toBe(200);
  });

  it('asks who comes through a proxy, or by another name, for the code', async () => {
    const { body } = await app.visitor.call(api.site, { headers: throughProxy });
    expect(body.needsSetupCode).toBe(true);
    const refused = await app.visitor.call(api.setup, { json: admin, headers: throughProxy });
    expect(refused).toMatchObject({ status: 403, body: { code: 'setup_code_wrong' } });
    const wrong = await app.visitor.call(api.setup, {
      json: { ...admin, setupCode: 'x' },
      headers: throughProxy,
    });
    expect(wrong.status).toBe(403);
    const setupCode = (await readFile(join(app.dataDir, 'setup-code'), 'utf8')).trim();
    const right = await app.visitor.call(api.setup, { json: { ...admin, setupCode }, headers: throughProxy });
    expect(right.status).toBe(201);
    await expect(readFile(join(app.dataDir, 'setup-code'))).rejects.toThrow();
  });

  it.each<Record<string, string>>([
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '192.0.2.7' },
    { via: '1.1 proxy' },
    { forwarded: 'for=192.0.2.7' },
  ])('takes %j for the mark of a proxy', async (headers) => {
    expect((await app.visitor.call(api.site, { headers })).body.needsSetupCode).toBe(true);
  });

  it.each<Record<string, string>>([{ TRUST_PROXY: '1' }, { PUBLIC_URL: 'https://games.example.org' }])(
    'takes %j for a site that others reach',
    async (env) => {
      const other = await buildApp({ env });
      expect((await other.visitor.call(api.site)).body.needsSetupCode).toBe(true);
      await other.close();
    },
  );

  it('closes with the first admin, also for two at once', async () => {
    const both = await Promise.all([
      app.visitor.call(api.setup, { json: admin }),
      app.visitor.call(api.setup, { json: { ...admin, email: 'other@cellar.example' } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    const late = await app.visitor.call(api.setup, { json: { ...admin, email: 'late@cellar.example' } });
    expect(late).toMatchObject({ status: 403, body: { code: 'setup_closed' } });
  });

  it.each([
    { ...admin, password: 'short' },
    { ...admin, email: 'none' },
    { ...admin, name: '' },
    { ...admin, siteName: 'a\u0000b' },
    {},
  ])('refuses %j', async (json) => {
    expect((await app.visitor.call(api.setup, { json })).status).toBe(400);
    expect(await app.services.setup.needsSetup()).toBe(true);
  });
});
