// A disk that fills up: requests get a 507, stored chunks remain, and the upload continues once there is room.
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import {
  chunkBytes,
  complete,
  listUnfinished,
  sampleUpload,
  send,
  sendAll,
  sendChunk,
  specFields,
} from '#test/sample-upload.ts';
import { processMs } from '#test/server-process.ts';
import { type SmallDisk, startOnSmallDisk, unshare } from '#test/small-disk.ts';
import { sha256 } from '#test/traces.ts';

const MiB = 1024 * 1024;

let disk: SmallDisk;
afterEach(() => disk?.close());

async function start(holds: 'files' | 'all', size = 12 * MiB): Promise<Client> {
  disk = await startOnSmallDisk(size, holds);
  return disk.server.logIn();
}

function filesOfUploads(): Promise<string[]> {
  return readdir(join(disk.path, 'temp', 'uploads'));
}

async function expectWhole(client: Client, upload: ReturnType<typeof sampleUpload>): Promise<void> {
  const game = await complete(client, upload);
  expect(game.status, JSON.stringify(game.body)).toBe(201);
  const params = { id: game.body._id, platform: 'Windows' };
  const ticket = await client.call(api.createTicket, { params, json: { downloadId: 'd1' } });
  const file = await client.fetch(ticket.body.url);
  expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(upload.archive));
}

const full = { status: 507, body: { code: 'storage_full' } };
const wording = 'The server has no room left. Nothing was lost; try again when room was made.';
const eightMiB = () => sampleUpload({ archive: sampleArchive(8 * MiB), chunkSize: 2 * MiB });

