// Backs up a library and restores it into a new one, as the command line does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { expect, onTestFinished } from 'vitest';
import { openEmptyStorage } from '#admin/backup/empty-storage.ts';
import { openExistingPlace } from '#admin/backup/place/backup-place.ts';
import { restoreLibrary } from '#admin/backup/restore-library.ts';
import { readConfig } from '#start/config.ts';
import { eventually } from '../../../../test/waiting.ts';
import { buildApp, type TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import { addCheat } from './extras-and-cheats.ts';
import { sampleArchive } from './factories.ts';
import { samplePicture, sendPicture } from './sample-pictures.ts';
import { complete, sampleUpload, sendAll, sendChunk } from './sample-upload.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Returns a folder that is removed after the test. */
export async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `cellar-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface NewLibrary {
  dataDir: string;
  database: TestDatabase;
  env: Record<string, string>;
}

/** Returns the place of a new library without any table. */
export async function newLibrary(): Promise<NewLibrary> {
  const dataDir = await newFolder('restored');
  const database = await createTestDatabase({ empty: true });
  onTestFinished(() => database.drop());
  return { dataDir, database, env: { DATA_DIR: dataDir, ...database.env } };
}

interface RestoreOptions {
  at?: string;
  skipDamaged?: true;
}

export async function restoreInto({ env }: NewLibrary, from: string, options: RestoreOptions = {}) {
  const config = readConfig(env);
  return restoreLibrary({
    ...options,
    place: await openExistingPlace(from, config),
    config,
    openStorage: (library) => openEmptyStorage(config, library),
    onProgress: () => undefined,
  });
}

/** Restores the newest backup into a new library, and starts it. */
export async function restoreNew(from: string): Promise<TestApp> {
  const library = await newLibrary();
  await restoreInto(library, from);
  const app = await buildApp(library);
  onTestFinished(() => app.close());
  return app;
}

/** Finds nothing wrong with any stored file, and no orphan. */
export async function checkFully({ services }: TestApp) {
  const { missing, damaged, orphans, error, checkedFiles } = await services.storageCheck.runNow('full');
  return { missing, damaged, orphans, error, checkedFiles };
}

// Backs up a library that is being changed, and checks what is restored.

/** Makes several backups while the load runs, and restores and checks each. Returns the counts of the changes. */
export async function backUpUnderLoad(backups: number): Promise<Record<string, number>> {
  const app = await buildApp();
  onTestFinished(() => app.close());
  const load = loadLibrary(app, await app.as('admin'));
  try {
    await eventually(async () => expect(load.counts.removeGame).toBeGreaterThan(0));
    const address = await newFolder('backup');
    for (let left = backups; left > 0; left -= 1) {
      const { problems } = await app.services.backups.backUp({ address, keep: 2 });
      expect(problems).toEqual([]);
      const restored = await restoreNew(address);
      const found = await checkFully(restored);
      expect(found).toMatchObject({ missing: [], damaged: [], orphans: [], error: null });
      expect(found.checkedFiles).toBeGreaterThan(0);
      await expectPictures(restored);
    }
  } finally {
    await load.stop();
  }
  return load.counts;
}

/** The check of the storage examines no pictures. */
async function expectPictures({ services }: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
  const rows = await services.database.db.selectFrom('artworks').select('name').execute();
  for (const { name } of rows) expect(await services.storage.pictures.has(name), name).toBe(true);
}

// Changes a library over HTTP without a pause: uploads, replacements, edits, pictures, cheat files, downloads, deletions.

interface Work {
  app: TestApp;
  admin: Client;
  /** The ids of the games that exist. */
  games: string[];
  counts: Record<string, number>;
}

const most = 40;

/** Starts the load. `stop` returns how often each kind of change was made. */
function loadLibrary(app: TestApp, admin: Client, workers = 3) {
  const work: Work = { app, admin, games: [], counts: {} };
  let isStopping = false;
  const run = async () => {
    while (!isStopping) {
      await change(work);
      await sleep(0);
    }
  };
  const runs = Promise.all(Array.from({ length: workers }, run));
  return {
    counts: work.counts,
    async stop() {
      isStopping = true;
      await runs;
      return work.counts;
    },
  };
}

const changes = {
  upload,
  uploadPart,
  replace,
  edit,
  draw,
  cheat,
  download,
  removeGame,
  removePlatform,
  sweep,
};

async function change(work: Work): Promise<void> {
  const names = Object.keys(changes) as (keyof typeof changes)[];
  const isFew = work.games.length < most / 4;
  const name = isFew ? 'upload' : names[Math.floor(Math.random() * names.length)];
  if (!name || (work.games.length > most && name === 'upload')) return;
  await changes[name](work);
  work.counts[name] = (work.counts[name] ?? 0) + 1;
}

function pick({ games }: Work): string {
  return games[Math.floor(Math.random() * games.length)] ?? '';
}

async function upload({ admin, games }: Work): Promise<void> {
  const sample = sampleUpload({
    archive: sampleArchive(1000 + Math.floor(Math.random() * 200_000)),
    chunkSize: 100_000,
  });
  await sendAll(admin, sample);
  const { status, body } = await complete(admin, sample);
  if (status === 201) games.push(body._id);
}

async function uploadPart({ admin }: Work): Promise<void> {
  await sendChunk(admin, sampleUpload(), 0);
}

async function replace(work: Work): Promise<void> {
  const sample = sampleUpload({ gameId: pick(work), archive: sampleArchive(5000), chunkSize: 5000 });
  const fields = { replace: 'true' };
  if ((await sendChunk(work.admin, sample, 0, { fields })).status === 200)
    await complete(work.admin, sample, fields);
}

async function edit(work: Work): Promise<void> {
  const json = { description: `Changed ${Math.random()}` };
  await work.admin.call(api.editGame, { params: { id: pick(work) }, json });
}

async function draw(work: Work): Promise<void> {
  const { body } = await sendPicture(work.admin, await samplePicture(60, 90).png().toBuffer());
  await work.admin.call(api.editGame, { params: { id: pick(work) }, json: { boxArtUrl: body.url } });
}

async function cheat(work: Work): Promise<void> {
  await addCheat(work.admin, pick(work), { fields: { name: `Cheat ${Math.random()}` } });
}

async function download(work: Work): Promise<void> {
  const params = { id: pick(work), platform: 'Windows' };
  const { status, body } = await work.admin.call(api.createTicket, {
    params,
    json: { downloadId: `d${Math.random()}` },
  });
  if (status === 201 || status === 200) await (await work.admin.fetch(body.url)).arrayBuffer();
}

async function removeGame(work: Work): Promise<void> {
  const id = pick(work);
  work.games.splice(work.games.indexOf(id), 1);
  await work.admin.call(api.deleteGame, { params: { id } });
}

async function removePlatform(work: Work): Promise<void> {
  await work.admin.call(api.deletePlatformFile, { params: { id: pick(work), platform: 'Windows' } });
}

/** Every picture that no game uses is removed, as if a day had passed. */
async function sweep({ app }: Work): Promise<void> {
  const { db } = app.services.database;
  await db.updateTable('artworks').set({ createdAt: '2000-01-01T00:00:00.000Z' }).execute();
  await app.services.artwork.sweep();
}
