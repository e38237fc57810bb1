import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { createTestDatabase } from '#test/test-database.ts';

const app = sharedApp({ env: { SITE_NAME: 'Our Shelf' } });
const admin = sharedClient(app, 'admin');

const read = async () => (await admin.call(api.getSettings)).body;
const change = (json: unknown) => admin.call(api.updateSettings, { json });

describe('settings', () => {
  it('start with the defaults, and the name from the environment', async () => {
    expect(await read()).toEqual({
      downloadHistoryRetention: { maxUserRetention: 30 },
      usageStatistics: { enabled: true, trackDownloads: true, trackUserActivity: true },
      systemSettings: { siteName: 'Our Shelf', registrationEnabled: true, publicGamePages: true, places: [] },
      security: { requireSecondFactor: 'nobody' },
    });
  });

  it('can be changed partially, and each change is logged', async () => {
    const steps: [unknown, unknown][] = [
      [{ systemSettings: { siteName: ' Zoë’s Shelf ' } }, { siteName: 'Zoë’s Shelf' }],
      [{ systemSettings: { registrationEnabled: false } }, { registrationEnabled: false }],
      [{ downloadHistoryRetention: { maxUserRetention: 50 } }, { maxUserRetention: 50 }],
      [
        { systemSettings: { registrationEnabled: true }, downloadHistoryRetention: { maxUserRetention: 30 } },
        { registrationEnabled: true, maxUserRetention: 30 },
      ],
      [{ usageStatistics: { enabled: false } }, { usageEnabled: false }],
      [
        { usageStatistics: { enabled: true, trackUserActivity: false } },
        { usageEnabled: true, trackUserActivity: false },
      ],
    ];
    for (const [json, logged] of steps) {
      app.clock.advance(1000);
      const { status, body } = await change(json);
      expect(status).toBe(200);
      expect(await read()).toEqual(body);
      const [line] = (await admin.call(api.listAudit)).body.entries;
      expect(line).toMatchObject({ action: 'settings_changed', actor: admin.account?.email });
      expect(JSON.parse(line.detail)).toEqual(logged);
    }
    expect((await read()).systemSettings).toMatchObject({
      siteName: 'Zoë’s Shelf',
      registrationEnabled: true,
    });
    expect((await app.visitor.call(api.site)).body).toMatchObject({ name: 'Zoë’s Shelf' });
  });

  it('use the default for values that a newer version has written', async () => {
    const { db } = app.services.database;
    const values = [
      { key: 'metadataProviders', value: '["gog","rawg"]' },
      { key: 'emailFrequency', value: '"hourly"' },
    ];
    await db.insertInto('settings').values(values).execute();
    expect(await app.services.settings.get()).toMatchObject({
      ...{ metadataProviders: ['rawg'], emailFrequency: 'weekly' },
    });
    expect((await app.visitor.call(api.site)).status).toBe(200);
    const keys = values.map(({ key }) => key);
    await db.deleteFrom('settings').where('key', 'in', keys).execute();
  });

  it('ignore an empty change, and do not log it', async () => {
    const before = await read();
    const lines = (await admin.call(api.listAudit)).body.entries.length;
    for (const json of [{}, { systemSettings: {} }, { downloadHistoryRetention: {} }, { unknown: 1 }]) {
      expect(await change(json)).toMatchObject({ status: 200, body: before });
    }
    expect((await admin.call(api.listAudit)).body.entries).toHaveLength(lines);
  });

  it.each([
    { systemSettings: { siteName: '' } },
    { systemSettings: { siteName: 'x'.repeat(81) } },
    { systemSettings: { siteName: 'a\r\nBcc: b@cellar.example' } },
    { systemSettings: { registrationEnabled: 'no' } },
    { systemSettings: { siteName: 'Fine', publicGamePages: null } },
    { downloadHistoryRetention: { maxUserRetention: 4 } },
    { downloadHistoryRetention: { maxUserRetention: 12 } },
    { downloadHistoryRetention: { maxUserRetention: 105 } },
    { systemSettings: [] },
  ])('refuse %j, and change nothing', async (json) => {
    const before = await read();
    expect((await change(json)).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('survive a restart', async () => {
    const database = await createTestDatabase();
    const first = await buildApp({ database, dataDir: app.dataDir });
    await first.services.settings.change({ email: 'test' }, { publicGamePages: false });
    await first.close();
    const second = await buildApp({ database, dataDir: app.dataDir });
    expect((await second.services.settings.get()).publicGamePages).toBe(false);
    await second.services.settings.change({ email: 'test' }, { publicGamePages: true });
    await second.close();
    await database.drop();
  });
});

describe('public game pages', () => {
  it('are closed to visitors when turned off, but open to members', async () => {
    const { id } = await createGame(app.services, admin);
    const member = await app.as('member');
    const pending = await app.as('pending');
    const get = (client: Client) => client.call(api.getGame, { params: { id } });
    expect((await get(app.visitor)).status).toBe(200);
    await change({ systemSettings: { publicGamePages: false } });
    for (const stranger of [app.visitor, pending]) {
      expect(await get(stranger)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
    const absent = await app.visitor.call(api.getGame, { params: { id: 'nothing' } });
    expect(absent.status, 'nor is told what exists').toBe(401);
    expect((await get(member)).status).toBe(200);
    await change({ systemSettings: { publicGamePages: true } });
    expect((await get(app.visitor)).status).toBe(200);
  });
});
