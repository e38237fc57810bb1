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

let app: TestApp;
let setupCode: string;
beforeEach(async () => {
  app = await buildApp();
  setupCode = (await app.services.setup.prepareCode()) ?? '';
});
afterEach(() => app.close());

const setUp = (json: unknown) => app.visitor.call(api.setup, { json });

describe('POST /api/setup', () => {
  it('accepts the printed code, logs the admin in, and names the site', async () => {
    expect((await app.visitor.call(api.site)).body).toMatchObject({ needsSetup: true, sendsMail: false });
    expect((await readFile(join(app.dataDir, 'setup-code'), 'utf8')).trim()).toBe(setupCode);
    const { status, body } = await setUp({ ...admin, setupCode, language: 'fr' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ isAdmin: true, email: 'admin@cellar.example' });
    expect((await app.visitor.call(api.site)).body).toMatchObject({ needsSetup: false, name: 'Our Shelf' });
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await app.visitor.call(api.listUploads, { headers })).status).toBe(200);
    const preferences = await app.visitor.call(api.getPreferences, { headers });
    expect(preferences.body).toMatchObject({ language: 'fr' });
    await expect(readFile(join(app.dataDir, 'setup-code'))).rejects.toThrow();
  });

  it.each([
    ['no code', {}],
    ['a wrong one', { setupCode: 'x' }],
    ['an empty one', { setupCode: '' }],
  ])('refuses a visitor with %s, also on the machine itself', async (_name, code) => {
    const refused = await setUp({ ...admin, ...code });
    expect(refused).toMatchObject({ status: 403, body: { code: 'setup_code_wrong' } });
    expect(await app.services.setup.needsSetup()).toBe(true);
  });

  it('accepts the same code on each node and after a restart', async () => {
    const { database } = app.config;
    const DATABASE_URL = database.dialect === 'sqlite' ? `sqlite:${database.path}` : database.url;
    const other = await buildApp({ env: { DATABASE_URL } });
    expect(await other.services.setup.prepareCode()).toBe(setupCode);
    expect(await app.services.setup.prepareCode()).toBe(setupCode);
    await other.close();
  });

  it('creates only one admin, even for two concurrent requests', async () => {
    const both = await Promise.all([
      setUp({ ...admin, setupCode }),
      setUp({ ...admin, setupCode, email: 'other@cellar.example' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    const late = await setUp({ ...admin, setupCode, email: 'late@cellar.example' });
    expect(late).toMatchObject({ status: 403, body: { code: 'setup_closed' } });
    expect(await app.services.setup.prepareCode()).toBeUndefined();
  });

  it.each([
    { ...admin, password: 'short' },
    { ...admin, email: 'none' },
    { ...admin, name: '' },
    { ...admin, siteName: 'a\u0000b' },
    {},
  ])('refuses %j', async (json) => {
    expect((await setUp({ ...json, setupCode })).status).toBe(400);
    expect(await app.services.setup.needsSetup()).toBe(true);
  });
});
