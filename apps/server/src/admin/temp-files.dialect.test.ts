// Temporary files: how they are listed, and which ones clearing removes or keeps.
import { mkdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TempFile } from '@cellar/contract/admin/temp-files.endpoints.ts';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import {
  beginUpload,
  chunkBytes,
  complete,
  listUnfinished,
  ourFields,
  type SampleUpload,
  sampleUpload,
  sendChunk,
} from '#test/sample-upload.ts';
import { sha256, storedSha256, traces, untilWriting } from '#test/traces.ts';

const hour = 3600_000;

let app: TestApp;
let admin: Client;
beforeEach(async () => {
  app = await buildApp();
  admin = await app.as('admin');
});
afterEach(() => app.close());

async function status(): Promise<TempFile[]> {
  const { status, body } = await admin.call(api.getTempStatus);
  expect(status).toBe(200);
  return body.files;
}

async function clear(json: object = {}) {
  const { status, body } = await admin.call(api.clearTemp, { json });
  expect(status).toBe(200);
  return body;
}

/** Creates a file of this age. */
async function leave(path: string, ageMs: number, content = 'left'): Promise<string> {
  const full = join(app.dataDir, path);
  await mkdir(join(full, '..'), { recursive: true });
  await writeFile(full, content);
  const time = new Date(app.clock.now().getTime() - ageMs);
  await utimes(full, time, time);
  return path;
}

