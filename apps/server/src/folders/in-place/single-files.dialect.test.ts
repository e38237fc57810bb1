// Single files of sets and folders: their list, and their downloads beside the one of the whole ZIP.
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdir,
  rename,
  stat,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { OwnActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import type { SingleFile, SingleFiles, Ticket } from '@cellar/contract/transfer/downloads.endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import {
  addFolder,
  addInPlace,
  type LibraryFolder,
  makeLibraryFolder,
  rescanItem,
} from '#test/library-folders.ts';
import { activityOf, getTicket, holdDownload } from '#test/sample-download.ts';
import { openFilesUnder, sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { singleFileId } from './single-files.service.ts';

const level = randomBytes(700_000);
const files: Record<string, Buffer> = {
  'Data/Größe 東京.bin': level,
  'Data/empty.txt': Buffer.alloc(0),
  'Data/page.html': Buffer.from('<script>alert(1)</script>'),
  'a.dat': randomBytes(5000),
  'setup.exe': randomBytes(20_000),
};
/** Reading a file of this size, which takes no room on the disk, lasts far longer than a test. */
const endless = 64 * 1024 ** 3;

let app: TestApp;
let member: Client;
let folder: LibraryFolder;
beforeAll(async () => {
  folder = await makeLibraryFolder();
  const env = {
    LIBRARY_ROOTS: folder.root,
    TRUST_PROXY: 'loopback',
    ACCEL: 'nginx:/internal/files,/internal/library',
  };
  app = await buildApp({ env });
  member = await app.as('member');
  await addFolder(app.services, folder);
});
afterAll(async () => {
  const open = await openFilesUnder(folder.root);
  await app.close();
  await folder.remove();
  expect(open).toEqual([]);
});

type Game = Awaited<ReturnType<typeof addGame>>;
type Place = Pick<Game, 'id' | 'platform'>;

let lastGame = 0;
async function addGame(contents = files) {
  lastGame += 1;
  const path = `Single Game ${lastGame}`;
  for (const [name, content] of Object.entries(contents)) await folder.write(`${path}/${name}`, content);
  return { path, ...(await addInPlace(app.services, folder, path)) };
}

const at = (game: Game, name: string) => join(folder.path, game.path, name);

function askList({ id, platform }: Place, query: Record<string, unknown> = {}, client = member) {
  return client.call(api.listSingleFiles, {
    params: { id, platform },
    query: query as Record<string, string>,
  });
}

async function list(game: Place, query: Record<string, unknown> = {}): Promise<SingleFiles> {
  const { status, body } = await askList(game, query);
  if (status !== 200) throw new Error(`the files were not listed: ${JSON.stringify(body)}`);
  return body;
}

const pathsOf = ({ files: listed }: SingleFiles) => listed.map(({ path }) => path);

function askTicket({ id, platform }: Place, path: string, downloadId = `d${newId()}`) {
  const json = { downloadId, singleFile: singleFileId(path) };
  return member.call(api.createTicket, { params: { id, platform }, json });
}

async function ticketOf(game: Place, path: string, downloadId?: string): Promise<Ticket> {
  const { status, body } = await askTicket(game, path, downloadId);
  if (status !== 201) throw new Error(`no ticket was created: ${JSON.stringify(body)}`);
  return body;
}

async function ask(url: string, headers: Record<string, string> = {}, client = app.visitor) {
  const response = await client.fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = response.status >= 400 ? JSON.parse(bytes.toString()) : {};
  return { status: response.status, headers: response.headers, bytes, ...body };
}

async function entryOf(client: Client, downloadId: string) {
  const { activities } = (await client.call(api.myActivity)).body;
  return activities.find((entry: { downloadId: string }) => entry.downloadId === downloadId);
}

describe('the list of single files', () => {
  it('has the files of a folder in their order, with digests as soon as they are known', async () => {
    const game = await addGame();
    const before = await list(game);
    expect([pathsOf(before), before.next, before.total]).toEqual([Object.keys(files).toSorted(), null, 5]);
    expect(before.files.map((file) => file.sha256)).toEqual([null, null, null, null, null]);
    const shown = async (client: Client) =>
      (await client.call(api.getGame, { params: { id: game.id } })).body.gameFiles[0].fileCount;
    expect([await shown(member), await shown(app.visitor)]).toEqual([5, null]);
    await app.services.files.digestZipsInPlace();
    for (const { path, fileSize, sha256: digest } of (await list(game)).files) {
      const content = files[path] as Buffer;
      expect([path, fileSize, digest]).toEqual([path, content.length, sha256(content)]);
    }
  });

  it('is read in pages, which miss and repeat nothing', async () => {
    const game = await addGame();
    const seen: SingleFile[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: SingleFiles = await list(game, { from, limit: 2 });
      expect(page.files.length).toBeLessThanOrEqual(2);
      seen.push(...page.files);
      from = page.next;
    }
    expect(seen.map(({ path }) => path)).toEqual(Object.keys(files).toSorted());
    expect((await list(game, { limit: 5 })).next).toBeNull();
    expect(pathsOf(await list(game, { from: 99 }))).toEqual([]);
  });

  it('finds files by a part of their path, whatever the case and the accents', async () => {
    const game = await addGame();
    for (const search of ['GRÖSSE', 'grosse', '東京'])
      expect(pathsOf(await list(game, { search }))).toEqual(['Data/Größe 東京.bin']);
    expect(pathsOf(await list(game, { search: 'data/' }))).toHaveLength(3);
    expect(pathsOf(await list(game, { search: '%' }))).toEqual([]);
    const first = await list(game, { search: 'data/', limit: 1 });
    const rest = await list(game, { search: 'data/', from: first.next });
    expect([...pathsOf(first), ...pathsOf(rest)]).toHaveLength(3);
  });

  it('is empty for a file that is not the ZIP of a set or folder', async () => {
    await folder.write('Plain.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(100)]));
    const stored = await createGame(app.services, await app.as('admin'));
    for (const game of [await addInPlace(app.services, folder, 'Plain.zip'), stored])
      expect(await list(game)).toEqual({ files: [], next: null, total: 0 });
  });

  it.each([{ limit: 0 }, { limit: 201 }, { from: -1 }, { from: 'x' }, { search: 'x'.repeat(201) }])(
    'refuses %j',
    async (query) => {
      expect((await askList({ id: 'nothing', platform: 'Windows' }, query)).status).toBe(400);
    },
  );

  it.each(['visitor', 'unverified', 'pending', 'suspended', 'expired'] as const)(
    'is not for %s, like the files',
    async (state) => {
      const game = await addGame();
      const client = state === 'visitor' ? app.visitor : await app.as(state);
      expect([401, 403]).toContain((await askList(game, {}, client)).status);
      const address = `/api/games/${game.id}/download/Windows?singleFile=${singleFileId('a.dat')}`;
      expect([401, 403]).toContain((await client.fetch(address)).status);
      const json = { downloadId: 'refused', singleFile: singleFileId('a.dat') };
      const params = { id: game.id, platform: 'Windows' };
      expect([401, 403]).toContain((await client.call(api.createTicket, { params, json })).status);
    },
  );
});

describe('the download of a single file', () => {
  it('is the file itself with its own name, length, digest and ranges', async () => {
    const game = await addGame();
    await app.services.files.digestZipsInPlace();
    const path = 'Data/Größe 東京.bin';
    const { url, downloadId, fileName, fileSize, sha256: digest } = await ticketOf(game, path);
    expect([fileName, fileSize, digest]).toEqual(['Größe 東京.bin', level.length, sha256(level)]);
    const whole = await ask(url);
    expect([whole.status, whole.bytes.equals(level)]).toEqual([200, true]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-length': String(level.length),
      'content-type': 'application/octet-stream',
      'content-disposition':
        'attachment; filename="Gr??e ??.bin"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%E6%9D%B1%E4%BA%AC.bin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'repr-digest': `sha-256=:${Buffer.from(sha256(level), 'hex').toString('base64')}:`,
    });
    const etag = whole.headers.get('etag') ?? '';
    const part = await ask(url, { range: 'bytes=1000-1999', 'if-range': etag });
    expect([part.status, part.bytes.equals(level.subarray(1000, 2000))]).toEqual([206, true]);
    expect((await ask(url, { range: 'bytes=1000-1999', 'if-range': '"other"' })).status).toBe(200);
    expect((await ask(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await ask(url, { range: 'bytes=9000000-' })).status).toBe(416);
    const head = await app.visitor.fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(level.length));
    await eventually(async () =>
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed' }),
    );
  });

  it('does not wait until the ZIP is prepared', async () => {
    const game = await addGame();
    await truncate(at(game, 'setup.exe'), endless);
    await rescanItem(app.services, folder, game.itemId, game.path);
    expect(await askList(game)).toMatchObject({ status: 503, body: { code: 'file_preparing' } });
    expect((await askTicket(game, 'a.dat')).body.code).toBe('file_preparing');
    await app.services.libraryBytes.prepareItem(game.itemId, new AbortController().signal);
    const { url, sha256: digest } = await ticketOf(game, 'a.dat');
    expect([digest, (await ask(url)).bytes.equals(files['a.dat'] as Buffer)]).toEqual([null, true]);
    // Nothing else would be prepared before it.
    await truncate(at(game, 'setup.exe'), 20);
    await rescanItem(app.services, folder, game.itemId, game.path);
  });

  it('is not available while two files would have the same name in the ZIP', async () => {
    const game = await addGame({ ...files, 'a_b.txt': randomBytes(10) });
    await folder.write(`${game.path}/a\\b.txt`, 'the same name in a ZIP');
    await rescanItem(app.services, folder, game.itemId, game.path);
    await app.services.files.digestZipsInPlace();
    const refused = { status: 503, body: { code: 'unavailable' } };
    expect([await askList(game), await askTicket(game, 'a.dat')]).toMatchObject([refused, refused]);
    await unlink(at(game, 'a\\b.txt'));
    await rescanItem(app.services, folder, game.itemId, game.path);
    expect((await askList(game)).body.code).toBe('file_preparing');
    await app.services.files.digestZipsInPlace();
    expect((await askTicket(game, 'a.dat')).status).toBe(201);
  });

  it('is no page for a browser, and an empty file is complete', async () => {
    const game = await addGame();
    const page = await ask((await ticketOf(game, 'Data/page.html')).url);
    expect(page.headers.get('content-type')).toBe('application/octet-stream');
    expect(page.headers.get('content-disposition')).toBe('attachment; filename=page.html');
    const empty = await ticketOf(game, 'Data/empty.txt');
    await app.visitor.fetch(empty.url, { method: 'HEAD' });
    expect(await activityOf(member, empty.downloadId)).toMatchObject({ status: 'in_progress' });
    expect((await ask(empty.url)).bytes).toHaveLength(0);
    await eventually(async () =>
      expect(await activityOf(member, empty.downloadId)).toMatchObject({ status: 'completed' }),
    );
  });

  it('is complete without a byte if the file is empty, by session and through nginx, too', async () => {
    const guest = await app.as('member');
    const game = await addGame();
    const address = `/api/games/${game.id}/download/Windows?singleFile=${singleFileId('Data/empty.txt')}`;
    const entries = async () => {
      const { activities } = (await guest.call(api.myActivity)).body;
      return activities.map((entry: OwnActivity) => [entry.downloadStatus, entry.isHandedOver]);
    };
    const { headers } = await ask(address, {}, guest);
    await eventually(async () => expect(await entries()).toEqual([['completed', false]]));
    const kept = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await ask(`${address}&downloadId=kept`, kept, guest)).status).toBe(304);
    expect((await ask(`${address}&downloadId=part`, { range: 'bytes=0-' }, guest)).status).toBe(416);
    expect(await entries()).toEqual([['completed', false]]);
    await ask(address, { 'x-forwarded-for': '192.0.2.7', 'x-sendfile-type': 'X-Accel-Redirect' }, guest);
    expect(await entries()).toEqual([
      ['completed', true],
      ['completed', false],
    ]);
  });

  it('ends when the file has become empty', async () => {
    const game = await addGame();
    const { url, downloadId } = await ticketOf(game, 'a.dat');
    expect((await ask(url, { range: 'bytes=0-9' })).status).toBe(206);
    await truncate(at(game, 'a.dat'));
    await rescanItem(app.services, folder, game.itemId, game.path);
    await app.services.files.digestZipsInPlace();
    expect((await ask(url)).bytes).toHaveLength(0);
    await eventually(async () =>
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed', fileSize: 0 }),
    );
  });

  it.each([
    ['a "quote"; b.dat', 'attachment; filename="a quote ; b.dat"'],
    ['CON.txt', 'attachment; filename=_CON.txt'],
    ['back\\..\\slash.exe', 'attachment; filename=slash.exe'],
    ['\u202egpj.exe', 'attachment; filename=gpj.exe'],
    ['...', 'attachment; filename=file'],
    ["%2e%2e'%41.dat", `attachment; filename=%2e%2e'%41.dat; filename*=UTF-8''%252e%252e%27%2541.dat`],
  ])('of a file called %j has a safe name', async (name, disposition) => {
    const content = randomBytes(50);
    const game = await addGame({ ...files, [name]: content });
    const answer = await ask((await ticketOf(game, name)).url);
    expect([answer.bytes.equals(content), answer.headers.get('content-disposition')]).toEqual([
      true,
      disposition,
    ]);
  });

  it('is one of a set, too', async () => {
    const parts = [randomBytes(3000), randomBytes(2000)] as const;
    await folder.write('Sets/Two.part1.rar', parts[0]);
    await folder.write('Sets/Two.part2.rar', parts[1]);
    const game = await addInPlace(app.services, folder, 'Sets/Two.part1.rar');
    expect(pathsOf(await list(game))).toEqual(['Two.part1.rar', 'Two.part2.rar']);
    const answer = await ask((await ticketOf(game, 'Two.part2.rar')).url);
    expect([answer.bytes.equals(parts[1]), answer.headers.get('content-type')]).toEqual([
      true,
      'application/vnd.rar',
    ]);
  });

  it('is handed over to nginx', async () => {
    const game = await addGame();
    const { url, downloadId } = await ticketOf(game, 'Data/Größe 東京.bin');
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-sendfile-type': 'X-Accel-Redirect' };
    const answer = await ask(url, headers);
    const path = encodeURI(`games/${game.path}/Data/Größe 東京.bin`);
    expect(answer.headers.get('x-accel-redirect')).toBe(`/internal/library/1/${path}`);
    expect(await entryOf(member, downloadId)).toMatchObject({ isHandedOver: true });
    // The ZIP is not a file that nginx could send.
    await app.services.files.digestZipsInPlace();
    const zip = await ask((await getTicket(member, game)).url, headers);
    expect(zip.headers.get('x-accel-redirect')).toBeNull();
  });

  it('is sent by session, and ranges without an id are one download for each file', async () => {
    const guest = await app.as('member');
    const game = await addGame();
    for (const path of ['a.dat', 'setup.exe']) {
      const address = `/api/games/${game.id}/download/Windows?singleFile=${singleFileId(path)}`;
      for (const range of ['bytes=0-99', 'bytes=100-'])
        expect((await ask(address, { range }, guest)).status).toBe(206);
    }
    await eventually(async () => {
      const { activities } = (await guest.call(api.myActivity)).body;
      expect(activities).toMatchObject([
        { downloadStatus: 'completed', fileName: 'setup.exe', singleFile: { name: 'setup.exe' } },
        { downloadStatus: 'completed', fileName: 'a.dat', singleFile: { id: singleFileId('a.dat') } },
      ]);
    });
  });
});

