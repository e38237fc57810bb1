// Several server processes on one PostgreSQL: which of them start, and which are ready.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { administer, createTestDatabase, type TestDatabase } from '#test/test-database.ts';

const [firstKey, secondKey] = ['a'.repeat(32), 'b'.repeat(32)];

let dataDir: string;
let otherDir: string;
let database: TestDatabase;
let running: ServerProcess[];
beforeEach(async () => {
  running = [];
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-node-'));
  otherDir = await mkdtemp(join(tmpdir(), 'cellar-node-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const node of running) await node.kill();
  await database.drop();
  for (const folder of [dataDir, otherDir]) await rm(folder, { recursive: true });
});

async function start(env: Record<string, string> = {}, folder = dataDir): Promise<ServerProcess> {
  const node = await startServer({ dataDir: folder, env: { ...database.env, ...env } });
  running.push(node);
  return node;
}

async function refusal(env: Record<string, string>, folder = dataDir): Promise<string> {
  const error = await start(env, folder).then(
    () => new Error('it started'),
    (failure: Error) => failure,
  );
  return error.message.replace('the server did not start:\n', '').trim();
}

describe.runIf(process.env.TEST_DATABASE_URL)('a further node', { timeout: processMs }, () => {
  it('starts with the same secret key, and with another one only after the others have stopped', async () => {
    const first = await start({ SECRET_KEY: firstKey });
    const second = await start({ SECRET_KEY: firstKey });
    const message = await refusal({ SECRET_KEY: secondKey });
    expect(message).toMatch(
      /^Cellar can't start: SECRET_KEY is wrong: another node .* different key\. [^\n]*$/,
    );
    expect(await first.stop()).toBe(0);
    expect(await refusal({ SECRET_KEY: secondKey })).toBe(message);
    const { port } = new URL(second.url);
    expect(await refusal({ SECRET_KEY: firstKey, PORT: port })).toContain('already in use');
    expect(await second.stop()).toBe(0);
    // Neither of the nodes that were refused counts as running.
    await start({ SECRET_KEY: secondKey });
  });

  it('starts with a key file that replaces a lost one', async () => {
    await (await start({ SECRET_KEY: firstKey })).stop();
    await start();
    await start();
  });

  it('does not start with a storage that the others do not use', async () => {
    await start();
    const message = await refusal({}, otherDir);
    expect(message).toMatch(/^Cellar can't start: STORAGE_URL or DATA_DIR is wrong: another node [^\n]*$/);
    await start({ DATA_DIR: otherDir, STORAGE_URL: `file:${dataDir}` });
  });
});

it.runIf(process.env.TEST_DATABASE_URL)(
  'an older node is not ready once a newer one has migrated the library, and does not start any more',
  { timeout: processMs },
  async () => {
    const node = await start();
    const ready = async () => (await node.logIn()).call(api.ready);
    expect(await ready()).toMatchObject({ status: 200 });
    const url = database.env.DATABASE_URL ?? '';
    await administer(url, `insert into kysely_migration values ('9999-next', '2030-01-01T00:00:00.000Z')`);
    await eventually(async () => {
      expect(await ready()).toMatchObject({
        status: 503,
        body: { code: 'unavailable', message: 'A newer version of Cellar uses this library.' },
      });
    });
    expect(await refusal({})).toMatch(
      /^Cellar can't start: A newer version of Cellar has used this library .*9999-next[^\n]*$/,
    );
  },
);