async function begin(changes: Partial<SampleUpload> = {}): Promise<SampleUpload> {
  const upload = sampleUpload(changes);
  for (const number of [0, 2]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
  return upload;
}

async function exists(path: string): Promise<boolean> {
  return stat(join(app.dataDir, path)).then(
    () => true,
    () => false,
  );
}

describe('GET /api/admin/temp-status', () => {
  it('lists nothing for an empty folder', async () => {
    expect(await status()).toEqual([]);
  });

  it('shows the upload that unfinished bytes belong to', async () => {
    const upload = await begin({ title: 'Half Sent' });
    await sendChunk(admin, upload, 1, { without: ['chunkSize', 'fileSize'] });
    const [file, ...others] = await status();
    expect(others).toEqual([]);
    expect(file).toMatchObject({ kind: 'part', size: 3000, ageSeconds: expect.any(Number), isRecent: true });
    expect(file?.upload).toMatchObject({ uploadId: upload.uploadId, title: 'Half Sent', percent: 75 });
    expect(file?.path).toBe(`temp/uploads/${file?.name}`);
    const modified = Date.parse(file?.modified ?? '');
    expect(Math.abs(modified - app.clock.now().getTime())).toBeLessThan(hour);
    expect(Date.parse(file?.created ?? '')).toBeLessThanOrEqual(modified);
  });

  it('shows the kind of every other file, oldest first', async () => {
    const id = newId();
    await leave(`temp/uploads/${id}.spool`, 30 * hour, 'form');
    await leave(`temp/uploads/${id}.part.3`, 20 * hour);
    await leave(`artwork/${id}.tmp`, 50 * hour);
    await leave('temp/uploads/notes.txt', 40 * hour);
    await leave('artwork/cover.webp', 40 * hour);
    const files = await status();
    expect(files.map(({ kind, isRecent, upload }) => [kind, isRecent, upload])).toEqual([
      ['artwork', false, null],
      ['unknown', false, null],
      ['form', false, null],
      ['chunk', true, null],
    ]);
    expect(files[2]).toMatchObject({ path: `temp/uploads/${id}.spool`, size: 4, name: `${id}.spool` });
    expect(Math.round((files[2]?.ageSeconds ?? 0) / 3600)).toBe(30);
  });
});

describe('POST /api/admin/clear-temp', () => {
  it('removes files untouched for a day, and keeps the rest', async () => {
    const id = newId();
    const old = [
      await leave(`artwork/${id}.tmp`, 25 * hour),
      await leave(`temp/uploads/${id}.spool`, 25 * hour),
      await leave('temp/uploads/notes.txt', 26 * hour),
    ];
    const young = await leave('temp/uploads/young.txt', 23 * hour);
    await leave('artwork/cover.webp', 40 * hour);
    const answer = await clear();
    expect(answer.removed.toSorted()).toEqual(old.toSorted());
    expect(answer).toMatchObject({ freedBytes: 12, spared: [young], discardedUploads: 0 });
    expect(answer.message).toBe('Removed 3 temporary files (12 B)');
    expect((await status()).map(({ path }) => path)).toEqual([young]);
    expect(await exists('artwork/cover.webp')).toBe(true);
  });

  it('discards an unfinished upload untouched for a day, with its row and bytes', async () => {
    const before = await traces(app);
    await begin();
    expect(await clear()).toMatchObject({ removed: [], discardedUploads: 0 });
    app.clock.advance(25 * hour);
    const answer = await clear();
    expect(answer).toMatchObject({ discardedUploads: 1, spared: [], freedBytes: 3000 });
    expect(await traces(app)).toEqual(before);
    expect(await listUnfinished(admin)).toEqual([]);
  });

  it('keeps an old upload whose bytes or row are recent', async () => {
    const upload = await begin();
    app.clock.advance(25 * hour);
    const row = app.services.database.db.updateTable('uploads').where('clientId', '=', upload.uploadId);
    await row.set({ touchedAt: app.clock.now().toISOString() }).execute();
    expect(await clear()).toMatchObject({ removed: [], discardedUploads: 0 });
    for (const number of [1, 3]) await sendChunk(admin, upload, number);
    const { status, body } = await complete(admin, upload);
    expect(status).toBe(201);
    expect(await storedSha256(app, body._id)).toBe(sha256(upload.archive));
  });

  it('keeps an old upload while a chunk arrives, even when clearing everything', async () => {
    const upload = await begin();
    const sending = beginUpload(`${app.url}/api/games`, admin.account, ourFields(upload, 1));
    await sending.write(chunkBytes(upload, 1).subarray(0, 500));
    await untilWriting(app, upload.uploadId);
    app.clock.advance(25 * hour);
    expect(await clear({ includeRecent: true })).toMatchObject({ removed: [], discardedUploads: 0 });
    await sending.write(chunkBytes(upload, 1).subarray(500));
    sending.finish();
    expect((await sending.answer).status).toBe(200);
  });

  it('keeps only files being written when clearing everything', async () => {
    await begin();
    app.clock.advance(hour);
    const written = await leave('temp/uploads/now.txt', 0);
    await leave('temp/uploads/young.txt', hour);
    expect(await clear({ includeRecent: true })).toMatchObject({ discardedUploads: 1, spared: [written] });
    expect((await status()).map(({ path }) => path)).toEqual([written]);
  });

  it('removes leftovers of a finished upload, and keeps its file', async () => {
    const game = await createGame(app.services, admin);
    const { storageKey } = await app.services.database.db
      .selectFrom('gameFiles')
      .select('storageKey')
      .executeTakeFirstOrThrow();
    const paths = [
      await leave(`temp/uploads/${storageKey}.part.4`, 25 * hour),
      await leave(`temp/uploads/${storageKey}.part`, 25 * hour),
    ];
    const answer = await clear();
    expect(answer.removed.toSorted()).toEqual(paths.toSorted());
    expect(answer.discardedUploads).toBe(0);
    expect(await storedSha256(app, game.id)).toBe(sha256(game.archive));
  });

  it('follows no link', async () => {
    const outside = await leave('keep/me.txt', 25 * hour);
    await symlink(join(app.dataDir, 'keep'), join(app.dataDir, 'temp', 'uploads', 'folder'));
    await symlink(join(app.dataDir, outside), join(app.dataDir, 'temp', 'uploads', 'file'));
    app.clock.advance(25 * hour);
    expect((await clear()).removed.toSorted()).toEqual(['temp/uploads/file', 'temp/uploads/folder']);
    expect(await exists(outside)).toBe(true);
  });

  it('records the admin in the audit log, but only if something was removed', async () => {
    const count = async () =>
      (await admin.call(api.listAudit)).body.entries.filter(
        ({ action }: { action: string }) => action === 'temp_cleared',
      );
    expect((await clear()).message).toBe('Removed 0 temporary files (0 B)');
    expect(await count()).toEqual([]);
    await begin({ title: 'Left Alone' });
    app.clock.advance(25 * hour);
    await clear();
    expect(await count()).toMatchObject([{ actor: admin.account?.email, detail: '1, 2.93 KB · Left Alone' }]);
  });

  it.each([{ includeRecent: 'yes' }, { includeRecent: null }])('refuses %j', async (json) => {
    const { status, body } = await admin.call(api.clearTemp, { json });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('accepts a request without a body', async () => {
    expect((await admin.call(api.clearTemp)).status).toBe(200);
  });
});

describe('temporary files of a separate storage folder', () => {
  it('have paths within that folder', async () => {
    const folder = join(app.dataDir, 'elsewhere');
    const inside = await buildApp({ dataDir: app.dataDir, env: { STORAGE_URL: `file:${folder}` } });
    try {
      const again = createClient(inside.url, (await inside.as('admin')).account);
      await sendChunk(again, sampleUpload(), 0);
      const { body } = await again.call(api.getTempStatus);
      expect(body.files[0].path).toMatch(/^elsewhere\/temp\/uploads\/[\w-]+\.part$/);
    } finally {
      await inside.close();
      await rm(folder, { recursive: true });
    }
  });
});
