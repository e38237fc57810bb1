// Several server processes on one PostgreSQL: which of them start, and which are ready.
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleArchive } from '#test/factories.ts';
import { getTicket, holdDownload } from '#test/sample-download.ts';
import {
  beginUpload,
  chunkBytes,
  complete,
  ourFields,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { administer, createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { eventually } from '../../../../test/waiting.ts';

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

describe.runIf(process.env.TEST_DATABASE_URL)(
  'a node whose storage is a disk',
  { timeout: processMs },
  () => {
    it('does not start while another machine runs the library', async () => {
      await (await start()).stop();
      const [startedAt, seenUntil] = ['2024-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z'];
      const insert = (host: string) =>
        `insert into nodes (id, "startedAt", "seenUntil", host) values ('${host}', '${startedAt}', '${seenUntil}', '${host}')`;
      await administer(database.env.DATABASE_URL ?? '', insert('another-machine'));
      expect(await refusal({})).toMatch(/^Cellar can't start: Another machine runs this library\. [^\n]*$/);
      await administer(database.env.DATABASE_URL ?? '', 'delete from nodes');
      await administer(database.env.DATABASE_URL ?? '', insert(hostname()));
      await start();
    });
  },
);

/** What a migration of a newer version may do: record itself, and add tables and nullable columns. */
const newerMigration = `
  create table "laterThings" ("id" text primary key);
  alter table "uploads" add column "laterFact" text;
  alter table "uploadChunks" add column "laterFact" text;
  alter table "gameFiles" add column "laterFact" text;
  alter table "downloads" add column "laterFact" text;
  insert into kysely_migration values ('9999-next', '2030-01-01T00:00:00.000Z')`;

describe.runIf(process.env.TEST_DATABASE_URL)('an older node', { timeout: processMs }, () => {
  it('is not ready once a newer one has migrated the library, ends its transfers, and does not start again', async () => {
    const node = await start({ LOG_LEVEL: 'error' });
    const admin = await node.logIn();
    const game = sampleUpload({ archive: sampleArchive(50_000_000), chunkSize: 50_000_000 });
    await sendAll(admin, game);
    const { body } = await complete(admin, game);
    const { url } = await getTicket(admin, { id: body._id, platform: game.platform });
    const download = await holdDownload(`${node.url}${url}`);
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    const chunk = beginUpload(`${node.url}${api.addGame.path}`, admin.account, ourFields(upload, 1));
    await chunk.write(chunkBytes(upload, 1).subarray(0, 500));

    await administer(database.env.DATABASE_URL ?? '', newerMigration);
    await eventually(async () => {
      expect(await admin.call(api.ready)).toMatchObject({
        status: 503,
        body: { code: 'unavailable', message: 'A newer version of Cellar uses this library.' },
      });
    });
    await eventually(async () => expect(node.output()).toContain('9999-next'));
    await chunk.write(chunkBytes(upload, 1).subarray(500));
    chunk.finish();
    expect((await chunk.answer).status).toBe(200);
    for (const number of [2, 3]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    expect((await complete(admin, upload)).status).toBe(201);
    download.resume();
    expect(await download.ended).toBe('whole');
    expect(download.received()).toBe(game.archive.length);
    expect(await node.stop()).toBe(0);
    expect(await refusal({})).toMatch(
      /^Cellar can't start: A newer version of Cellar has used this library .*9999-next[^\n]*$/,
    );
  });
});
