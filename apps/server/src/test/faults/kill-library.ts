// Kills the server at random moments while a library is used in every way that writes, and compares the library with what was
// acknowledged after each kill.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { expect, vi } from 'vitest';
import { startCellar } from '#test/cellar-command.ts';
import { type Client, createClient } from '#test/client.ts';
import { addFolder, folderOf } from '#test/library-disk.ts';
import { startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { type Counts, Ledger } from './ledger.ts';

interface Options {
  kills: number;
  /** Further environment variables, for example of a bucket. */
  env?: Record<string, string>;
  chunkSize?: number;
  /** Called before each start of the server, with the number of kills that are left. */
  beforeStart?(killsLeft: number): void;
  /** Looks at what is left when all uploads have been completed and the server has stopped. */
  inspect?(library: Library): Promise<void>;
}

interface Library {
  dataDir: string;
  database: TestDatabase;
}

export interface Report extends Counts {
  kills: number;
  /** Files that were downloaded and compared at the end. */
  files: number;
  slowestStartMs: number;
  seconds: number;
}

/** A server is killed after at most this many steps of uploads, and up to this much later: in the middle of the next changes. */
const mostSteps = 12;
const latestKillMs = 100;
/** Both uploads may first have to wait for the lease of a completion whose server was killed: 30 seconds. */
const mostWaitMs = 180_000;
const folderFiles = 200;
/** The lease of a scan or backup whose server was killed must expire first. */
const leaseMs = 300_000;

export async function killLibrary({
  kills,
  env: more = {},
  chunkSize = 100_000,
  beforeStart = () => undefined,
  inspect = async () => undefined,
}: Options): Promise<Report> {
  const begun = Date.now();
  const home = await mkdtemp(join(tmpdir(), 'cellar-kills-'));
  const [dataDir, root] = [join(home, 'data'), join(home, 'games')];
  await mkdir(dataDir);
  await fillFolder(root);
  const database = await createTestDatabase();
  const env = { BACKUP_URL: `file:${join(home, 'backups')}`, ...database.env, ...more, LIBRARY_ROOTS: root };
  const ledger = new Ledger(chunkSize);
  beforeStart(kills);
  let server = await startServer({ dataDir, env });
  let slowestStartMs = 0;
  try {
    let client = await server.logIn();
    const { account } = client;
    const folder = await addFolder(client, root);
    for (let left = kills; left > 0; left -= 1) {
      let isDead = false;
      const used = Promise.all([
        ledger.work(client, () => isDead),
        scanAndBackUp(client, folder.id, () => isDead),
      ]);
      const enough = ledger.uploadSteps() + Math.floor(Math.random() * mostSteps);
      await Promise.race([
        used,
        vi.waitUntil(() => ledger.uploadSteps() >= enough, { timeout: mostWaitMs, interval: 5 }),
      ]);
      await Promise.race([used, sleep(Math.random() * latestKillMs)]);
      isDead = true;
      await server.kill();
      await used;
      beforeStart(left - 1);
      const started = Date.now();
      server = await startServer({ dataDir, env });
      slowestStartMs = Math.max(slowestStartMs, Date.now() - started);
      client = createClient(server.url, account);
      await ledger.compare(client);
    }
    await ledger.finishUploads(client);
    const files = await ledger.compareBytes(client);
    await scanToEnd(client, folder.id);
    const items = await client.call(api.listLibraryItems, { query: { state: 'found' } });
    expect(items.body.totalItems).toBe(folderFiles);
    await backUp(client);
    expect(await server.stop()).toBe(0);
    await expectSound(dataDir, env);
    await inspect({ dataDir, database });
    return { ...ledger.counts, kills, files, slowestStartMs, seconds: (Date.now() - begun) / 1000 };
  } finally {
    await server.kill();
    await database.drop();
    await rm(home, { recursive: true, force: true });
  }
}

async function fillFolder(root: string): Promise<void> {
  for (let at = 0; at < folderFiles; at += 1) {
    const directory = join(root, `shelf ${at % 10}`);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, `Found Game ${at}.zip`), `PK\u0003\u0004${at}`);
  }
}

async function scanAndBackUp(client: Client, id: string, isOver: () => boolean): Promise<void> {
  try {
    while (!isOver()) {
      await client.call(api.scanLibraryFolder, { params: { id }, json: { acceptMissing: false } });
      await client.call(api.startBackup, { json: { kind: 'backup' } });
      await sleep(100);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Waits for the end of a scan that is running, and makes another one. */
async function scanToEnd(client: Client, id: string): Promise<void> {
  const isIdle = async () => (await folderOf(client, id)).scan === null;
  await vi.waitUntil(isIdle, { timeout: leaseMs, interval: 200 });
  const { status } = await client.call(api.scanLibraryFolder, {
    params: { id },
    json: { acceptMissing: false },
  });
  expect(status).toBe(202);
  await vi.waitUntil(isIdle, { timeout: leaseMs, interval: 200 });
}

/** Waits for the end of a backup that is running, and makes another one. */
async function backUp(client: Client): Promise<void> {
  await vi.waitUntil(() => isIdle(client), { timeout: leaseMs, interval: 200 });
  expect((await client.call(api.startBackup, { json: { kind: 'backup' } })).status).toBe(202);
  await vi.waitUntil(() => isIdle(client), { timeout: leaseMs, interval: 200 });
  const { last } = (await client.call(api.getBackups)).body;
  expect(last.backup).toMatchObject({ error: null });
}

async function isIdle(client: Client): Promise<boolean> {
  return (await client.call(api.getBackups)).body.running === null;
}

/** No file of the library is missing or damaged, and every file of the newest backup can be read. */
async function expectSound(dataDir: string, env: Record<string, string>): Promise<void> {
  const options = { cwd: dataDir, env: { ...env, DATA_DIR: dataDir } };
  const place = env.BACKUP_URL?.replace('file:', '') ?? '';
  for (const command of [
    ['check', '--full'],
    ['backup', place, '--verify'],
  ]) {
    const { code, err } = await startCellar(command, options).ended;
    expect([command[0], code], err).toEqual([command[0], 0]);
  }
}
