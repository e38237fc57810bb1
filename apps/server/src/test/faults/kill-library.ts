// Kills the server at random moments while a library is used in every way that writes, and compares the library with what was
// acknowledged after each kill. A kill may be a power failure, which also undoes changes of files that were not flushed.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { expect } from 'vitest';
import { type Client, createClient } from '#test/client.ts';
import { addFolder, folderOf } from '#test/library-disk.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import type { Loss } from './disk-image.ts';
import { type Counts, Ledger } from './ledger.ts';
import { anyShares, prepareLosingDisk } from './losing-disk.ts';
import { expectSound, expectWhole } from './sound-library.ts';

interface Options {
  kills: number;
  /** Further environment variables, for example of a bucket. */
  env?: Record<string, string>;
  chunkSize?: number;
  /** Whether each kill is a power failure. A PostgreSQL server runs elsewhere and keeps its power. */
  losesPower?: boolean;
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
  /** Files that were downloaded and compared: at the end, and after each power failure. */
  files: number;
  /** Backups that were verified after a power failure. */
  backups: number;
  /** What the power failures have undone. */
  lost: Loss;
  slowestStartMs: number;
  seconds: number;
}

/** A server is killed after at most this many steps of uploads, and up to this much later: in the middle of the next changes. */
const mostSteps = 12;
const latestKillMs = 100;
/**
 * Only ends a test that hangs. On a busy machine a backup takes minutes: first the lease of one whose server was killed must expire, and
 * meanwhile the library is changed as fast as the server allows.
 */
const mostWaitMs = 900_000;
/** At most this many backups are waited for, and only after every third kill, because each one has more files than the one before. */
const awaitedBackups = 10;
const folderFiles = 200;
/** The lease of a scan or backup whose server was killed must expire first. */
const leaseMs = 300_000;
/**
 * After the first power failure, time runs faster, so that leases take seconds. Not before: a look at the new library folder would be given
 * up after 0.6 seconds instead of 5.
 */
const hurryTimes = 8;
const mostUnavailableMs = 60_000;

