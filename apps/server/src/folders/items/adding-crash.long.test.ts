// Adding items survives killed servers, several servers at once and a full disk: each item is added once, and no file is lost.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import { addFolder, createLibraryDisk, folderOf, type LibraryDisk } from '#test/library-disk.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { type SmallDisk, startOnSmallDisk, unshare } from '#test/small-disk.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const MiB = 1024 * 1024;

let dataDir: string;
let database: TestDatabase;
let disk: LibraryDisk;
let servers: ServerProcess[];
/** The same for all servers of a test, whose clocks would otherwise go back. */
let since: number;
beforeEach(async () => {
  since = Date.now();
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-adding-'));
  database = await createTestDatabase();
  disk = await createLibraryDisk();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  await database.drop();
  await disk.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const env = { ...database.env, LIBRARY_ROOTS: disk.root };
  // The next server waits for the lease of the killed one. The first one does not hurry, because it would give up on a slow disk.
  const hurry = servers.length === 0 ? {} : { hurry: { since, times: 8 } };
  const server = await startServer({ dataDir, env, ...hurry });
  servers.push(server);
  return server;
}

async function addAll(admin: Client, count: number): Promise<void> {
  const { body } = await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
  expect(body).toEqual({ adding: count, left: 0 });
}

/** Waits until nothing is to be added any more. On a slow disk, a hurrying server may give up the folder and try again. */
function untilAdded(admin: Client, id: string): Promise<LibraryFolder> {
  const look = async () => {
    const folder = await folderOf(admin, id);
    expect(folder.items.adding).toBe(0);
    return folder;
  };
  return eventually(look);
}

async function listGames(client: Client) {
  const { body } = await client.call(api.listGames, { query: { limit: 100, sort: 'titleAsc' } });
  return body as { totalGames: number; games: { _id: string; title: string }[] };
}

describe('adding items', { timeout: processMs }, () => {
  it('continues after kill -9, and adds each item once', async () => {
    const names = Array.from({ length: 400 }, (_, at) => `PC/Game number ${at}.zip`);
    await disk.write(Object.fromEntries(names.map((name) => [name, sampleArchive(100)])));
    let server = await start();
    let admin = await server.logIn();
    const { id } = await addFolder(admin, disk.root);
    await addAll(admin, 400);
    for (const pause of [50, 150, 250]) {
      await sleep(pause);
      await server.kill();
      server = await start();
      admin = createClient(server.url, admin.account);
    }
    const { items } = await untilAdded(admin, id);
    expect(items).toMatchObject({ added: 400, found: 0 });
    expect((await listGames(admin)).totalGames).toBe(400);
  });

  it('continues after kill -9 in the middle of moving a file, which then exists exactly once', async () => {
    const content = sampleArchive(48 * MiB);
    await disk.write({ 'PC/Large.zip': content });
    let server = await start();
    let admin = await server.logIn();
    const { id } = await addFolder(admin, disk.root, { mode: 'move' });
    await addAll(admin, 1);
    for (const pause of [30, 100]) {
      await sleep(pause);
      await server.kill();
      server = await start();
      admin = createClient(server.url, admin.account);
    }
    await untilAdded(admin, id);
    const { games } = await listGames(admin);
    const { body } = await admin.call(api.getGame, { params: { id: games[0]?._id ?? '' } });
    expect(body.gameFiles).toMatchObject([{ sha256: sha256(content), isInPlace: false }]);
    // Vitest would print the whole content of a file that is still there, which exhausts the memory.
    await eventually(() => expect(existsSync(join(disk.root, 'PC/Large.zip'))).toBe(false));
  });
});

describe.skipIf(!unshare)('copying to a full disk', { timeout: processMs }, () => {
  let small: SmallDisk | undefined;
  afterEach(() => small?.close());

  it('leaves the file where it is and says why, and succeeds once there is room', async () => {
    await disk.write({ 'PC/Large.zip': sampleArchive(6 * MiB), 'PC/Small.zip': sampleArchive(1000) });
    small = await startOnSmallDisk(24 * MiB, 'files', { LIBRARY_ROOTS: disk.root });
    const admin = await small.server.logIn();
    const { id } = await addFolder(admin, disk.root, { mode: 'move' });
    await small.fill(4 * MiB);
    await addAll(admin, 2);
    expect((await untilAdded(admin, id)).items).toMatchObject({ found: 1 });
    const { body } = await admin.call(api.listLibraryItems);
    expect(body.items).toMatchObject([{ title: 'Large', problem: 'storage_full' }]);
    expect(await readFile(join(disk.root, 'PC/Large.zip'))).toHaveLength(6 * MiB);
    await small.makeRoom();
    await addAll(admin, 1);
    expect((await untilAdded(admin, id)).items).toMatchObject({ found: 0 });
    expect((await listGames(admin)).totalGames).toBe(2);
  });
});
