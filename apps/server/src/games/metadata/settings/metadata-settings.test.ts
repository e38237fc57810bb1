// The settings of the metadata providers: their order, their keys (which are never shown again), and the Test button.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { MetadataProviderStatus, ProviderId } from '@cellar/contract/games/metadata.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import {
  type MetadataServer,
  metadataKeys,
  startMetadataServer,
} from '../../../../../../test/metadata-server/server.ts';

let server: MetadataServer;
let app: TestApp;
let admin: Client;

/** Returns the environment variables for the providers' addresses, without those for keys. */
function mirrors(): Record<string, string> {
  return Object.fromEntries(Object.entries(server.env).filter(([name]) => name.endsWith('_URL')));
}

beforeAll(async () => {
  server = await startMetadataServer();
  app = await buildApp({ env: mirrors() });
  admin = await app.as('admin');
});
beforeEach(() => server.reset());
afterAll(async () => {
  await app.close();
  await server.close();
});

const read = async (client = admin) => (await client.call(api.getMetadataSettings)).body;
const change = (json: unknown, client = admin) => client.call(api.updateMetadataSettings, { json });
const test = async (provider: ProviderId) =>
  (await admin.call(api.testProvider, { json: { provider } })).body;
const statusOf = async (id: ProviderId, client = admin): Promise<MetadataProviderStatus> =>
  (await read(client)).providers.find((provider: MetadataProviderStatus) => provider.id === id);

const secrets = { igdbClientSecret: 'a-secret-of-igdb-0815', rawgApiKey: 'short-key' };

/** Returns the content of every table that could contain a key. */
async function databaseText(): Promise<string> {
  const { db } = app.services.database;
  const tables = ['metadataKeys', 'metadataProviders', 'settings', 'auditEntries'] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
}

describe('the order', () => {
  it('starts with Steam, and providers without keys are not asked', async () => {
    const { providers, isOrderFromEnvironment } = await read();
    expect(isOrderFromEnvironment).toBe(false);
    expect(
      providers.map((each: MetadataProviderStatus) => [each.id, each.isEnabled, each.isConfigured]),
    ).toEqual([
      ['steam', true, true],
      ['igdb', true, false],
      ['rawg', true, false],
    ]);
    expect((await app.services.providers.listUsable()).map(({ id }) => id)).toEqual(['steam']);
    expect(providers[0].mirror).toBe(server.env.STEAM_URL);
  });

  it('is set by the admin; omitted providers are not asked', async () => {
    const { status, body } = await change({ order: ['rawg', 'steam'] });
    expect([status, body.providers.map(({ id }: { id: string }) => id)]).toEqual([
      200,
      ['rawg', 'steam', 'igdb'],
    ]);
    expect(body.providers[2].isEnabled).toBe(false);
    const [line] = (await admin.call(api.listAudit)).body.entries;
    expect(line).toMatchObject({
      action: 'settings_changed',
      detail: '{"metadataProviders":["rawg","steam"]}',
    });
    expect((await change({ order: [] })).status).toBe(200);
    expect(await app.services.providers.listUsable()).toEqual([]);
    await change({ order: ['steam', 'igdb', 'rawg'] });
  });

  it.each([
    { order: ['steam', 'steam'] },
    { order: ['gog'] },
    { order: 'steam' },
    { keys: { rawgApiKey: '' } },
    { keys: { rawgApiKey: 'x'.repeat(201) } },
    { keys: { rawgApiKey: 'with space' } },
    { keys: { rawgApiKey: 'a\r\nb' } },
    { keys: { rawgApiKey: 'ключ' } },
    { keys: { rawgApiKey: 7 } },
    { keys: [] },
  ])('refuses %j, and changes nothing', async (json) => {
    const before = await read();
    expect((await change(json)).status).toBe(400);
    expect(await read()).toEqual(before);
  });
});

describe('keys', () => {
  it('are encrypted, and never appear in the API, the database or the audit log', async () => {
    const { body } = await change({ keys: { igdbClientId: 'client-id-4711', ...secrets } });
    const [igdb, rawg] = [await statusOf('igdb'), await statusOf('rawg')];
    expect([igdb.isConfigured, rawg.isConfigured]).toEqual([true, true]);
    expect(igdb.keys).toEqual([
      { name: 'igdbClientId', isSet: true, hint: '4711', isReadable: true, isFromEnvironment: false },
      { name: 'igdbClientSecret', isSet: true, hint: '0815', isReadable: true, isFromEnvironment: false },
    ]);
    expect(rawg.keys[0]?.hint, 'four of nine characters would be too many').toBeNull();
    const audit = JSON.stringify((await admin.call(api.listAudit)).body);
    const seen = JSON.stringify(body) + JSON.stringify(await read()) + audit + (await databaseText());
    for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret);
    expect(seen).not.toContain('client-id-4711');
    expect(audit).toContain('igdbClientSecret');
  });

  it('are kept if omitted, and removed by null', async () => {
    const { body } = await change({ keys: { rawgApiKey: null } });
    const isSet = body.providers.flatMap(({ keys }: MetadataProviderStatus) => keys.map((key) => key.isSet));
    expect(isSet).toEqual([true, true, false]);
    expect((await statusOf('rawg')).isConfigured).toBe(false);
  });

  it('end the pause after wrong keys when they are replaced', async () => {
    await change({ keys: { rawgApiKey: 'wrong-key' } });
    const rawg = app.services.providers.get('rawg');
    await expect(rawg.search('portal')).rejects.toMatchObject({ kind: 'unauthorised' });
    await expect(rawg.search('portal')).rejects.toMatchObject({ kind: 'paused' });
    await change({ keys: { rawgApiKey: metadataKeys.rawgKey } });
    expect(await rawg.search('portal')).not.toEqual([]);
    await change({ keys: { rawgApiKey: null } });
  });

  it('must be entered again if the secret key has changed', async () => {
    const path = join(app.dataDir, 'secret-key');
    const key = await readFile(path);
    await writeFile(path, 'another one, from another machine');
    expect(await statusOf('igdb')).toMatchObject({
      isConfigured: false,
      keys: [
        { isSet: true, isReadable: false, hint: null },
        { isSet: true, isReadable: false },
      ],
    });
    await rm(path);
    expect((await statusOf('igdb')).isConfigured).toBe(false);
    await writeFile(path, key);
    expect((await statusOf('igdb')).isConfigured).toBe(true);
  });
});

