import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { Scope } from '@cellar/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStallingLine } from '#test/bad-line.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { startCellar, uploadHere } from '#test/cellar-command.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { createApiToken } from '#test/logins.ts';
import { openLimitingProxy } from '#test/reverse-proxies.ts';
import { processMs } from '#test/server-process.ts';
import { sha256 } from '#test/traces.ts';
import type { UploadOptions } from './upload-command.ts';

const chunk = 64 * 1024;
const archive = sampleArchive(20 * chunk + 100);

let app: TestApp;
let admin: Client;
let folder: string;
let token: string;
beforeAll(async () => {
  app = await buildApp({ env: { MAX_CHUNK_BYTES: String(chunk) } });
  admin = await app.as('admin');
  ({ token } = await createApiToken(app, admin, { scopes: ['upload'] }));
  folder = await mkdtemp(join(tmpdir(), 'cellar-client-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const start = (args: string[], env: Record<string, string> = {}) =>
  startCellar(['upload', ...args], {
    cwd: folder,
    env: { CELLAR_URL: app.url, CELLAR_TOKEN: token, ...env },
  });
const upload = (
  files: string[],
  options: UploadOptions = {},
  changes: { url?: string; token?: string } = {},
) => uploadHere({ url: app.url, token, folder, ...changes }, files, options);

async function place(name: string, bytes: Buffer = archive): Promise<string> {
  await writeFile(join(folder, name), bytes);
  return name;
}

async function gameOf(title: string) {
  const { body } = await admin.call(api.listGames, { query: { search: title } });
  const found = body.games.find((game: { title: string }) => game.title === title);
  return found && (await admin.call(api.getGame, { params: { id: found._id } })).body;
}

const tokenOf = async (scopes: readonly Scope[]) => (await createApiToken(app, admin, { scopes })).token;

// The client sees no difference between databases, and each run of it takes seconds.
describe('cellar upload', { timeout: processMs }, () => {
  it('adds a game, with title and platform from the name of the file, and compares the checksum', async () => {
    const files = [await place('Night_Harbor_(Linux).zip')];
    const { code, err } = await upload(files, {}, { token: await tokenOf(['upload', 'read']) });
    expect([code, err]).toEqual([0, expect.stringContaining('Added Night_Harbor_(Linux).zip')]);
    expect(err).toContain(`Its SHA-256 is ${sha256(archive)}.`);
    const game = await gameOf('Night Harbor');
    expect(game.gameFiles).toMatchObject([{ platform: 'Linux', fileSize: archive.length }]);
  });

  it('adds a platform to a game, refuses a second file for it, and replaces it when asked to', async () => {
    const file = await place('harbor.zip');
    const options = { title: 'Day Harbor', platform: 'Windows' };
    expect((await upload([file], options)).code).toBe(0);
    const again = await upload([file], options);
    expect([again.code, again.err]).toEqual([
      1,
      '"Day Harbor" has a file for Windows already. --replace replaces it.\n',
    ]);
    await place('harbor.zip', sampleArchive(5000));
    expect((await upload([file], { ...options, replace: true })).code).toBe(0);
    expect((await upload([file], { ...options, platform: 'Mac' })).code).toBe(0);
    const { gameFiles } = await gameOf('Day Harbor');
    expect(
      gameFiles.map(({ platform, fileSize }: { platform: string; fileSize: number }) => [platform, fileSize]),
    ).toEqual(
      expect.arrayContaining([
        ['Windows', 5000],
        ['Mac', 5000],
      ]),
    );
  });

  it('adds extras to a game', async () => {
    await createGame(app.services, admin, { title: 'Moon Base' });
    const files = [await place('Manual.pdf', Buffer.from('%PDF-1.4')), await place('Map of level 2.png')];
    const { code } = await upload(files, { extra: 'manual', title: 'Moon Base' });
    expect(code).toBe(0);
    const { extras } = await gameOf('Moon Base');
    expect(extras.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Manual', 'Map of level 2']);
    const missing = await upload(files, { extra: 'manual', title: 'Sun Base' });
    expect([missing.code, missing.err]).toEqual([1, 'There is no game "Sun Base" to add the extra to.\n']);
  });

  it('continues after kill -9: only what is missing is sent again', async () => {
    const line = await openStallingLine(app.url, { direction: 'server', bytes: archive.length / 2 });
    const [file, title] = [await place('killed.zip'), 'Killed'];
    const args = [file, '--title', title, '--platform', 'Windows'];
    const first = start(args, { CELLAR_URL: line.url });
    await line.stalled;
    first.kill('SIGKILL');
    await first.ended;
    await line.close();
    const { uploads } = (await admin.call(api.listUploads)).body;
    expect(uploads[0].title).toBe('Killed');
    expect(uploads[0].storedChunks).toBeGreaterThan(3);
    const rest = archive.length - uploads[0].storedBytes;
    // Stalls if everything is sent again.
    const second = await openStallingLine(app.url, { direction: 'server', bytes: rest + 60_000 });
    const { code, err } = await start(args, { CELLAR_URL: second.url }).ended;
    await second.close();
    expect([code, err]).toEqual([0, expect.stringMatching(/Continuing: the server already has \d+ %/)]);
    const game = await gameOf('Killed');
    await app.services.files.digestFiles();
    expect((await gameOf('Killed')).gameFiles[0].sha256).toBe(sha256(archive));
    expect(game.gameFiles).toHaveLength(1);
    expect((await admin.call(api.listUploads)).body.uploads).toEqual([]);
  });

  it('does not continue with another file of the same name and size', async () => {
    const line = await openStallingLine(app.url, { direction: 'server', bytes: archive.length / 2 });
    const args = [await place('swapped.zip'), '--title', 'Swapped', '--platform', 'Windows'];
    const first = start(args, { CELLAR_URL: line.url });
    await line.stalled;
    first.kill('SIGINT');
    const stopped = await first.ended;
    expect([stopped.code, stopped.err]).toEqual([130, expect.stringContaining('Run the same command again')]);
    await line.close();
    await place('swapped.zip', sampleArchive(archive.length));
    const options = { title: 'Swapped', platform: 'Windows' };
    const { code, err } = await upload(['swapped.zip'], options);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('has a part of another file called swapped.zip'),
    ]);
    const { uploads } = (await admin.call(api.listUploads)).body;
    await admin.call(api.cancelUpload, { params: { uploadId: uploads[0].uploadId } });
    expect((await upload(['swapped.zip'], options)).code).toBe(0);
  });

  it('waits for a server that is away for a moment', async () => {
    const line = await openStallingLine(app.url, { direction: 'server', bytes: archive.length / 2 });
    const options = { title: 'Away', platform: 'Windows' };
    const run = upload([await place('away.zip')], options, { url: line.url });
    await line.stalled;
    line.recover();
    const { code, err } = await run;
    await line.close();
    expect([code, err]).toEqual([0, expect.stringMatching(/No answer from .* Trying again in 1 s\./)]);
  });

  it.each([
    ['refuses large requests', { maxBytes: 1024 ** 2 }],
    ['ends long requests', { maxMs: 1100, bytesPerMs: 4000 }],
  ])('sends smaller parts through a proxy that %s', async (name, limits) => {
    const site = await buildApp();
    const owner = await site.as('admin');
    const proxy = await openLimitingProxy(site.url, limits);
    const { token: itsToken } = await createApiToken(site, owner, { scopes: ['upload'] });
    const options = { title: name, platform: 'Windows' };
    const large = await place('large.zip', sampleArchive(10 * 1024 ** 2));
    const { code, err } = await upload([large], options, { url: proxy.url, token: itsToken });
    expect([code, err]).toEqual([0, expect.stringContaining('Sending smaller parts.')]);
    const { games } = (await owner.call(api.listGames)).body;
    expect(games).toMatchObject([{ title: name }]);
    await proxy.close();
    await site.close();
  });

  it('names the settings of a proxy that lets nothing through', async () => {
    const proxy = await openLimitingProxy(app.url, { maxBytes: 10_000 });
    const options = { title: 'Nothing', platform: 'Windows' };
    const { code, err } = await upload([await place('nothing.zip')], options, { url: proxy.url });
    await proxy.close();
    expect([code, err]).toEqual([1, expect.stringContaining('client_max_body_size (nginx)')]);
  });

  it.each([
    [['missing.zip'], {}, /missing\.zip can't be read \(ENOENT\)\./],
    [['.'], {}, /is not a file\./],
    [['empty.zip'], {}, /empty\.zip is empty\./],
    [['text.txt'], { title: 'Text', platform: 'Windows' }, /text\.txt can't be added: it must end with/],
    [['fake.zip'], { title: 'Fake', platform: 'Windows' }, /not an archive/],
    [['plain.zip'], {}, /does not say its platform: give --platform/],
    [['a.zip', 'b.zip'], { title: 'Two' }, /Give one file with --title/],
    [['plain.zip'], { title: 'A', platform: 'Amiga' }, /platform/],
    [['plain.zip'], { extra: 'manual' as const }, /Give the title of the game that gets the extra/],
  ])('refuses %j with %j', async (files, options, message) => {
    await place('empty.zip', Buffer.alloc(0));
    await place('text.txt');
    await place('fake.zip', Buffer.from('not a zip'));
    await place('plain.zip');
    const { code, err } = await upload(files, options);
    expect(err).toMatch(message);
    expect(code).toBe(1);
  });

  it('needs the address of a site and a token, and prints no stack', async () => {
    const args = [await place('plain.zip'), '--title', 'A', '--platform', 'Mac'];
    const runs = [
      [{ CELLAR_URL: '' }, 'Give the address of the site: --url, or the variable CELLAR_URL.\n'],
      [{ CELLAR_TOKEN: '' }, 'Give an API token: the variable CELLAR_TOKEN, or --token.\n'],
      [
        { CELLAR_TOKEN: 'cellar_wrong' },
        'The server refuses the token: it is wrong, has expired or was revoked.\n',
      ],
    ] as const;
    for (const [env, err] of runs) expect(await start(args, env).ended).toEqual({ code: 1, err });
  });

  it('says which scope a token lacks', async () => {
    const options = { title: 'Scope', platform: 'Windows' };
    const changes = { token: await tokenOf(['read', 'admin']) };
    const { code, err } = await upload([await place('scope.zip')], options, changes);
    expect([code, err]).toEqual([1, 'This API token does not have the scope "upload".\n']);
  });
});
