// Sets and folders of a library folder, which are downloaded as one ZIP that is never stored.
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLossyLine } from '#test/bad-line.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import {
  addFolder,
  addInPlace,
  type LibraryFolder,
  makeLibraryFolder,
  rescanItem,
} from '#test/library-folders.ts';
import { activityOf, askTicket, getTicket, holdDownload } from '#test/sample-download.ts';
import { downloadClients } from '#test/steady-clients.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { fileSha256, openFilesUnder, sha256 } from '#test/traces.ts';
import { isPresent, runUnpacker, unpackers } from '#test/zips.ts';
import { eventually } from '../../../../../test/waiting.ts';

/** Reading a file of this size, which takes no room on the disk, lasts far longer than a test. */
const endless = 64 * 1024 ** 3;

let app: TestApp;
let database: TestDatabase;
let dataDir: string;
let member: Client;
let folder: LibraryFolder;
beforeAll(async () => {
  folder = await makeLibraryFolder();
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-zips-'));
  database = await createTestDatabase();
  app = await buildApp({ env: { LIBRARY_ROOTS: folder.root }, dataDir, database });
  member = await app.as('member');
  await addFolder(app.services, folder);
});
afterAll(async () => {
  const open = await openFilesUnder(folder.root);
  await app.close();
  await database.drop();
  await Promise.all([folder.remove(), rm(dataDir, { recursive: true })]);
  expect(open).toEqual([]);
});

let lastGame = 0;
type Contents = Record<string, Buffer>;

const contents = (): Contents => ({
  'index.html': Buffer.from('<h1>A game</h1>'),
  'data/ÿ größe 東京.bin': randomBytes(3_000_000),
  'data/empty.txt': Buffer.alloc(0),
  'data/deep/er/level 1.dat': randomBytes(70_000),
  "it's %41 & more;#?.txt": randomBytes(100),
});

async function addGame(files = contents()) {
  lastGame += 1;
  const path = `Folder Game ${lastGame}`;
  for (const [name, content] of Object.entries(files)) await folder.write(`${path}/${name}`, content);
  return { path, files, ...(await addInPlace(app.services, folder, path)) };
}

async function addPrepared(files?: Contents) {
  const game = await addGame(files);
  await app.services.files.digestZipsInPlace();
  return game;
}

async function fileOf(game: { id: string }) {
  return (await member.call(api.getGame, { params: { id: game.id } })).body.gameFiles[0];
}

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await app.visitor.fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = response.status >= 400 ? JSON.parse(bytes.toString()) : {};
  return { status: response.status, headers: response.headers, bytes, ...body };
}

const at = (game: { path: string }, name: string) => join(folder.path, game.path, name);