describe('a ticket of a single file', () => {
  it('opens only this file, and a download id is for one file', async () => {
    const game = await addGame();
    await app.services.files.digestZipsInPlace();
    const { url, downloadId } = await ticketOf(game, 'a.dat');
    const [own, other] = [singleFileId('a.dat'), singleFileId('setup.exe')];
    const otherGame = await addGame();
    const zip = await getTicket(member, game);
    for (const address of [
      url.replace(own, other),
      url.replace(`singleFile=${own}&`, ''),
      url.replace(game.id, otherGame.id),
      `${zip.url}&singleFile=${own}`,
    ]) {
      expect(await ask(address)).toMatchObject({ status: 403, code: 'ticket_invalid' });
    }
    for (const path of ['setup.exe', 'Data/page.html'])
      expect(await askTicket(game, path, downloadId)).toMatchObject({
        status: 409,
        body: { code: 'download_id_taken' },
      });
    expect((await ask(url)).status).toBe(200);
  });

  it('is not created for an unknown file, nor for a path', async () => {
    const game = await addGame();
    const message = 'File not available on server. The game file may have been moved or deleted.';
    for (const path of ['nothing.dat', 'Data', '../Single Game 1/a.dat'])
      expect(await askTicket(game, path)).toMatchObject({
        status: 404,
        body: { code: 'file_missing', message },
      });
    const params = { id: game.id, platform: 'Windows' };
    for (const singleFile of ['a.dat', '../a.dat', 'Data/page.html']) {
      const json = { downloadId: 'path', singleFile };
      expect((await member.call(api.createTicket, { params, json })).status).toBe(400);
    }
    const stored = await createGame(app.services, await app.as('admin'));
    expect((await askTicket(stored, 'a.dat')).body.code).toBe('file_missing');
  });
});