export async function killLibrary({
  kills,
  env: more = {},
  chunkSize = 100_000,
  losesPower = false,
  beforeStart = () => undefined,
  inspect = async () => undefined,
}: Options): Promise<Report> {
  const begun = Date.now();
  const home = await realpath(await mkdtemp(join(tmpdir(), 'cellar-kills-')));
  const held = join(home, 'disk');
  const [dataDir, root, backups] = [join(held, 'data'), join(home, 'games'), join(held, 'backups')];
  await mkdir(dataDir, { recursive: true });
  await fillFolder(root);
  const database = await createTestDatabase();
  const disk = losesPower ? prepareLosingDisk(home, held) : undefined;
  const env = { BACKUP_URL: `file:${backups}`, ...database.env, ...more, LIBRARY_ROOTS: root, ...disk?.env };
  const ledger = new Ledger(chunkSize);
  const killsPerBackup = Math.max(3, Math.ceil(kills / awaitedBackups));
  const lost = { contents: 0, names: 0 };
  const checked = { files: 0, backups: 0 };
  let hurry: { since: number; times: number } | undefined;
  const start = (killsLeft: number) => {
    beforeStart(killsLeft);
    disk?.begin();
    return startServer({ dataDir, env, ...(hurry && { hurry }) });
  };
  let server = await start(kills);
  let slowestStartMs = 0;
  try {
    let client = patient(await server.logIn());
    const { account } = client;
    const folder = await addFolder(client, root);
    for (let left = kills; left > 0; left -= 1) {
      const used = {
        client,
        folderId: folder.id,
        ledger,
        awaitsBackup: losesPower && left % killsPerBackup === 0,
      };
      await workAndKill(used, server);
      if (disk) add(lost, disk.losePower(anyShares()));
      if (disk && !hurry) hurry = { since: Date.now(), times: hurryTimes };
      const started = Date.now();
      server = await start(left - 1);
      slowestStartMs = Math.max(slowestStartMs, Date.now() - started);
      client = patient(createClient(server.url, account));
      await ledger.compare(client);
      if (!disk) continue;
      checked.files += await ledger.compareBytes(client);
      await ledger.compareUnusedPicture(client);
      checked.backups += await expectWhole({ dataDir, backups, since: ledger.backedUpAt });
    }
    await ledger.completeUploads(client);
    checked.files += await ledger.compareBytes(client);
    await scanToEnd(client, folder.id);
    const items = await client.call(api.listLibraryItems, { query: { state: 'found' } });
    expect(items.body.totalItems).toBe(folderFiles);
    await backUp(client);
    expect(await server.stop()).toBe(0);
    disk?.checkJournal();
    await expectSound(dataDir, env);
    await inspect({ dataDir, database });
    return {
      ...ledger.counts,
      kills,
      ...checked,
      lost,
      slowestStartMs,
      seconds: (Date.now() - begun) / 1000,
    };
  } finally {
    await server.kill();
    await database.drop();
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * Returns a client that repeats what is answered with 503. In hurried time, the server waits only 0.6 seconds for a connection to
 * PostgreSQL, which a busy machine exceeds.
 */
function patient(client: Client): Client {
  const repeat = async <T extends { status: number }>(ask: () => Promise<T>): Promise<T> => {
    const ends = performance.now() + mostUnavailableMs;
    for (;;) {
      const answer = await ask();
      if (answer.status !== 503 || performance.now() > ends) return answer;
      await sleep(100);
    }
  };
  return {
    account: client.account,
    call: (endpoint, request) => repeat(() => client.call(endpoint, request)),
    fetch: (path, init) => repeat(() => client.fetch(path, init)),
  };
}

interface Used {
  client: Client;
  folderId: string;
  ledger: Ledger;
  /** Whether the server lives until a backup is done. */
  awaitsBackup: boolean;
}

async function workAndKill({ client, folderId, ledger, awaitsBackup }: Used, server: ServerProcess) {
  let isDead = false;
  const used = Promise.all([
    ledger.work(client, () => isDead),
    scanAndBackUp(client, folderId, ledger, () => isDead),
  ]);
  const enough = ledger.uploadSteps() + Math.floor(Math.random() * mostSteps);
  const { backedUpAt } = ledger;
  const isEnough = () =>
    ledger.uploadSteps() >= enough && (!awaitsBackup || ledger.backedUpAt !== backedUpAt);
  await Promise.race([used, expect.poll(isEnough, { timeout: mostWaitMs, interval: 5 }).toBe(true)]);
  await Promise.race([used, sleep(Math.random() * latestKillMs)]);
  isDead = true;
  await server.kill();
  await used;
}

function add(sum: Loss, { contents, names }: Loss): void {
  sum.contents += contents;
  sum.names += names;
}

async function fillFolder(root: string): Promise<void> {
  for (let at = 0; at < folderFiles; at += 1) {
    const directory = join(root, `shelf ${at % 10}`);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, `Found Game ${at}.zip`), `PK\u0003\u0004${at}`);
  }
}

async function scanAndBackUp(
  client: Client,
  id: string,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  try {
    while (!isOver()) {
      await client.call(api.scanLibraryFolder, { params: { id }, json: { acceptMissing: false } });
      await client.call(api.startBackup, { json: { kind: 'backup' } });
      await sleep(100);
      ledger.backedUpAt = (await client.call(api.getBackups)).body.lastGood?.startedAt ?? ledger.backedUpAt;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Waits for the end of a scan that is running, and makes another one. */
async function scanToEnd(client: Client, id: string): Promise<void> {
  const isIdle = async () => (await folderOf(client, id)).scan === null;
  await expect.poll(isIdle, { timeout: leaseMs }).toBe(true);
  const { status } = await client.call(api.scanLibraryFolder, {
    params: { id },
    json: { acceptMissing: false },
  });
  expect(status).toBe(202);
  await expect.poll(isIdle, { timeout: leaseMs }).toBe(true);
}

/** Waits for the end of a backup that is running, and makes another one. */
async function backUp(client: Client): Promise<void> {
  await expect.poll(() => isIdle(client), { timeout: leaseMs }).toBe(true);
  expect((await client.call(api.startBackup, { json: { kind: 'backup' } })).status).toBe(202);
  await expect.poll(() => isIdle(client), { timeout: leaseMs }).toBe(true);
  const { last } = (await client.call(api.getBackups)).body;
  expect(last.backup).toMatchObject({ error: null });
}

async function isIdle(client: Client): Promise<boolean> {
  return (await client.call(api.getBackups)).body.running === null;
}