// Mounting needs root or a user namespace; otherwise these tests are skipped.
describe.skipIf(!unshare)('a disk without room', { timeout: processMs }, () => {
  it('refuses a file that is larger than the free space before it is sent', async () => {
    const admin = await start('files');
    const upload = sampleUpload({ archive: sampleArchive(13 * MiB), chunkSize: 2 * MiB });
    const answer = await sendChunk(admin, upload, 0);
    expect(answer).toMatchObject(full);
    expect(answer.body.message).toContain('13 MB');
    expect(await listUnfinished(admin)).toEqual([]);
    expect(await filesOfUploads()).toEqual([]);
  });

  it('keeps the stored chunks when it fills up during a chunk, and continues once there is room', async () => {
    const admin = await start('files');
    const upload = eightMiB();
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    expect((await sendChunk(admin, upload, 2)).status).toBe(200);
    await disk.fill(MiB);
    for (const number of [1, 3]) {
      const answer = await sendChunk(admin, upload, number);
      expect(answer).toMatchObject(full);
      expect(answer.body.message).toBe(wording);
    }
    expect((await listUnfinished(admin))[0]?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([0, 2]);
    await disk.makeRoom();
    for (const number of [1, 3]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    await expectWhole(admin, upload);
  });

  it('keeps nothing of an upload whose first chunk did not fit', async () => {
    const admin = await start('files');
    await disk.fill(MiB);
    const upload = eightMiB();
    const file: [string, Buffer] = ['gameFile', chunkBytes(upload, 0)];
    const fields = Object.entries(specFields(upload, 0));
    expect(await send(admin, upload, [...fields, file])).toMatchObject(full);
    expect(await send(admin, upload, [file, ...fields])).toMatchObject(full);
    expect(await listUnfinished(admin)).toEqual([]);
    expect(await filesOfUploads()).toEqual([]);
  });

  it('keeps the stored chunks when it also contains the database, and continues once there is room', async () => {
    const admin = await start('all', 16 * MiB);
    const upload = eightMiB();
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    await disk.fill(0);
    for (const number of [1, 2]) expect(await sendChunk(admin, upload, number)).toMatchObject(full);
    expect((await sendChunk(admin, sampleUpload(), 0)).status).toBe(507);
    expect((await admin.call(api.listGames)).status).toBe(200);
    await disk.makeRoom();
    expect((await listUnfinished(admin))[0]?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([0]);
    for (const number of [1, 2, 3]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    await expectWhole(admin, upload);
  });

  it('lets an admin free space, and members download existing files', async () => {
    const before = await start('all', 40 * MiB);
    const [kept, gone, open] = [eightMiB(), sampleUpload(), eightMiB()];
    const ids: string[] = [];
    for (const upload of [kept, gone]) {
      await sendAll(before, upload);
      ids.push((await complete(before, upload)).body._id);
    }
    expect((await sendChunk(before, open, 0)).status).toBe(200);
    const left = join(disk.path, 'temp', 'uploads', 'left-behind.spool');
    await writeFile(left, Buffer.alloc(MiB));
    await utimes(left, new Date(0), new Date(0));
    await disk.fill(0);

    const ready = await before.call(api.ready);
    expect(ready).toMatchObject({ status: 200, body: { status: 'degraded', storage: 'full' } });
    for (const upload of [open, sampleUpload()])
      expect(await sendChunk(before, upload, 1)).toMatchObject(full);
    const admin = await disk.server.logIn();
    const [id = ''] = ids;
    const ticket = await admin.call(api.createTicket, {
      params: { id, platform: 'Windows' },
      json: { downloadId: 'd1' },
    });
    for (const path of [ticket.body.url, `/api/games/${id}/download/Windows`]) {
      const file = await admin.fetch(path);
      expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(kept.archive));
    }
    expect((await admin.call(api.deleteGame, { params: { id: ids[1] ?? '' } })).status).toBe(200);
    expect((await admin.call(api.cancelUpload, { params: { uploadId: open.uploadId } })).status).toBe(200);
    expect((await admin.call(api.clearTemp)).body).toMatchObject({ freedBytes: MiB, failed: [] });
    expect(await filesOfUploads()).toEqual([]);
  });

  it('keeps the reserve for admins, and for what makes room', async () => {
    const admin = await start('all', 128 * MiB);
    if (disk.database.env.DATABASE_URL) return;
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const { body: game } = await complete(admin, upload);
    const account = { name: 'Kim', email: 'kim@cellar.example', password: 'a long password' };
    await admin.call(api.register, { json: account });
    disk.runSql(`update users set "verifiedAt" = "createdAt", "approvedAt" = "createdAt"`);
    const logIn = async () => {
      const { body } = await createClient(disk.server.url).call(api.login, { json: account });
      return createClient(disk.server.url, { token: body.token, id: body._id, email: body.email });
    };
    const kim = await logIn();
    const { body: kept } = await kim.call(api.createCollection, { json: { name: 'Kept', games: [] } });
    await disk.fill(0);
    const description = 'x'.repeat(2000);
    const write = () =>
      kim.call(api.createCollection, { json: { name: `${Math.random()}`, description, games: [] } });
    for (let writes = 0; (await write()).status === 201; writes++) expect(writes).toBeLessThan(50);
    expect(await write()).toMatchObject(full);
    const marks = { params: { id: game._id }, json: { note: description } };
    expect(await kim.call(api.changeGameMarks, marks)).toMatchObject(full);
    expect(await kim.call(api.recordVisit)).toMatchObject(full);
    // What needs room is refused, but neither downloads nor what ends something.
    const params = { id: game._id, platform: 'Windows' };
    const ticket = await kim.call(api.createTicket, { params, json: { downloadId: 'd1' } });
    expect(ticket.body).toMatchObject({ url: expect.any(String) });
    expect((await kim.fetch(ticket.body.url)).status).toBe(200);
    expect((await kim.call(api.deleteCollection, { params: { id: kept._id } })).status).toBe(200);
    expect((await kim.call(api.logout)).status).toBe(200);
    const again = await logIn();
    const now = await disk.server.logIn();
    const userId = again.account?.id ?? '';
    expect((await now.call(api.changeUser, { params: { userId }, json: { isSuspended: true } })).status).toBe(
      200,
    );
    expect((await now.call(api.deleteGame, { params: { id: game._id } })).status).toBe(200);
    await disk.makeRoom();
    await now.call(api.changeUser, { params: { userId }, json: { isSuspended: false } });
    const back = await logIn();
    expect((await back.call(api.recordVisit)).status).toBe(200);
  });

  it('lets an admin discard unfinished uploads', async () => {
    const admin = await start('all', 40 * MiB);
    if (disk.database.env.DATABASE_URL) return;
    expect((await sendChunk(admin, eightMiB(), 0)).status).toBe(200);
    // Uploads of the last minutes are never discarded.
    disk.runSql(`update uploads set "touchedAt" = '2020-01-01T00:00:00.000Z'`);
    for (const name of await filesOfUploads())
      await utimes(join(disk.path, 'temp', 'uploads', name), new Date(0), new Date(0));
    await disk.fill(0);
    const { status, body } = await admin.call(api.clearTemp, { json: { includeRecent: true } });
    expect([status, body]).toMatchObject([200, { discardedUploads: 1, failed: [] }]);
    expect(body.freedBytes).toBeGreaterThanOrEqual(2 * MiB);
    expect([await listUnfinished(admin), await filesOfUploads()]).toEqual([[], []]);
  });

  it('accepts existing sessions and sends files even when the reserve is used up', async () => {
    const admin = await start('all', 24 * MiB);
    if (disk.database.env.DATABASE_URL) return;
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const { body: game } = await complete(admin, upload);
    disk.runSql(`update sessions set "lastUsedAt" = '2020-01-01T00:00:00.000Z'`);
    await rm(join(disk.path, 'cellar.db-ballast'));
    await disk.fill(0);
    expect((await admin.call(api.listGames)).status).toBe(200);
    expect((await admin.call(api.createInvitation, { json: {} })).status).toBe(507);
    const file = await admin.fetch(`/api/games/${game._id}/download/Windows`);
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(upload.archive));
  });

  it('does not reserve the same space for two uploads', async () => {
    const admin = await start('files', 16 * MiB);
    expect((await sendChunk(admin, eightMiB(), 0)).status).toBe(200);
    const second = eightMiB();
    const answer = await sendChunk(admin, second, 0);
    expect(answer).toMatchObject(full);
    expect(answer.body.message).toContain('unfinished uploads still need 6 MB');
    expect((await sendChunk(admin, sampleUpload({ archive: sampleArchive(2 * MiB) }), 0)).status).toBe(200);
  });

  it('leaves an upload unchanged when its completion fails, and the same request succeeds once there is room', async () => {
    const admin = await start('all', 16 * MiB);
    const upload = eightMiB();
    await sendAll(admin, upload);
    const { body: before } = await admin.call(api.listUploads);
    // Also remove the room that is reserved for such a moment.
    await rm(join(disk.path, 'cellar.db-ballast'), { force: true });
    await disk.fill(0);
    for (let time = 0; time < 2; time += 1) {
      const answer = await complete(admin, upload);
      // With PostgreSQL, the row is on another disk, and the rename needs no space.
      if (disk.database.env.DATABASE_URL && answer.status === 201) return;
      expect(answer).toMatchObject(full);
      expect(answer.body.message).toBe(wording);
    }
    expect((await admin.call(api.listGames)).body.totalGames).toBe(0);
    await disk.makeRoom();
    expect((await admin.call(api.listUploads)).body).toEqual(before);
    await expectWhole(admin, upload);
    expect(await filesOfUploads()).toEqual([]);
  });
});