describe('a single file that changes', () => {
  it('is refused until a scan has found it, and is not continued', async () => {
    const game = await addGame();
    const { url } = await ticketOf(game, 'setup.exe');
    const etag = (await ask(url, { range: 'bytes=0-4' })).headers.get('etag') ?? '';
    await appendFile(at(game, 'setup.exe'), 'more');
    expect(await ask(url)).toMatchObject({ status: 503, code: 'file_changed' });
    await rescanItem(app.services, folder, game.itemId, game.path);
    await app.services.files.digestZipsInPlace();
    const after = await ask(url, { range: 'bytes=5-', 'if-range': etag });
    expect([after.status, after.bytes.length]).toEqual([200, 20_004]);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  it('after a hand-over to nginx is not continued without an id, and is a new download', async () => {
    const guest = await app.as('member');
    const game = await addGame();
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-sendfile-type': 'X-Accel-Redirect' };
    const address = `/api/games/${game.id}/download/Windows?singleFile=${singleFileId('a.dat')}`;
    const total = async () => (await guest.call(api.myActivity)).body.total;
    expect((await ask(address, headers, guest)).headers.get('x-accel-redirect')).not.toBeNull();
    await appendFile(at(game, 'a.dat'), 'more');
    await rescanItem(app.services, folder, game.itemId, game.path);
    await app.services.files.digestZipsInPlace();
    const rest = { ...headers, range: 'bytes=9-' };
    expect(await ask(address, rest, guest)).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect(await total()).toBe(1);
    const etag = (await guest.fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '';
    const named = await ask(address, { ...rest, 'if-range': etag }, guest);
    expect(named.headers.get('x-accel-redirect')).not.toBeNull();
    expect(await total()).toBe(2);
  });

  it('only by its date is refused', async () => {
    const game = await addGame();
    const { url } = await ticketOf(game, 'a.dat');
    await utimes(at(game, 'a.dat'), 1_500_000_000, 1_500_000_000);
    expect(await ask(url)).toMatchObject({ status: 503, code: 'file_changed' });
  });

  it('while it is sent ends with a cut connection', async () => {
    const game = await addGame({ ...files, 'large.dat': randomBytes(40_000_000) });
    const download = await holdDownload(app.url + (await ticketOf(game, 'large.dat')).url);
    await appendFile(at(game, 'large.dat'), 'more');
    download.resume();
    expect(await download.ended).toBe('cut');
    expect(download.received()).toBeLessThan(40_000_000);
  });

  it('does not interrupt the others, even if the positions change', async () => {
    const game = await addGame();
    const { url } = await ticketOf(game, 'setup.exe');
    const before = await ask(url);
    await folder.write(`${game.path}/Data/added.dat`, 'new');
    await unlink(at(game, 'Data/empty.txt'));
    await rescanItem(app.services, folder, game.itemId, game.path);
    await app.services.files.digestZipsInPlace();
    const etag = before.headers.get('etag') ?? '';
    const part = await ask(url, { range: 'bytes=100-', 'if-range': etag });
    expect([part.status, part.bytes.equals(before.bytes.subarray(100))]).toEqual([206, true]);
    expect((await askTicket(game, 'Data/empty.txt')).body.code).toBe('file_missing');
  });

  it.each(['a link', 'a folder', 'a linked folder', 'nothing'])('into %s is missing', async (kind) => {
    const game = await addGame();
    const { url } = await ticketOf(game, 'Data/page.html');
    const secret = join(folder.root, `secret ${lastGame}`);
    await mkdir(secret);
    await writeFile(join(secret, 'page.html'), files['Data/page.html'] as Buffer);
    const { atime, mtime } = await stat(at(game, 'Data/page.html'));
    await utimes(join(secret, 'page.html'), atime, mtime);
    if (kind === 'a linked folder') {
      await rename(at(game, 'Data'), at(game, 'Kept'));
      await symlink(secret, at(game, 'Data'));
    } else await unlink(at(game, 'Data/page.html'));
    if (kind === 'a link') await symlink(join(secret, 'page.html'), at(game, 'Data/page.html'));
    if (kind === 'a folder') await mkdir(at(game, 'Data/page.html'));
    expect(await ask(url)).toMatchObject({
      status: 404,
      code: 'file_missing',
      message: 'File not available on server. The game file may have been moved or deleted.',
    });
  });
});

it('is an entry of the log, but not of the statistics of games', async () => {
  const [admin, guest] = [await app.as('admin'), await app.as('member')];
  const game = await addGame();
  const days = async () => (await admin.call(api.activityStats)).body.days.at(-1).downloads;
  const before = await days();
  const address = `/api/games/${game.id}/download/Windows?singleFile=${singleFileId('a.dat')}`;
  await ask(`${address}&downloadId=only-file`, {}, guest);
  await eventually(async () =>
    expect(await activityOf(guest, 'only-file')).toMatchObject({
      status: 'completed',
      singleFile: { name: 'a.dat' },
      platform: 'Windows',
    }),
  );
  const { body } = await admin.call(api.allActivity, { query: { game: game.id } });
  expect(body.activities).toMatchObject([{ singleFile: { name: 'a.dat' }, extra: null, fileName: 'a.dat' }]);
  const csv = await (await admin.fetch(`${api.exportActivity.path}?game=${game.id}`)).text();
  expect(csv.split('\r\n')[1]).toMatch(/,,a\.dat$/);
  expect(await days()).toBe(before);
  const shown = (await guest.call(api.getGame, { params: { id: game.id } })).body;
  expect(shown.lastDownloadedAt).toBeNull();
});

it('is listed and found in milliseconds among 100,000 files', async () => {
  const game = await addGame();
  const { db } = app.services.database;
  const rows = Array.from({ length: 100_000 }, (_, index) => {
    const path = `many/file ${String(index).padStart(6, '0')}.dat`;
    const facts = { size: 1, modifiedAt: 0, crc32: null, sha256: null };
    return { itemId: game.itemId, position: 5 + index, id: singleFileId(path), path, ...facts };
  });
  for (let from = 0; from < rows.length; from += 1000)
    await db
      .insertInto('libraryItemFiles')
      .values(rows.slice(from, from + 1000))
      .execute();
  const last = 'many/file 099999.dat';
  expect(pathsOf(await list(game, { from: 100_004 }))).toEqual([last]);
  const found: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: SingleFiles = await list(game, { from, search: '099999' });
    found.push(...pathsOf(page));
    from = page.next;
  }
  expect(found).toEqual([last]);
  expect((await askTicket(game, last)).status).toBe(201);
});
