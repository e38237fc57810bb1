// Digests computed in the background, and the removal of bytes whose rows are gone.
import { existsSync } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@cellar/contract/api.ts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import { buildApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';
import { complete, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { filesUnder, openFilesUnder, sha256, storedPath, traces } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

async function shownSha256(id: string): Promise<string | null> {
  const { body } = await app.visitor.call(api.getGame, { params: { id } });
  return body.gameFiles[0].sha256;
}

async function forgetDigest(id: string): Promise<void> {
  await app.services.database.db
    .updateTable('gameFiles')
    .set({ sha256: null })
    .where('gameId', '=', id)
    .execute();
}

describe('the digest of a file', () => {
  it('is computed and shown soon after the upload', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const { body } = await complete(admin, upload);
    await eventually(async () => expect(await shownSha256(body._id)).toBe(sha256(upload.archive)));
  });

  it('is computed after a restart if the server stopped before that', async () => {
    const games = [await createGame(app.services, admin), await createGame(app.services, admin)];
    for (const { id } of games) await forgetDigest(id);
    await Promise.all([app.services.files.digestFiles(), app.services.files.digestFiles()]);
    for (const { id, archive } of games) expect(await shownSha256(id)).toBe(sha256(archive));
  });

  it('is computed for the other files when one is missing', async () => {
    const missing = await createGame(app.services, admin);
    const present = await createGame(app.services, admin);
    await rm(await storedPath(app, missing.id, 'Windows'));
    for (const { id } of [missing, present]) await forgetDigest(id);
    await app.services.files.digestFiles();
    expect(await shownSha256(missing.id)).toBeNull();
    expect(await shownSha256(present.id)).toBe(sha256(present.archive));
    await admin.call(api.deleteGame, { params: { id: missing.id } });
  });

  it('is tried again an hour after the file could not be read', async () => {
    const failures: string[] = [];
    const write = (line: string) =>
      failures.push(...(line.includes('a file could not be read') ? [line] : []));
    const own = await buildApp({ log: pino({ level: 'error' }, { write }) });
    const { id } = await createGame(own.services, await own.as('admin'));
    await rm(await storedPath(own, id, 'Windows'));
    await own.services.database.db.updateTable('gameFiles').set({ sha256: null }).execute();
    for (const minutes of [0, 1, 50]) {
      own.clock.advance(minutes * minuteMs);
      await own.services.files.digestFiles();
    }
    expect(failures.length).toBe(1);
    own.clock.advance(10 * minuteMs);
    await own.services.files.digestFiles();
    expect(failures.length).toBe(2);
    await own.close();
  });

  it('is discarded when the file is deleted in the meantime', async () => {
    const game = await createGame(app.services, admin);
    await forgetDigest(game.id);
    const digesting = app.services.files.digestFiles();
    await admin.call(api.deleteGame, { params: { id: game.id } });
    await digesting;
    expect((await app.visitor.call(api.getGame, { params: { id: game.id } })).status).toBe(404);
  });

  it('is aborted silently when the server stops', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const other = await buildApp({ log });
    const game = await createGame(other.services, await other.as('admin'));
    await truncate(await storedPath(other, game.id, 'Windows'), 64 * 1024 ** 3);
    await other.services.database.db.updateTable('gameFiles').set({ sha256: null }).execute();
    let isOver = false;
    const digesting = other.services.files.digestFiles().finally(() => (isOver = true));
    await eventually(async () => expect(await openFilesUnder(other.dataDir)).toHaveLength(1));
    await other.close();
    expect([isOver, lines]).toEqual([true, []]);
    await digesting;
  });
});

describe('files marked for removal', () => {
  it('are removed later if the server stopped before removing them', async () => {
    const before = await traces(app);
    const { db } = app.services.database;
    const game = await createGame(app.services, admin);
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    const file = await db
      .selectFrom('gameFiles')
      .select('storageKey')
      .where('gameId', '=', game.id)
      .executeTakeFirst();
    const open = await db
      .selectFrom('uploads')
      .select('id')
      .where('clientId', '=', upload.uploadId)
      .executeTakeFirst();
    const keys = [file?.storageKey ?? '', open?.id ?? ''];
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('games').where('id', '=', game.id).execute();
      await trx
        .deleteFrom('uploads')
        .where('id', '=', keys[1] ?? '')
        .execute();
      await app.services.files.markForRemoval(trx, keys);
    });
    expect((await traces(app)).onDisk.length).toBe(before.onDisk.length + 2);
    await app.services.files.removeMarkedFiles();
    expect(await traces(app)).toEqual(before);
    expect(await db.selectFrom('removals').selectAll().execute()).toEqual([]);
    await app.services.files.removeMarkedFiles();
  });

  it('do not wait for those of others', async () => {
    const { db } = app.services.database;
    const keys = [newId(), newId()].sort();
    await db
      .insertInto('removals')
      .values(keys.map((storageKey) => ({ storageKey })))
      .execute();
    const { id } = await createGame(app.services, admin);
    const path = await storedPath(app, id, 'Windows');
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    await admin.call(api.deleteGame, { params: { id } });
    await admin.call(api.cancelUpload, { params: { uploadId: upload.uploadId } });
    const left = await db.selectFrom('removals').select('storageKey').orderBy('storageKey').execute();
    expect([left.map(({ storageKey }) => storageKey), existsSync(path)]).toEqual([keys, false]);
    await app.services.files.removeMarkedFiles();
    expect(await db.selectFrom('removals').selectAll().execute()).toEqual([]);
  });

  it('do not include files that no row refers to', async () => {
    const before = await traces(app);
    const stranger = join(app.dataDir, 'files', 'stranger-that-nobody-knows');
    await writeFile(stranger, 'x');
    const game = await createGame(app.services, admin);
    await admin.call(api.deleteGame, { params: { id: game.id } });
    await app.services.files.removeMarkedFiles();
    expect((await traces(app)).onDisk).toEqual([...before.onDisk, stranger].sort());
    await rm(stranger);
  });
});

describe('files stored before their row', () => {
  it('are removed a day later unless they have got a row', async () => {
    const { files, database } = app.services;
    const body = () => Readable.from([Buffer.from('bytes')]);
    const before = await filesUnder(app.dataDir);
    const [kept, forgotten] = [await files.store(body()), await files.store(body())];
    await database.db.transaction().execute((trx) => files.keepStored(trx, kept.storageKey));
    await files.discardForgotten();
    expect(await filesUnder(app.dataDir)).toHaveLength(before.length + 2);
    app.clock.advance(25 * 3600_000);
    await files.discardForgotten();
    const left = (await filesUnder(app.dataDir)).filter((path) => !before.includes(path));
    expect(left.map((path) => basename(path))).toEqual([kept.storageKey]);
    // A request that was too slow must not insert a row without bytes.
    const late = database.db.transaction().execute((trx) => files.keepStored(trx, forgotten.storageKey));
    await expect(late).rejects.toThrow('was discarded');
    await files.discardForgotten();
    await rm(left[0] ?? '');
  });
});
