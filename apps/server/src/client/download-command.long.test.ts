import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStallingLine } from '#test/bad-line.ts';
import { downloadHere, startCellar } from '#test/cellar-command.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { createApiToken } from '#test/logins.ts';
import { setOwnLimits } from '#test/sample-download.ts';
import { processMs } from '#test/server-process.ts';
import { sharedApp } from '#test/shared-app.ts';
import { unshare } from '#test/small-disk.ts';
import { sha256 } from '#test/traces.ts';
import type { DownloadOptions } from './download-command.ts';

const archive = sampleArchive(3_000_000);
const fileName = 'Tide Runner (Windows).zip';

let member: Client;
let game: Awaited<ReturnType<typeof createGame>>;
let token: string;
let folder: string;
const app = sharedApp();

beforeAll(async () => {
  const admin = await app.as('admin');
  game = await createGame(app.services, admin, { title: 'Tide Runner', archive });
  for (const platform of ['Linux', 'Windows'])
    await createGame(app.services, admin, { title: 'Tide Walker', platform });
  member = await app.as('member');
  ({ token } = await createApiToken(app, member, { scopes: ['read', 'download'] }));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-client-'));
});
afterEach(() => rm(folder, { recursive: true }));

const start = (args: string[], env: Record<string, string> = {}, through: string[] = []) =>
  startCellar(['download', ...args], {
    cwd: folder,
    env: { CELLAR_URL: app.url, CELLAR_TOKEN: token, ...env },
    through,
  });
const download = (
  wanted: string,
  options: DownloadOptions = {},
  changes: { url?: string; token?: string } = {},
) => downloadHere({ url: app.url, token, folder, ...changes }, wanted, options);
const digestOf = async (name: string) => sha256(await readFile(join(folder, name)));
const activities = () =>
  app.services.database.db.selectFrom('downloads').selectAll().orderBy('startedAt', 'desc').execute();

