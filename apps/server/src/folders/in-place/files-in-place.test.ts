// Platform files that stay in a library folder: downloads, changes, missing files, folders that can't be used.
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  open,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { OwnActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countNamed } from '#admin/backup/entries.ts';
import type { FileAnswer } from '#http/file-answer.ts';
import { minuteMs } from '#platform/clock.ts';
import { FileChangedError } from '#platform/storage/storage.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import {
  addFolder,
  addInPlace,
  type LibraryFolder,
  makeLibraryFolder,
  rescanItem,
} from '#test/library-folders.ts';
import { activityOf, askTicket, getTicket, holdDownload } from '#test/sample-download.ts';
import { openFilesUnder, sha256 } from '#test/traces.ts';

let app: TestApp;
let member: Client;
let folder: LibraryFolder;
beforeAll(async () => {
  folder = await makeLibraryFolder();
  app = await buildApp({ env: { LIBRARY_ROOTS: folder.root } });
  member = await app.as('member');
  await addFolder(app.services, folder);
});
afterAll(async () => {
  const open = await openFilesUnder(folder.root);
  await app.close();
  await folder.remove();
  expect(open).toEqual([]);
});

let lastGame = 0;

/** Adds a game whose file is at `path` in the library folder. */
async function addFile(content = sampleArchive(50_000)) {
  lastGame += 1;
  const path = `Some Game ${lastGame}.zip`;
  await folder.write(path, content);
  return { path, content, ...(await addInPlace(app.services, folder, path)) };
}

const handOverFacts = { contentType: 'application/zip', disposition: 'attachment', seconds: 60 };

const at = (path: string) => join(folder.path, path);

async function ask(url: string, headers: Record<string, string> = {}, client = app.visitor) {
  const response = await client.fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const code = response.status >= 400 ? JSON.parse(bytes.toString()).code : undefined;
  return { status: response.status, headers: response.headers, bytes, code };
}

async function fileOf(game: { id: string }, client = member) {
  const { body } = await client.call(api.getGame, { params: { id: game.id } });
  return body.gameFiles[0];
}

async function folderRow() {
  const { db } = app.services.database;
  return db.selectFrom('libraryFolders').selectAll().where('id', '=', folder.id).executeTakeFirstOrThrow();
}

async function setFolder(changes: Record<string, string | null>): Promise<void> {
  const { db } = app.services.database;
  await db.updateTable('libraryFolders').set(changes).where('id', '=', folder.id).execute();
}

