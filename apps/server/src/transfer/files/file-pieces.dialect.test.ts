// The digests of the pieces of files, with which members find what differs in a downloaded file.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { api } from '@cellar/contract/api.ts';
import { type FilePieces, pieceLengthFor } from '@cellar/contract/transfer/downloads.endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addExtra } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import {
  addFolder,
  addInPlace,
  type LibraryFolder,
  makeLibraryFolder,
  rescanItem,
} from '#test/library-folders.ts';
import { getTicket } from '#test/sample-download.ts';
import { sha256, storedPath } from '#test/traces.ts';

const MB = 1024 ** 2;

let app: TestApp;
let admin: Client;
let member: Client;
let folder: LibraryFolder;
beforeAll(async () => {
  folder = await makeLibraryFolder();
  app = await buildApp({ env: { LIBRARY_ROOTS: folder.root } });
  [admin, member] = [await app.as('admin'), await app.as('member')];
  await addFolder(app.services, folder);
});
afterAll(async () => {
  await app.close();
  await folder.remove();
});

function piecesOf(bytes: Buffer): FilePieces['pieces'] {
  const length = pieceLengthFor(bytes.length);
  const count = Math.ceil(bytes.length / length);
  const digests = Array.from({ length: count }, (_, at) =>
    Buffer.from(sha256(bytes.subarray(at * length, (at + 1) * length)), 'hex'),
  );
  return { length, digests: Buffer.concat(digests).toString('base64') };
}

async function ask(id: string, platform = 'Windows', client = member) {
  const { status, body } = await client.call(api.downloadPieces, { params: { id, platform } });
  return status === 200 ? (body as FilePieces) : body.code;
}

const expected = (bytes: Buffer) => ({
  fileSize: bytes.length,
  sha256: sha256(bytes),
  pieces: piecesOf(bytes),
});

const countRows = async () =>
  (await app.services.database.db.selectFrom('filePieces').select('storageKey').execute()).length;

const addGame = (archive = sampleArchive(2 * MB + 5)) => createGame(app.services, admin, { archive });

/** As a file of an earlier version, which has only a digest. */
async function forgetPieces(id: string): Promise<void> {
  const { db } = app.services.database;
  await db.updateTable('gameFiles').set({ hasPieces: 0 }).where('gameId', '=', id).execute();
}

describe('the pieces of a platform file or extra', () => {
  it.each([2 * MB + 5, 2 * MB, MB, 20])('of %s bytes have the digests of its bytes', async (size) => {
    const { id, archive } = await addGame(sampleArchive(size));
    expect(await ask(id)).toMatchObject(expected(archive));
  });

  it('of an extra too, and they go with it', async () => {
    const game = await addGame(sampleArchive(20));
    const bytes = sampleArchive(MB + 1);
    const before = await countRows();
    const { _id: extraId, fileName } = await addExtra(app.services, admin, game.id, { bytes });
    const params = { id: game.id, extraId };
    expect((await member.call(api.extraPieces, { params })).body).toEqual({ fileName, ...expected(bytes) });
    expect(await countRows()).toBe(before + 1);
    await admin.call(api.deleteExtra, { params });
    expect(await countRows()).toBe(before);
    expect((await member.call(api.extraPieces, { params })).body.code).toBe('file_missing');
  });

  it('are unknown before they are computed', async () => {
    const { id, archive } = await createGame(app.services, admin, { archive: sampleArchive(MB + 1) });
    const { db } = app.services.database;
    await db.updateTable('gameFiles').set({ sha256: null, hasPieces: 0 }).where('gameId', '=', id).execute();
    expect(await ask(id)).toMatchObject({ fileSize: archive.length, sha256: null, pieces: null });
    await app.services.files.digestFiles();
    expect(await ask(id)).toMatchObject(expected(archive));
  });

  it('go with the game, of which no member learns them while it is hidden', async () => {
    const before = await countRows();
    const { id } = await addGame();
    const json = { ids: [id], action: { kind: 'setVisibility', isHidden: true } };
    await admin.call(api.changeGames, { json });
    expect(await ask(id)).toBe('not_found');
    expect(await ask(id, 'Windows', admin)).toHaveProperty('pieces.length', MB);
    await admin.call(api.deleteGame, { params: { id } });
    expect([await ask(id), await countRows()]).toEqual(['not_found', before]);
  });

  it('are refused for what does not exist', async () => {
    const { id } = await addGame(sampleArchive(20));
    expect(await ask(id, 'Linux')).toBe('file_missing');
    expect(await ask('nothing')).toBe('not_found');
    expect(await ask(id, '../x')).toBe('validation_failed');
  });
});

describe('a file of an earlier version', () => {
  it('keeps its digest and gets its pieces', async () => {
    const { id, archive } = await addGame();
    await forgetPieces(id);
    expect(await ask(id)).toMatchObject({ sha256: sha256(archive), pieces: null });
    await app.services.files.digestFiles();
    expect(await ask(id)).toMatchObject(expected(archive));
  });

  it('gets none if it is damaged: they would make the damage look right', async () => {
    const { id, archive } = await addGame();
    await forgetPieces(id);
    await writeFile(await storedPath(app, id, 'Windows'), randomBytes(archive.length));
    await app.services.files.digestFiles();
    expect(await ask(id)).toMatchObject({ sha256: sha256(archive), pieces: null });
  });
});

describe('the pieces of files in library folders', () => {
  it('are those of the present content', async () => {
    const [old, changed] = [sampleArchive(MB + 1), sampleArchive(2 * MB + 1)];
    await folder.write('Changing Game.zip', old);
    const { id, itemId } = await addInPlace(app.services, folder, 'Changing Game.zip');
    await app.services.files.digestFilesInPlace();
    expect(await ask(id)).toMatchObject(expected(old));
    const before = await countRows();
    await folder.write('Changing Game.zip', changed);
    await rescanItem(app.services, folder, itemId, 'Changing Game.zip');
    expect(await ask(id)).toMatchObject({ sha256: null, pieces: null });
    expect(await countRows()).toBe(before - 1);
    await app.services.files.digestFilesInPlace();
    expect(await ask(id)).toMatchObject(expected(changed));
  });

  it('are those of the ZIP of a folder', async () => {
    for (const name of ['index.html', 'data/a.bin'])
      await folder.write(`Folder Game/${name}`, randomBytes(MB));
    const { id } = await addInPlace(app.services, folder, 'Folder Game');
    await app.services.files.digestZipsInPlace();
    const { url } = await getTicket(member, { id, platform: 'Windows' });
    const zip = Buffer.from(await (await app.visitor.fetch(url)).arrayBuffer());
    expect(zip.length).toBeGreaterThan(2 * MB);
    expect(await ask(id)).toMatchObject(expected(zip));
  });
});