// The client sees no difference between databases, and each run of it takes seconds.
describe('cellar download', { timeout: processMs }, () => {
  it.each([
    ['a title', () => 'tide runner'],
    ['a part of a title', () => 'Runner'],
    ['an id', () => game.id],
  ])('finds a game by %s, and checks the file', async (_, wanted) => {
    const { code, err } = await download(wanted());
    expect([code, err]).toEqual([0, expect.stringContaining(`Its SHA-256 is right: ${sha256(archive)}.`)]);
    expect(await readdir(folder)).toEqual([fileName]);
    expect(await digestOf(fileName)).toBe(sha256(archive));
  });

  it('takes the site from the address of a page, and writes to the current folder', async () => {
    const run = start([`${app.url}/game/${game.id}?from=x`, '--token', token], { CELLAR_URL: '' });
    expect((await run.ended).code).toBe(0);
    expect(await readdir(folder)).toEqual([fileName]);
  });

  it('sends the token of the environment to no site but that of the environment', async () => {
    const elsewhere = await start([`${app.url}/game/${game.id}`], { CELLAR_URL: '' }).ended;
    expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('set CELLAR_URL too')]);
    const other = await start(['https://cellar.example/game/abc']).ended;
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('is not the site of CELLAR_URL')]);
  });

  it('writes into a folder or file of choice, and never over another file', async () => {
    await mkdir(join(folder, 'games'));
    expect((await download('Tide Runner', { output: 'games' })).code).toBe(0);
    const again = await download('Tide Runner', { output: 'games' });
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('is there already')]);
    await writeFile(join(folder, 'mine.zip'), 'precious');
    const refused = await download('Tide Runner', { output: 'mine.zip' });
    expect([refused.code, refused.err]).toEqual([1, 'mine.zip is another file. --force replaces it.\n']);
    expect(await readFile(join(folder, 'mine.zip'), 'utf8')).toBe('precious');
    expect((await download('Tide Runner', { output: 'mine.zip', force: true })).code).toBe(0);
    expect(await digestOf('mine.zip')).toBe(sha256(archive));
  });

  it('continues after kill -9 as the same download', async () => {
    const line = await openStallingLine(app.url, { direction: 'client', bytes: 1_500_000 });
    const first = start(['Tide Runner'], { CELLAR_URL: line.url });
    await line.stalled;
    await expect
      .poll(async () => (await stat(join(folder, `${fileName}.part`))).size)
      .toBeGreaterThan(1_000_000);
    first.kill('SIGKILL');
    await first.ended;
    await line.close();
    const { size } = await stat(join(folder, `${fileName}.part`));
    // Stalls if everything is sent again.
    const second = await openStallingLine(app.url, {
      direction: 'client',
      bytes: archive.length - size + 50_000,
    });
    const { code, err } = await start(['Tide Runner'], { CELLAR_URL: second.url }).ended;
    await second.close();
    expect([code, err]).toEqual([0, expect.stringContaining(`Continuing ${fileName}: `)]);
    expect(await readdir(folder)).toEqual([fileName]);
    expect(await digestOf(fileName)).toBe(sha256(archive));
    const [latest, before] = await activities();
    expect(latest).toMatchObject({ status: 'completed', userId: member.account?.id });
    expect(before?.status, 'no download was left unfinished').toBe('completed');
  });

  it('begins again if the file is another one by now, and after Ctrl-C continues', async () => {
    const admin = await app.as('admin');
    const title = 'Changing Sands';
    const changing = await createGame(app.services, admin, { title, archive });
    const line = await openStallingLine(app.url, { direction: 'client', bytes: 1_500_000 });
    const first = start([title], { CELLAR_URL: line.url });
    await line.stalled;
    first.kill('SIGINT');
    const { code, err } = await first.ended;
    await line.close();
    expect([code, err]).toEqual([130, expect.stringContaining('Run the same command again to continue.')]);
    const next = sampleArchive(archive.length);
    const form = new FormData();
    for (const [name, value] of [
      ['platform', 'Windows'],
      ['replace', 'true'],
    ] as const)
      form.append(name, value);
    form.append('gameFile', new Blob([new Uint8Array(next)]), 'next.zip');
    const replaced = await admin.fetch(`/api/games/${changing.id}/upload`, { method: 'POST', body: form });
    expect(replaced.status).toBe(201);
    await app.services.files.digestFiles();
    expect((await download(title)).code).toBe(0);
    expect(await digestOf('Changing Sands (Windows).zip')).toBe(sha256(next));
  });

  it('waits for a server that is away for a moment', async () => {
    const line = await openStallingLine(app.url, { direction: 'client', bytes: 1_500_000 });
    const run = download('Tide Runner', {}, { url: line.url });
    await line.stalled;
    line.recover();
    const { code, err } = await run;
    await line.close();
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/The connection broke off\. Trying again in 1 s\./),
    ]);
  });

  it.skipIf(!unshare)('stops at a full disk, and continues when there is room', async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const script = `mount -t tmpfs -o size=1m none "$0" && "$@"; code=$?; mount -o remount,size=8m "$0"; "$@" || exit 9; exit $code`;
    const run = start(['Tide Runner', '--output', `${disk}/`], {}, [
      'unshare',
      ...(unshare ?? []),
      'sh',
      '-c',
      script,
      disk,
    ]);
    const { code, err } = await run.ended;
    expect(code, err).toBe(1);
    expect(err).toContain('is full. Make room and run the command again; it continues.');
    expect(err).toContain('Continuing ');
    expect(err).toContain('Its SHA-256 is right');
  });

  it.each([
    ['Nothing', {}, 'There is no game "Nothing".'],
    ['Tide', {}, 'Several games match "Tide". Give the id of one:'],
    ['Tide Walker', {}, 'has files for "Linux", "Windows": give one with --platform.'],
    ['Tide Walker', { platform: 'Xbox' }, 'has no file for Xbox, only for'],
    ['Tide Runner', { output: 'no/folder/x.zip' }, "can't be written (ENOENT)"],
  ])('refuses %s with %j', async (wanted, options, message) => {
    const { code, err } = await download(wanted, options);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not wait for a limit that ends only tomorrow, or that the file exceeds', async () => {
    const admin = await app.as('admin');
    const guest = await app.as('member');
    const { token: own } = await createApiToken(app, guest, { scopes: ['read', 'download'] });
    const [first, second] = ['first.zip', 'second.zip'];
    await setOwnLimits(admin, guest, { bytesPerPeriod: 1.5 * archive.length, period: 'month' });
    expect((await download('Tide Runner', { output: first }, { token: own })).code).toBe(0);
    const later = await download('Tide Runner', { output: second }, { token: own });
    expect([later.code, later.err]).toEqual([75, expect.stringMatching(/Try again in \d+[mh]/)]);
    await setOwnLimits(admin, guest, { bytesPerPeriod: archive.length / 2 });
    const never = await download('Tide Runner', { output: second }, { token: own });
    expect([never.code, never.err]).toEqual([1, expect.not.stringContaining('Try')]);
    expect(await readdir(folder)).toEqual([first]);
  });

  it('tries again when the server is not there', async () => {
    // Nothing listens on port 1.
    const run = start(['Tide Runner', '--url', 'http://127.0.0.1:1']);
    await expect.poll(run.err).toMatch(/No answer from 127\.0\.0\.1:1 .* Trying again in 1 s\./);
    run.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
  });

  it('waits as long as the server asks for, keeps hostile names in the folder, removes damaged files, follows no ticket to another site, and begins again without an ETag', async () => {
    const bytes = Buffer.from('PK\u0003\u0004 something');
    const answers = { sha256: 'f'.repeat(64), ticketUrl: '/file', busy: 1, cuts: 0 };
    const file = { platform: 'Windows', fileName: '../../evil.zip', fileSize: bytes.length, sha256: null };
    const hostile = createServer((request, response) => {
      const path = request.url?.split('?')[0] ?? '';
      if (answers.busy > 0) {
        answers.busy -= 1;
        return response.writeHead(429, { 'retry-after': '2' }).end('Slow down');
      }
      const json = (value: unknown) => response.end(JSON.stringify(value));
      if (path === '/file' && answers.cuts > 0) {
        answers.cuts -= 1;
        response.writeHead(200, { 'content-length': bytes.length });
        return response.write(bytes.subarray(0, 5), () => response.destroy());
      }
      if (path === '/file') return response.end(bytes);
      if (path.endsWith('/pieces')) return json({ ...file, sha256: answers.sha256, pieces: null });
      if (path.includes('/download/')) return json({ ...file, url: answers.ticketUrl });
      if (path === '/api/games') return json({ games: [{ _id: 'x', title: 'X' }] });
      return json({ _id: 'x', title: 'X', gameFiles: [file] });
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
    const damaged = await download('X', {}, { url });
    expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining('damaged on its way')]);
    expect(damaged.err).toContain('The server answered with the status 429. Trying again in 2 s.');
    expect(await readdir(folder)).toEqual([]);
    answers.sha256 = sha256(bytes);
    expect((await download('X', {}, { url })).code).toBe(0);
    expect(await readdir(folder)).toEqual(['evil.zip']);
    answers.ticketUrl = 'http://192.0.2.1/file';
    const away = await download('X', { output: 'y.zip' }, { url });
    expect([away.code, away.err]).toEqual([1, expect.stringContaining('address of another site')]);
    answers.ticketUrl = '/file';
    answers.cuts = 1;
    const cut = await download('X', { output: 'z.zip' }, { url });
    expect([cut.code, cut.err]).toEqual([0, expect.stringContaining('The connection broke off.')]);
    hostile.close();
  });
});
