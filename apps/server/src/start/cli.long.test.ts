// Runs the command line as a separate process.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFolderDocuments, writeManifest } from '#admin/backup/backup-documents.ts';
import { newFolder, newLibrary } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createClient } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { turnOn } from '#test/logins.ts';
import { processEnv } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { storedPath } from '#test/traces.ts';
import { eventually } from '../../../../test/waiting.ts';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));

let dataDir: string;
let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-cli-'));
  database = await createTestDatabase();
  app = await buildApp({ dataDir, database });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function cellar(args: string[], { input = '', env = {} } = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: dataDir,
    env: { ...processEnv(), DATA_DIR: dataDir, ...database.env, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** Returns a port whose server is neither Cellar nor a mail server. */
async function occupyPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function logIn(email: string, password: string) {
  return app.visitor.call(api.login, { json: { email, password } });
}

describe('cellar', () => {
  it('creates an admin and a member who can log in, while the server is running', async () => {
    for (const role of ['admin', 'member']) {
      const email = `${role}@cellar.example`;
      const { code, out } = await cellar([
        role,
        'create',
        '--email',
        email.toUpperCase(),
        '--password',
        'secret',
        '--name',
        'Someone',
      ]);
      expect([code, out]).toEqual([0, `Created the ${role} ${email}.\n`]);
      const { status, body } = await logIn(email, 'secret');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        email,
        name: 'Someone',
        isAdmin: role === 'admin',
        isApproved: true,
        isVerified: true,
      });
    }
  });

  it('reads the password from standard input if it is omitted', async () => {
    const { code } = await cellar(['member', 'create', '--email', 'quiet@cellar.example'], {
      input: 'from stdin\n',
    });
    expect(code).toBe(0);
    expect((await logIn('quiet@cellar.example', 'from stdin')).status).toBe(200);
  });

  it('sets a new password, turns two-step login off, and ends the sessions and the feed', async () => {
    await cellar(['member', 'create', '--email', 'lost@cellar.example', '--password', 'forgotten']);
    const { body } = await logIn('lost@cellar.example', 'forgotten');
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await app.visitor.call(api.me, { headers })).status).toBe(200);
    const feed = (await app.visitor.call(api.renewOwnFeed, { headers })).body.path;
    expect((await app.visitor.fetch(feed)).status).toBe(200);
    await turnOn(app, createClient(app.url, { token: body.token, id: body._id, email: body.email }));
    expect((await logIn('lost@cellar.example', 'forgotten')).body.needsSecondFactor).toBe(true);
    const { code } = await cellar([
      'admin',
      'reset-password',
      '--email',
      'lost@cellar.example',
      '--password',
      'remembered',
    ]);
    expect(code).toBe(0);
    expect((await app.visitor.call(api.me, { headers })).status).toBe(401);
    expect((await app.visitor.fetch(feed)).status).toBe(404);
    expect((await logIn('lost@cellar.example', 'forgotten')).status).toBe(401);
    expect((await logIn('lost@cellar.example', 'remembered')).body.token).toBeTruthy();
  });

  it('migrates a new database, even in several processes at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cellar-new-'));
    const fresh = await createTestDatabase({ empty: true });
    const env = { DATA_DIR: folder, ...fresh.env };
    const runs = await Promise.all([1, 2, 3].map(() => cellar(['migrate'], { env })));
    expect(runs).toEqual(runs.map(() => ({ code: 0, out: 'The database is up to date.\n', err: '' })));
    await fresh.drop();
    await rm(folder, { recursive: true });
  });

  it('migrates the database', async () => {
    const { code, out } = await cellar(['migrate']);
    expect([code, out]).toEqual([0, 'The database is up to date.\n']);
  });

  it('checks the stored files, and exits with 1 if there is a problem', async () => {
    const admin = await app.as('admin');
    const [whole, rotten] = [
      await createGame(app.services, admin, { title: 'Whole' }),
      await createGame(app.services, admin, { title: 'Rotten', platform: 'Linux' }),
    ];
    const good = await cellar(['check', '--full']);
    expect([good.code, good.err]).toEqual([0, '']);
    expect(good.out).toBe('Checked 2 files (9.77 KB), with their content.\nEvery file is in its place.\n');

    await rm(await storedPath(app, whole.id, 'Windows'));
    await writeFile(await storedPath(app, rotten.id, 'Linux'), 'x'.repeat(5000));
    const orphan = join(dataDir, 'files', 'or', 'orphan-of-this-test');
    await mkdir(dirname(orphan), { recursive: true });
    await writeFile(orphan, 'x');
    const quick = await cellar(['check']);
    expect(quick.code).toBe(1);
    expect(quick.out).toContain('Missing: 1\n  Whole, Windows (4.88 KB)\n');
    expect(quick.out).not.toContain('Damaged');
    expect(quick.out).toMatch(
      /Orphans, which the database does not know: 1\n {2}orphan-of-this-test \(1 B, /,
    );
    const full = await cellar(['check', '--full']);
    expect(full.code).toBe(1);
    expect(full.out).toContain('Damaged: 1\n  Rotten, Linux: its content has changed\n');
    const { body } = await admin.call(api.getStorageCheck);
    expect(body).toMatchObject({ running: null, last: { kind: 'full', counts: { missing: 1, damaged: 1 } } });
    for (const { id } of [whole, rotten]) await admin.call(api.deleteGame, { params: { id } });
  });

  it('restores what is left of a damaged backup, and exits with 1', async () => {
    const admin = await app.as('admin');
    const game = await createGame(app.services, admin);
    const folder = await newFolder('backup');
    expect((await cellar(['backup', folder])).code).toBe(0);
    const key = basename(await storedPath(app, game.id, 'Windows'));
    await rm(join(folder, 'files', key.slice(0, 2), key));
    const { env } = await newLibrary();
    const refused = await cellar(['restore', folder], { env });
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`${key} (missing). Use --skip-`),
    ]);
    const { code, out } = await cellar(['restore', folder, '--skip-damaged'], { env });
    expect(code).toBe(1);
    expect(out).toMatch(/^Restored the backup [\w-]+: 1 games, 1 files \(4.88 KB\)\.\n/);
    expect(out).toContain(`so they were left out:\n  ${key} (missing)\n`);
    expect((await cellar(['check'], { env })).out).toContain('Missing: 1\n');
    await admin.call(api.deleteGame, { params: { id: game.id } });
  });

  it('checks an installation, and exits with 1 if there is a problem', async () => {
    const port = await occupyPort();
    const healthy = await cellar(['doctor'], { env: { PORT: `${new URL(app.url).port}` } });
    expect([healthy.code, healthy.err]).toEqual([0, '']);
    expect(healthy.out).toMatch(/✓ Database: reachable .* and up to date/);
    expect(healthy.out).toMatch(/✓ Port: a server answers/);
    const { bavail, bsize } = await statfs(dataDir);
    const [, amount, unit = ''] = /Free space for files: ([\d.]+) (\w+)/.exec(healthy.out) ?? [];
    // As on the page, by 1024. Other programs write in the meantime.
    const free = Number(amount) * 1024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit);
    expect(Math.abs(free / (bavail * bsize) - 1)).toBeLessThan(0.03);

    const smtp = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'cellar@cellar.example' };
    const broken = await cellar(['doctor'], { env: { PORT: `${port}`, ...smtp } });
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(/✗ Mail server: /);
    expect(broken.out).toMatch(/✗ Port: \d+ is in use by another program/);

    const invalid = await cellar(['doctor'], { env: { PORT: 'eighty' } });
    expect([invalid.code, invalid.out]).toEqual([1, expect.stringMatching(/✗ Configuration: PORT is wrong/)]);
  });

  it('adds made-up games and prints their number, while the server is running', async () => {
    const { code, out, err } = await cellar(['seed', '--games', '1200', '--covers', '2']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Added 1,200 games with 1,\d\d\d files\.\n$/);
    const admin = await app.as('admin');
    const { body } = await admin.call(api.listGames);
    expect(body.totalGames).toBe(1200);
  });

  it('adds only complete games when it is killed, and continues the next time', async () => {
    const db = app.services.database.db;
    const count = async () => (await db.selectFrom('games').select('id').execute()).length;
    const before = await count();
    const child = spawn(process.execPath, [cli, 'seed', '--games', '30000', '--covers', '0'], {
      env: { ...processEnv(), DATA_DIR: dataDir, ...database.env },
      stdio: 'ignore',
    });
    await eventually(async () => expect(await count()).toBeGreaterThan(before));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await count();
    expect((await cellar(['seed', '--games', '100', '--covers', '0'])).out).toContain('Added 100 games');
    expect(await count()).toBe(left + 100);
    const files = await db.selectFrom('gameFiles').select(['gameId', 'storageKey']).execute();
    expect(new Set(files.map(({ gameId }) => gameId)).size).toBe(left + 100);
    const stored = new Set((await Array.fromAsync(app.services.storage.listFiles())).map(({ key }) => key));
    expect(files.every(({ storageKey }) => stored.has(storageKey))).toBe(true);
  });

  it.each([
    [
      'an address that is taken',
      ['member', 'create', '--email', 'ADMIN@cellar.example', '--password', 'secret'],
      /already in use/,
    ],
    [
      'an address that is none',
      ['admin', 'create', '--email', 'nobody', '--password', 'secret'],
      /email address/,
    ],
    [
      'a password that is too short',
      ['admin', 'create', '--email', 'a@cellar.example', '--password', 'short'],
      /at least 6 characters/,
    ],
    [
      'a name with a tab',
      ['admin', 'create', '--email', 'a@cellar.example', '--password', 'secret', '--name', 'a\tb'],
      /control characters/,
    ],
    [
      'an account that does not exist',
      ['admin', 'reset-password', '--email', 'who@cellar.example', '--password', 'secret'],
      /not found/,
    ],
    ['a number of games that is none', ['seed', '--games', 'many'], /whole number from 1 to 1000000/],
    ['no games at all', ['seed', '--games', '0'], /whole number from 1/],
    ['a seed without a number', ['seed'], /--games/],
    ['a command that does not exist', ['admin', 'destroy'], /unknown command|destroy/],
    ['an option that does not exist', ['migrate', '--fast'], /unknown option/],
  ])('refuses %s with one line', async (_, args, message) => {
    const { code, out, err } = await cellar(args);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(message);
    expect(err.trim().split('\n').length, err).toBe(1);
  });

  it.each([
    ['a backup into a device', ['backup', '/dev/null'], /backup in \/dev\/null failed \(ENOTDIR/],
    ['a backup into a folder of the system', ['backup', '/proc/backup'], /backup in \/proc\/backup failed/],
    ['an export into a device', ['export', '/dev/null'], /ENOTDIR/],
  ])('explains %s in one line', async (_, args, message) => {
    const { code, err } = await cellar(args);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err.trim().split('\n').length, err).toBe(1);
  });

  it('explains in one line why a database can not be where a move should write it', async () => {
    const { env } = await newLibrary();
    expect((await cellar(['migrate'], { env })).code).toBe(0);
    for (const [path, message] of [
      ['/etc/passwd', '/etc/passwd is not a SQLite database.\n'],
      ['/dev/null/x', expect.stringMatching(/^SQLite can't use \/dev\/null\/x \(.*local disk.*\n$/)],
    ]) {
      const { code, err } = await cellar(['migrate', '--to-database', `sqlite:${path}`], { env });
      expect([code, err]).toEqual([1, message]);
    }
  });

  it('refuses a copy of the database that is none, and does not wait for a named pipe', async () => {
    const folder = await newFolder('backup');
    expect((await cellar(['backup', folder])).code).toBe(0);
    const names = await readdir(join(folder, 'manifests'));
    const path = join(folder, 'manifests', names.find((name) => /^\d+T/.test(name)) ?? '');
    const { manifest } = JSON.parse(await readFile(path, 'utf8'));
    const { key } = manifest.database;
    const copy = join(folder, 'files', key.slice(0, 2), key);
    const garbage = Buffer.alloc(manifest.database.size, 'x');
    await writeFile(copy, garbage);
    manifest.database.sha256 = createHash('sha256').update(garbage).digest('hex');
    await writeManifest(createFolderDocuments(join(folder, 'manifests')), manifest);
    const { env } = await newLibrary();
    const broken = await cellar(['restore', folder], { env });
    expect([broken.code, broken.err]).toEqual([1, expect.stringMatching(/damaged|pg_restore/)]);
    // A slow restore shows its progress first.
    const lines = broken.err
      .trim()
      .split('\n')
      .filter((line) => !/ %, /.test(line));
    expect(lines.length, broken.err).toBe(1);
    await rm(copy);
    spawnSync('mkfifo', [copy]);
    const waiting = await cellar(['restore', folder], { env });
    expect([waiting.code, waiting.err]).toEqual([1, expect.stringMatching(/damaged|missing/)]);
  });

  it('refuses a short or missing password from standard input in one line', async () => {
    for (const input of ['short\n', '']) {
      const { code, err } = await cellar(['member', 'create', '--email', 'b@cellar.example'], { input });
      expect(code, err).toBe(1);
      expect(err.trim().split('\n').length, err).toBe(1);
    }
    expect((await logIn('b@cellar.example', 'short')).status).toBe(401);
  });

  it('names an invalid variable', async () => {
    const { code, err } = await cellar(['migrate'], { env: { DATABASE_URL: 'mysql://x' } });
    expect([code, err]).toEqual([1, 'DATABASE_URL is wrong: expected sqlite:PATH or postgres://….\n']);
  });

  it('reports an unreachable database in one line', async () => {
    const { code, err } = await cellar(['migrate'], { env: { DATABASE_URL: 'postgres://u@127.0.0.1:1/d' } });
    expect(code).toBe(1);
    expect(err.trim().split('\n').length, err).toBe(1);
  });
});
