// A storage that is not mounted: an empty folder is in its place. Nothing is created there, and no record is discarded.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markName } from '#platform/storage/disk/library-mark.ts';
import { StorageUnavailableError } from '#platform/storage/storage.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addCheat } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { complete, listUnfinished, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

let database: TestDatabase;
let app: TestApp;
let admin: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  app = await buildApp({ database });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await database.drop();
});

const parts = ['files', 'temp', markName];
const unavailable = { status: 503, body: { code: 'unavailable' } };

/** Simulates an unmounted share: its contents are gone, but the folder exists. */
async function unmount(): Promise<void> {
  await mkdir(join(app.dataDir, 'share'), { recursive: true });
  for (const part of parts) await rename(join(app.dataDir, part), join(app.dataDir, 'share', part));
}

async function mount(): Promise<void> {
  for (const part of parts) {
    await rm(join(app.dataDir, part), { recursive: true, force: true });
    await rename(join(app.dataDir, 'share', part), join(app.dataDir, part));
  }
}

function again(): Promise<TestApp> {
  return buildApp({ dataDir: app.dataDir, database });
}

describe('an unavailable storage', () => {
  it('causes status 503, and everything works again once it is back', async () => {
    const { id, platform, archive } = await createGame(app.services, admin);
    const [upload, doomed] = [sampleUpload(), await createGame(app.services, admin)];
    await sendAll(admin, upload);
    const { url } = await getTicket(admin, { id, platform });
    await unmount();

    expect((await admin.fetch(url)).status).toBe(503);
    expect(await sendChunk(admin, sampleUpload(), 0)).toMatchObject(unavailable);
    expect(await complete(admin, upload)).toMatchObject(unavailable);
    expect(await addCheat(admin, id)).toMatchObject(unavailable);
    expect(await admin.call(api.ready)).toMatchObject(unavailable);
    expect(await admin.call(api.clearTemp)).toMatchObject(unavailable);
    // The game is deleted immediately; its bytes are removed later.
    const { status } = await admin.call(api.deleteGame, { params: { id: doomed.id } });
    expect(status).toBe(200);
    await expect(readdir(join(app.dataDir, 'files'))).rejects.toThrow('ENOENT');
    expect(
      (await listUnfinished(admin)).find(({ uploadId }) => uploadId === upload.uploadId)?.chunks,
    ).toHaveLength(4);

    await mount();
    const { status: completed, body } = await complete(admin, upload);
    expect([completed, body.title]).toEqual([201, upload.title]);
    expect(sha256(Buffer.from(await (await admin.fetch(url)).arrayBuffer()))).toBe(sha256(archive));
    // The server checks at most every two seconds.
    await eventually(async () => expect((await admin.call(api.ready)).status).toBe(200));
    await app.services.files.removeMarkedFiles();
    expect(await app.services.database.db.selectFrom('removals').selectAll().execute()).toEqual([]);
  });

  it('stops the start of a library with files, with a message that says what to do', async () => {
    await createGame(app.services, admin);
    await unmount();
    const error = await again().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageUnavailableError);
    const [, id = ''] =
      /write the line (\S+) into the file cellar-library/.exec((error as Error).message) ?? [];
    expect(await readFile(join(app.dataDir, 'share', markName), 'utf8')).toBe(`${id}\n`);
    await expect(readdir(join(app.dataDir, 'files'))).rejects.toThrow('ENOENT');
    await mount();
    await (await again()).close();
  });

  it('is distinguished from a folder without a mark, as older versions left it', async () => {
    await createGame(app.services, admin);
    const mark = join(app.dataDir, markName);
    const id = await readFile(mark, 'utf8');
    await rm(mark);
    await app.services.database.db.deleteFrom('library').execute();
    await (await again()).close();
    expect(await readFile(mark, 'utf8')).not.toBe(id);
    await (await again()).close();
  });

  it('is distinguished from a folder with an incomplete mark', async () => {
    await createGame(app.services, admin);
    const mark = join(app.dataDir, markName);
    const id = await readFile(mark, 'utf8');
    await writeFile(mark, '');
    await (await again()).close();
    expect(await readFile(mark, 'utf8')).toBe(id);
  });

  it('is distinguished from the folder of another library', async () => {
    await createGame(app.services, admin);
    const other = await buildApp();
    await createGame(other.services, await other.as('admin'));
    const STORAGE_URL = `file:${other.dataDir}`;
    await expect(buildApp({ dataDir: app.dataDir, database, env: { STORAGE_URL } })).rejects.toThrow(
      'holds no file of this library',
    );
    await other.close();
  });
});