describe('the environment', () => {
  it('takes precedence, is shown, and cannot be changed by the API', async () => {
    const fixed = await buildApp({
      env: { ...mirrors(), METADATA_PROVIDERS: 'rawg', RAWG_API_KEY: metadataKeys.rawgKey },
    });
    const boss = await fixed.as('admin');
    const settings = await read(boss);
    expect(settings.isOrderFromEnvironment).toBe(true);
    expect(settings.providers[0]).toMatchObject({
      id: 'rawg',
      isConfigured: true,
      keys: [{ isSet: true, hint: '-key', isFromEnvironment: true }],
    });
    expect(settings.providers[1].isEnabled).toBe(false);
    for (const json of [
      { order: ['steam'] },
      { keys: { rawgApiKey: 'mine' } },
      { keys: { rawgApiKey: null } },
    ]) {
      expect(await change(json, boss)).toMatchObject({ status: 409, body: { code: 'set_by_environment' } });
    }
    expect((await change({ keys: { igdbClientId: 'mine' } }, boss)).status).toBe(200);
    await fixed.close();
  });
});

describe('the Test button', () => {
  const goodKeys = {
    igdbClientId: metadataKeys.clientId,
    igdbClientSecret: metadataKeys.clientSecret,
    rawgApiKey: metadataKeys.rawgKey,
  };

  it('reports that a provider answers', async () => {
    await change({ keys: goodKeys });
    expect(await test('steam')).toEqual({ ok: true, message: 'Steam answers.' });
    expect(await test('igdb')).toEqual({ ok: true, message: 'IGDB answers.' });
    expect(await test('rawg')).toEqual({ ok: true, message: 'RAWG answers.' });
    expect(await statusOf('steam')).toMatchObject({ lastSuccessAt: expect.any(String), lastError: null });
  });

  it.each([
    ['rawg', { keys: { rawgApiKey: null } }, {}, /needs an API key first/],
    ['igdb', { keys: { igdbClientSecret: null } }, {}, /needs a client ID and a client secret first/],
    ['rawg', { keys: { rawgApiKey: 'wrong-key' } }, {}, /RAWG does not accept the key/],
    ['igdb', { keys: { igdbClientId: 'wrong-id' } }, {}, /IGDB does not accept the key.*client id/],
    ['igdb', { keys: { igdbClientSecret: 'wrong' } }, {}, /IGDB does not accept the key/],
    ['steam', {}, { steam: { status: 429, retryAfter: '60' } }, /Steam received too many requests/],
    ['steam', {}, { steam: { status: 502 } }, /Steam can’t be reached.*mirror/],
    ['steam', {}, { steam: { html: true } }, /unexpected response.*text\/html/],
    ['igdb', {}, { auth: { status: 500 } }, /IGDB can’t be reached/],
    ['rawg', {}, { rawg: { broken: true } }, /unexpected response.*invalid data/],
  ] as const)('reports the problem: %s with %j and %j', async (provider, json, behaviour, message) => {
    await change({ keys: goodKeys });
    await change(json);
    server.behaviour = behaviour;
    server.endTokens();
    expect(await test(provider)).toEqual({ ok: false, message: expect.stringMatching(message) });
    const { lastError } = await statusOf(provider);
    if (!/first/.test(message.source)) expect(lastError?.message).toMatch(message);
    server.reset();
    await change({ keys: goodKeys });
    expect((await test(provider)).ok, 'and it succeeds as soon as the problem is fixed').toBe(true);
    expect((await statusOf(provider)).pausedUntil).toBeNull();
  });

  it('reports a mirror that does not answer', async () => {
    const gone = await startMetadataServer();
    await gone.close();
    const lonely = await buildApp({ env: gone.env });
    const boss = await lonely.as('admin');
    const { body } = await boss.call(api.testProvider, { json: { provider: 'steam' } });
    expect(body).toEqual({
      ok: false,
      message: expect.stringMatching(/can’t be reached.*refuses the connection/),
    });
    await lonely.close();
  });

  it.each([{}, { provider: 'gog' }, { provider: null }])('refuses %j', async (json) => {
    expect((await admin.call(api.testProvider, { json })).status).toBe(400);
  });
});