describe('the download of a folder', () => {
  it('is one ZIP with its length, ETag, digest and ranges', async () => {
    const game = await addPrepared();
    const file = await fileOf(game);
    expect(file).toMatchObject({ isInPlace: true, preparing: null, fileSize: game.fileSize });
    const { url, downloadId, fileName } = await getTicket(member, game);
    expect(fileName).toMatch(/\.zip$/);
    const whole = await ask(url);
    expect(whole.headers.get('content-length')).toBe(String(game.fileSize));
    expect(whole.headers.get('content-type')).toBe('application/zip');
    expect(sha256(whole.bytes)).toBe(file.sha256);
    for (let start = 0; start < game.fileSize; start += 700_001) {
      const end = Math.min(game.fileSize, start + 700_001);
      const headers = {
        range: `bytes=${start}-${end - 1}`,
        'if-range': whole.headers.get('etag') ?? '',
      };
      const part = await ask(url, headers);
      expect([part.status, part.bytes.equals(whole.bytes.subarray(start, end))]).toEqual([206, true]);
    }
    await app.services.downloads.flushProgress();
    expect(await activityOf(member, downloadId)).toMatchObject({
      status: 'completed',
      bytesSent: game.fileSize,
    });
  });

  it('leaves out backups that are written into the folder of a game', async () => {
    const game = await addGame({ 'index.html': Buffer.from('<h1>A game</h1>') });
    await folder.write(`${game.path}/backups/backup.json`, Buffer.from('{}'));
    const env = { LIBRARY_ROOTS: folder.root, BACKUP_URL: `file:${at(game, 'backups')}` };
    const restarted = await buildApp({ env, dataDir, database });
    const { files, database: opened } = restarted.services;
    await opened.db.transaction().execute((trx) => files.contentChanged(trx, game.itemId));
    await files.digestZipsInPlace();
    await restarted.close();
    const { body } = await member.call(api.listSingleFiles, {
      params: { id: game.id, platform: game.platform },
      query: {},
    });
    expect(body.files.map(({ path }: { path: string }) => path)).toEqual(['index.html']);
  });

  it('says that the files have changed while a scan lists them anew', async () => {
    const game = await addPrepared();
    const { db } = app.services.database;
    const item = await db
      .selectFrom('libraryItems')
      .select('id')
      .where('path', '=', game.path)
      .executeTakeFirst();
    const { url } = await getTicket(member, game);
    const rows = db.deleteFrom('libraryItemFiles').where('itemId', '=', item?.id ?? '');
    await rows.where('position', '=', 2).execute();
    expect(await ask(url)).toMatchObject({ status: 503, code: 'file_changed' });
  });

  // zip-unpackers.long.test.ts uses them all.
  it.each(unpackers.filter(isPresent))('contains the same files for $name', async (unpacker) => {
    const game = await addPrepared();
    const { bytes } = await ask((await getTicket(member, game)).url);
    const target = await mkdtemp(join(tmpdir(), 'cellar-unpacked-'));
    const zip = join(target, 'game.zip');
    await writeFile(zip, bytes);
    await runUnpacker(unpacker, unpacker.check(zip), zip);
    await runUnpacker(unpacker, unpacker.unpack(zip, target), zip);
    for (const [name, content] of Object.entries(game.files)) {
      expect((await readFile(join(target, name))).equals(content), name).toBe(true);
    }
    await rm(target, { recursive: true });
  });

  it.each(downloadClients.filter(({ missing }) => !missing))(
    'is resumed by $name after each cut',
    async (client) => {
      const game = await addPrepared({ 'index.html': randomBytes(10), 'game.dat': randomBytes(12_000_000) });
      const line = await openLossyLine(app.url, { seed: client.name, bytes: [250_000, 3_000_000] });
      const { url } = await getTicket(member, game);
      const path = join(dataDir, `download-${game.id}`);
      await client.download(new URL(url, line.url).href, path);
      await line.close();
      expect(line.cuts()).toBeGreaterThan(3);
      expect(await fileSha256(path)).toBe((await fileOf(game)).sha256);
    },
  );

  it('has the files of a set', async () => {
    const parts = [randomBytes(300_000), randomBytes(200_000)];
    await folder.write('Sets/Two Parts.part1.rar', parts[0] as Buffer);
    await folder.write('Sets/Two Parts.part2.rar', parts[1] as Buffer);
    const game = await addInPlace(app.services, folder, 'Sets/Two Parts.part1.rar');
    await app.services.files.digestZipsInPlace();
    const { bytes } = await ask((await getTicket(member, game)).url);
    expect(sha256(bytes)).toBe((await fileOf(game)).sha256);
    for (const part of parts) expect(bytes.includes(part)).toBe(true);
  });

  it('does not wait until large files that were added before are read', async () => {
    await folder.write('Large Disc.iso', 'start');
    await truncate(join(folder.path, 'Large Disc.iso'), endless);
    const large = await addInPlace(app.services, folder, 'Large Disc.iso');
    const game = await addGame();
    const other = await buildApp({ env: { LIBRARY_ROOTS: folder.root }, dataDir, database });
    const reading = other.services.files.digestFilesInPlace();
    await other.services.files.digestZipsInPlace();
    expect((await askTicket(member, game)).status).toBe(201);
    await appendFile(at(game, 'index.html'), 'more');
    await rescanItem(app.services, folder, game.itemId, game.path);
    expect((await askTicket(member, game)).body.code).toBe('file_preparing');
    await other.services.files.digestZipsInPlace();
    expect((await askTicket(member, game)).status).toBe(201);
    await other.close();
    await reading;
    await truncate(join(folder.path, 'Large Disc.iso'), 5);
    await rescanItem(app.services, folder, large.itemId, 'Large Disc.iso');
  });

  it('is refused with its progress until all checksums are known, and continues on another node', async () => {
    const game = await addGame({
      'a.dat': randomBytes(2_000_000),
      'index.html': Buffer.from('x'),
      'z.dat': randomBytes(9),
    });
    await truncate(at(game, 'z.dat'), endless);
    await rescanItem(app.services, folder, game.itemId, game.path);
    const refused = await askTicket(member, game);
    expect(refused).toMatchObject({ status: 503, body: { code: 'file_preparing', progress: 0 } });
    expect(refused.headers.get('retry-after')).toBe('30');

    const other = await buildApp({ env: { LIBRARY_ROOTS: folder.root }, dataDir, database });
    const reading = other.services.files.digestZipsInPlace();
    const digests = () =>
      app.services.database.db
        .selectFrom('libraryItemFiles')
        .select(['path', 'crc32'])
        .where('itemId', '=', game.itemId)
        .where('sha256', 'is not', null)
        .execute();
    await eventually(async () => expect(await digests()).toHaveLength(2));
    // One node reads it.
    await app.services.files.digestZipsInPlace();
    await other.close();
    await reading;
    expect((await askTicket(member, game)).body.code).toBe('file_preparing');

    await truncate(at(game, 'z.dat'), 20);
    await rescanItem(app.services, folder, game.itemId, game.path);
    await app.services.files.digestZipsInPlace();
    const { bytes } = await ask((await getTicket(member, game)).url);
    expect(bytes.length).toBe((await fileOf(game)).fileSize);
    expect(sha256(bytes)).toBe((await fileOf(game)).sha256);
  });
});

