// Two servers on one database: the next request to one of them sees what was just changed through the other.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from './build-app.ts';
import { type Client, createClient } from './client.ts';
import { complete, sampleUpload, sendAll } from './sample-upload.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let first: TestApp;
let second: TestApp;
let admin: Client;
/** The same admin on the second node. */
let elsewhere: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  first = await buildApp({ database });
  second = await buildApp({ database, dataDir: first.dataDir });
  admin = await first.as('admin');
  elsewhere = createClient(second.url, admin.account);
});
afterAll(async () => {
  for (const node of [second, first]) await node.close();
  await database.drop();
});

/** Returns a member with a session on both nodes, which both nodes have seen. */
async function memberOnBoth(): Promise<[Client, Client]> {
  const here = await first.as('member');
  const there = createClient(second.url, here.account);
  for (const client of [here, there]) expect((await client.call(api.listGames)).status).toBe(200);
  return [here, there];
}

describe('a change on one node is seen by the next request to another', () => {
  it('when a game is added', async () => {
    const titles = async () =>
      (await elsewhere.call(api.listGames)).body.games.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual([]);
    const upload = sampleUpload();
    await sendAll(admin, upload);
    expect((await complete(admin, upload)).status).toBe(201);
    expect(await titles()).toEqual([upload.title]);
  });

  it('when settings and the name of the site change', async () => {
    await elsewhere.call(api.site);
    const systemSettings = { siteName: 'Our Shelf', registrationEnabled: false };
    await admin.call(api.updateSettings, { json: { systemSettings } });
    expect((await elsewhere.call(api.site)).body).toMatchObject({
      name: 'Our Shelf',
      registrationEnabled: false,
    });
    expect((await elsewhere.call(api.getSettings)).body).toMatchObject({ systemSettings });
  });

  it('when a member logs out', async () => {
    const [here, there] = await memberOnBoth();
    await here.call(api.logout);
    expect((await there.call(api.listGames)).status).toBe(401);
  });

  it('when a member is suspended', async () => {
    const [here, there] = await memberOnBoth();
    const params = { userId: here.account?.id ?? '' };
    const { status } = await admin.call(api.changeUser, { params, json: { isSuspended: true } });
    expect(status).toBe(200);
    expect((await there.call(api.listGames)).status).toBe(403);
  });

  it('when a sanitization rule is added', async () => {
    const before = (await elsewhere.call(api.listRules)).body;
    const json = { find: 'shared', replace: '', description: 'a rule' };
    const { body } = await admin.call(api.addRule, { json });
    const after = (await elsewhere.call(api.listRules)).body;
    expect(JSON.stringify(before)).not.toContain(body._id);
    expect(JSON.stringify(after)).toContain(body._id);
  });

  it('when the key of a provider is set', async () => {
    const rawg = async () =>
      (await elsewhere.call(api.getMetadataSettings)).body.providers.find(
        ({ id }: { id: string }) => id === 'rawg',
      );
    expect(await rawg()).toMatchObject({ isConfigured: false });
    await admin.call(api.updateMetadataSettings, { json: { keys: { rawgApiKey: 'k'.repeat(32) } } });
    expect(await rawg()).toMatchObject({ isConfigured: true });
  });
});