describe('a file in place', () => {
  it('is downloaded whole and in ranges, with its digest, and nothing is stored', async () => {
    const game = await addFile();
    await app.services.files.digestFilesInPlace();
    expect(await fileOf(game)).toMatchObject({
      fileSize: game.content.length,
      sha256: sha256(game.content),
      isInPlace: true,
      missingSince: null,
      preparing: null,
    });
    const { url, downloadId } = await getTicket(member, game);
    const whole = await ask(url);
    expect([whole.status, whole.bytes.equals(game.content)]).toEqual([200, true]);
    expect(whole.headers.get('repr-digest')).toBe(
      `sha-256=:${Buffer.from(sha256(game.content), 'hex').toString('base64')}:`,
    );
    const part = await ask(url, { range: 'bytes=1000-2999', 'if-range': whole.headers.get('etag') ?? '' });
    expect([part.status, part.bytes.equals(game.content.subarray(1000, 3000))]).toEqual([206, true]);
    await app.services.downloads.flushProgress();
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed' });
    expect(await openFilesUnder(app.dataDir)).not.toContain(game.path);
  });

  it('gets another ETag, date and digest when it has changed', async () => {
    const game = await addFile();
    await app.services.files.digestFilesInPlace();
    const { url, downloadId } = await getTicket(member, game);
    const before = await ask(url, { range: 'bytes=0-9' });
    const content = sampleArchive(60_000);
    await folder.write(game.path, content);
    app.clock.advance(minuteMs);
    await rescanItem(app.services, folder, game.itemId, game.path);
    expect(await fileOf(game)).toMatchObject({ fileSize: 60_000, sha256: null });

    for (const name of ['etag', 'last-modified']) {
      const after = await ask(url, { range: 'bytes=10-', 'if-range': before.headers.get(name) ?? '' });
      expect([after.status, after.bytes.equals(content)]).toEqual([200, true]);
      expect(after.headers.get(name)).not.toBe(before.headers.get(name));
    }
    await app.services.files.digestFilesInPlace();
    expect(await fileOf(game)).toMatchObject({ sha256: sha256(content) });
    await app.services.downloads.flushProgress();
    expect(await activityOf(member, downloadId)).toMatchObject({ fileSize: 60_000, status: 'completed' });
  });

  it('is not continued with another content of the same size, and counts only the bytes of one', async () => {
    const game = await addFile(sampleArchive(40_000_000));
    const { url, downloadId } = await getTicket(member, game);
    const old = await holdDownload(app.url + url);
    await app.services.downloads.flushProgress();
    const other = Buffer.from(game.content).fill(7, 1000);
    await rename(at(game.path), join(folder.root, 'replaced'));
    await folder.write(game.path, other);
    await rescanItem(app.services, folder, game.itemId, game.path);

    const refused = await ask(url, { range: 'bytes=20000000-' });
    expect([refused.status, refused.code]).toEqual([412, 'precondition_failed']);
    expect((await ask(url, { range: 'bytes=0-19999999' })).bytes.equals(other.subarray(0, 20_000_000))).toBe(
      true,
    );
    // The file that the first connection has opened is read to its end.
    old.resume();
    expect(await old.ended).toBe('whole');
    await app.services.downloads.flushProgress();
    expect(await activityOf(member, downloadId)).toMatchObject({
      status: 'in_progress',
      bytesSent: 20_000_000,
    });
    expect((await ask(url, { range: 'bytes=20000000-' })).status).toBe(206);
    await app.services.downloads.flushProgress();
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed' });
  });

  it('keeps its completed downloads when it changes', async () => {
    const game = await addFile();
    const guest = await app.as('member');
    const address = `/api/games/${game.id}/download/${game.platform}`;
    const entries = async () => {
      await app.services.downloads.flushProgress();
      const { activities } = (await guest.call(api.myActivity)).body;
      return activities.map((entry: OwnActivity) => [entry.downloadStatus, entry.fileSize]);
    };
    const { url, downloadId } = await getTicket(guest, game);
    expect((await ask(url)).status).toBe(200);
    expect((await ask(address, {}, guest)).status).toBe(200);
    const before = [
      ['completed', 50_000],
      ['completed', 50_000],
    ];
    expect(await entries()).toEqual(before);

    await folder.write(game.path, sampleArchive(60_000));
    await rescanItem(app.services, folder, game.itemId, game.path);
    expect(await ask(url)).toMatchObject({ status: 403, code: 'ticket_invalid' });
    const taken = { status: 409, code: 'download_id_taken' };
    expect(await ask(`${address}?downloadId=${downloadId}`, {}, guest)).toMatchObject(taken);
    expect((await askTicket(guest, game, downloadId)).body).toMatchObject({ code: taken.code });
    expect(await entries()).toEqual(before);
    expect((await ask(address, {}, guest)).bytes).toHaveLength(60_000);
    expect(await entries()).toEqual([['completed', 60_000], ...before]);
  });

  it('is not opened with what was known before a scan', async () => {
    const game = await addFile();
    const known = await app.services.files.findFile(game.id, game.platform);
    if (!known) throw new Error('the game has no file');
    await folder.write(game.path, sampleArchive(50_000));
    await rescanItem(app.services, folder, game.itemId, game.path);
    await expect(app.services.files.open(known)).rejects.toThrow(FileChangedError);
    await expect(app.services.files.handOver(known, handOverFacts)).rejects.toThrow(FileChangedError);
    const [now] = await app.services.files.listFilesOf(game.id);
    if (now) await (await app.services.files.open(now)).close();
    expect(now?.contentTag).not.toBe(known.contentTag);
  });

  it('is not handed over to another program if it has changed since the scan', async () => {
    const game = await addFile();
    const known = await app.services.files.findFile(game.id, game.platform);
    if (!known) throw new Error('the game has no file');
    const place = { kind: 'library', root: 1, path: `games/${game.path}` };
    expect(await app.services.files.handOver(known, handOverFacts)).toEqual(place);
    await utimes(at(game.path), 1_600_000_000, 1_600_000_000);
    await expect(app.services.files.handOver(known, handOverFacts)).rejects.toThrow(FileChangedError);
  });

  it('is sent by Cellar through an nginx that is not configured for library folders', async () => {
    const place = await makeLibraryFolder();
    const env = { LIBRARY_ROOTS: place.root, TRUST_PROXY: 'loopback', ACCEL: 'nginx:/internal/files' };
    const other = await buildApp({ env });
    await addFolder(other.services, place);
    const content = sampleArchive(50_000);
    await place.write('Game.zip', content);
    const game = await addInPlace(other.services, place, 'Game.zip');
    const { url } = await getTicket(await other.as('member'), game);
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-sendfile-type': 'X-Accel-Redirect' };
    const answer = await other.visitor.fetch(url, { headers });
    expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([200, null]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    await other.close();
    await place.remove();
  });

  it('that goes between its opening and the hand-over is answered with 404', async () => {
    const game = await addFile();
    const { url } = await getTicket(member, game);
    const { downloads } = app.services;
    const target = { gameId: game.id, platform: game.platform };
    const answer: FileAnswer = { status: 304, headers: {}, pieces: [], ranges: [] };
    const wanted = { planAnswer: () => answer, namesContent: false, countConnection: () => undefined };
    const ticket = new URL(url, app.url).searchParams.get('ticket') ?? '';
    const opened = await downloads.openByTicket(ticket, target, wanted);
    await unlink(at(game.path));
    await expect(downloads.findHandOver(opened.file, handOverFacts)).rejects.toMatchObject({
      status: 404,
      code: 'file_missing',
    });
    await opened.stored.close();
  });

  it('that was changed since the scan is refused, and a scan is requested', async () => {
    const game = await addFile();
    const { url } = await getTicket(member, game);
    await setFolder({ scanRequestedAt: null });
    await utimes(at(game.path), 1_600_000_000, 1_600_000_000);
    const answer = await ask(url);
    expect([answer.status, answer.code]).toEqual([503, 'file_changed']);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect((await folderRow()).scanRequestedAt).not.toBeNull();
    // No digest of the changed file is saved.
    await app.services.files.digestFilesInPlace();
    expect((await fileOf(game)).sha256).toBeNull();
  });

  it('whose size is not the one that its answer would announce is refused', async () => {
    const game = await addFile();
    const { url } = await getTicket(member, game);
    const fileSize = game.content.length + 1;
    const { db } = app.services.database;
    await db.updateTable('gameFiles').set({ fileSize }).where('gameId', '=', game.id).execute();
    const answer = await ask(url);
    expect([answer.status, answer.code]).toEqual([503, 'file_changed']);
    expect(await openFilesUnder(folder.root)).toEqual([]);
  });

  it('that changes while it is sent ends with a cut connection', async () => {
    const content = sampleArchive(40_000_000);
    const game = await addFile(content);
    const { url } = await getTicket(member, game);
    await setFolder({ scanRequestedAt: null });
    const download = await holdDownload(app.url + url);
    await appendFile(at(game.path), 'more');
    download.resume();
    expect(await download.ended).toBe('cut');
    expect(download.received()).toBeLessThan(content.length);
    expect((await folderRow()).scanRequestedAt).not.toBeNull();
  });

  it('that changes after its last byte was sent arrives as it was', async () => {
    // Less than the sockets hold, so all is sent before the client reads.
    const { path, content, ...game } = await addFile(sampleArchive(2_500_000));
    const { url, downloadId } = await getTicket(member, game);
    const { host, hostname, port } = new URL(app.url);
    const socket = net.connect(Number(port), hostname);
    socket.write(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    await expect.poll(() => activityOf(member, downloadId)).toMatchObject({ status: 'completed' });
    const handle = await open(at(path), 'r+');
    await handle.write(Buffer.alloc(content.length, 1), 0, content.length, 0).finally(() => handle.close());
    const answer = Buffer.concat(await socket.toArray());
    expect(sha256(answer.subarray(-content.length))).toBe(sha256(content));
  });

  it('that is missing is answered with 404, and can be downloaded when it is back', async () => {
    const game = await addFile();
    const { url } = await getTicket(member, game);
    const since = new Date().toISOString();
    await rename(at(game.path), join(folder.root, 'elsewhere'));
    expect(await ask(url)).toMatchObject({ status: 404, code: 'file_missing' });

    const { db } = app.services.database;
    const item = db.updateTable('libraryItems').where('id', '=', game.itemId);
    await item.set({ missingSince: since }).execute();
    expect(await fileOf(game)).toMatchObject({ missingSince: since });
    expect(await fileOf(game, app.visitor)).toMatchObject({ missingSince: null });
    expect(await ask(url)).toMatchObject({ status: 404, code: 'file_missing' });

    await rename(join(folder.root, 'elsewhere'), at(game.path));
    const answer = await ask(url);
    expect([answer.status, answer.bytes.equals(game.content)]).toEqual([200, true]);
    expect(await fileOf(game)).toMatchObject({ missingSince: null });
  });

  it.each(['a link', 'a pipe', 'a folder', 'a linked folder'])(
    'replaced by %s is never followed',
    async (kind) => {
      lastGame += 1;
      const path = `Replaced ${lastGame}/Game.zip`;
      const content = sampleArchive(5000);
      await folder.write(path, content);
      const game = await addInPlace(app.services, folder, path).catch(() =>
        addInPlace(app.services, folder, `Replaced ${lastGame}`),
      );
      const { url } = await getTicket(member, game);
      await writeFile(join(folder.root, 'Game.zip'), Buffer.from(content).fill(7));
      if (kind === 'a linked folder') {
        await rm(at(`Replaced ${lastGame}`), { recursive: true });
        await symlink(folder.root, at(`Replaced ${lastGame}`));
      } else {
        await unlink(at(path));
        if (kind === 'a link') await symlink(join(folder.root, 'Game.zip'), at(path));
        if (kind === 'a pipe') execFileSync('mkfifo', [at(path)]);
        if (kind === 'a folder') await mkdir(at(path));
      }
      expect(await ask(url)).toMatchObject({ status: 404, code: 'file_missing' });
      await rm(at(`Replaced ${lastGame}`), { recursive: true });
    },
  );
});

describe('a library folder that can not be used', () => {
  it.each(['not_responding', 'missing', 'empty'])('(%s) is not touched', async (problem) => {
    const game = await addFile();
    const { url } = await getTicket(member, game);
    await setFolder({ problem });
    expect(await ask(url)).toMatchObject({ status: 503, code: 'unavailable' });
    await setFolder({ problem: null });
    expect((await ask(url)).status).toBe(200);
  });

  it('because it is not mounted has no missing files', async () => {
    const game = await addFile();
    const { url } = await getTicket(member, game);
    await rename(folder.path, `${folder.path}-unmounted`);
    expect(await ask(url)).toMatchObject({ status: 503, code: 'unavailable' });
    await mkdir(folder.path);
    expect(await ask(url)).toMatchObject({ status: 503, code: 'unavailable' });
    await rm(folder.path, { recursive: true });
    await rename(`${folder.path}-unmounted`, folder.path);
    expect((await ask(url)).status).toBe(200);
  });

  it('because LIBRARY_ROOTS no longer permits it is not read', async () => {
    const game = await addFile();
    const { url } = await getTicket(member, game);
    await setFolder({ path: '/etc' });
    expect(await ask(url)).toMatchObject({ status: 503, code: 'unavailable' });
    await setFolder({ path: folder.path });
    expect((await askTicket(member, game)).status).toBe(201);
  });
});

describe('the file check and backups', () => {
  it('report what is missing or damaged with its path, and copy nothing', async () => {
    const [good, gone, rotten] = [await addFile(), await addFile(), await addFile()];
    await app.services.files.digestFilesInPlace();
    await unlink(at(gone.path));
    const { atime, mtime } = await stat(at(rotten.path));
    await writeFile(at(rotten.path), Buffer.from(rotten.content).fill(0, 100, 200));
    await utimes(at(rotten.path), atime, mtime);
    const result = await app.services.storageCheck.runNow('full');
    expect(result.missing).toContainEqual(
      expect.objectContaining({ path: at(gone.path), title: gone.title }),
    );
    expect(result.damaged).toContainEqual(
      expect.objectContaining({ path: at(rotten.path), title: rotten.title, reason: 'digest' }),
    );
    expect(result.orphans).toEqual([]);
    expect(JSON.stringify(result)).not.toContain(good.path);
    const usage = await app.services.storageUsage.measure();
    expect(usage).toMatchObject({ files: { files: 0, bytes: 0 }, platforms: [] });
    expect(usage.inPlace.files).toBeGreaterThanOrEqual(3);
    expect(await countNamed(app.services.database.db)).toMatchObject({ files: 0, bytes: 0 });
  });
});