describe('a folder that can not be a ZIP', () => {
  it('says why, and is a ZIP again when its files have changed', async () => {
    const game = await addPrepared({ ...contents(), 'a_b.txt': randomBytes(10) });
    await folder.write(`${game.path}/a\\b.txt`, 'the same name in a ZIP');
    await rescanItem(app.services, folder, game.itemId, game.path);
    await app.services.files.digestZipsInPlace();
    expect(await fileOf(game)).toMatchObject({ preparing: null, problem: 'bad_names' });
    const { body } = await app.visitor.call(api.getGame, { params: { id: game.id } });
    expect(body.gameFiles).toMatchObject([{ preparing: null, problem: null }]);
    expect(await askTicket(member, game)).toMatchObject({ status: 503, body: { code: 'unavailable' } });

    await unlink(at(game, 'a\\b.txt'));
    await rescanItem(app.services, folder, game.itemId, game.path);
    expect(await fileOf(game)).toMatchObject({ preparing: 0, problem: null });
    await app.services.files.digestZipsInPlace();
    expect(await fileOf(game)).toMatchObject({ preparing: null, problem: null });
    expect((await ask((await getTicket(member, game)).url)).status).toBe(200);
  });
});

describe('a folder that changes', () => {
  it('is refused, and has another ETag, size and digest after the scan', async () => {
    const game = await addPrepared();
    const { url } = await getTicket(member, game);
    const before = await ask(url, { range: 'bytes=0-4' });
    await utimes(at(game, 'index.html'), 1_500_000_000, 1_500_000_000);
    // The first file is the same, so the answer begins.
    await expect(ask(url)).rejects.toThrow();
    await appendFile(at(game, 'index.html'), 'more');
    await rescanItem(app.services, folder, game.itemId, game.path);
    expect(await fileOf(game)).toMatchObject({ preparing: 0, sha256: null });
    expect((await ask(url)).code).toBe('file_preparing');
    await app.services.files.digestZipsInPlace();
    const after = await ask(url, { range: 'bytes=5-', 'if-range': before.headers.get('etag') ?? '' });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(after.bytes.length).toBe(game.fileSize + 4);
    expect(sha256(after.bytes)).toBe((await fileOf(game)).sha256);
  });

  it('while it is sent ends with a cut connection before the changed file', async () => {
    const game = await addPrepared({
      'index.html': randomBytes(10),
      'a.dat': randomBytes(40_000_000),
      'z.dat': randomBytes(1000),
    });
    const { url } = await getTicket(member, game);
    const download = await holdDownload(app.url + url);
    await writeFile(at(game, 'z.dat'), randomBytes(1000));
    download.resume();
    expect(await download.ended).toBe('cut');
    expect(download.received()).toBeLessThan(game.fileSize - 1000);
  });

  it.each(['a link', 'nothing'])('with %s in place of a file is not sent', async (kind) => {
    const game = await addPrepared();
    const { url } = await getTicket(member, game);
    const secret = join(folder.root, 'secret');
    await writeFile(secret, game.files['data/deep/er/level 1.dat'] as Buffer);
    await unlink(at(game, 'data/deep/er/level 1.dat'));
    if (kind === 'a link') await symlink(secret, at(game, 'data/deep/er/level 1.dat'));
    expect(await ask(url)).toMatchObject({ status: 503, code: 'file_changed' });
  });

  it('is missing as a whole with 404, and is back with the same bytes', async () => {
    const game = await addPrepared();
    const { url } = await getTicket(member, game);
    const before = await ask(url);
    await rename(join(folder.path, game.path), join(folder.root, game.path));
    expect(await ask(url)).toMatchObject({ status: 404, code: 'file_missing' });
    await rename(join(folder.root, game.path), join(folder.path, game.path));
    const after = await ask(url);
    expect([after.status, after.bytes.equals(before.bytes)]).toEqual([200, true]);
  });
});
