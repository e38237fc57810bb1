// `node scripts/release-library.mjs [TREE]`: makes a small library with the code of this version, or of the checkout in TREE, once on
// SQLite and once on PostgreSQL, and keeps both in apps/server/src/test/releases/VERSION. `releases.dialect.long.test.ts` there opens them with
// the code of later versions. Uses only the API of the specification, which every version has. Run by release.mjs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { crc32, deflateSync } from 'node:zlib';
import { startPostgres } from './postgres.mjs';
import { cleanly, fail, note } from './report.mjs';
import { root } from './runtime.mjs';
import { ensurePostgres } from './system-packages.mjs';

const admin = { email: 'admin@cellar.example', password: 'correct horse' };
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Makes both libraries. Returns the folder that holds them. */
export async function makeReleaseLibraries(tree) {
  const { version } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  const folder = join(root, 'apps', 'server', 'src', 'test', 'releases', version);
  mkdirSync(folder, { recursive: true });
  await makeLibrary(tree, join(folder, 'sqlite'), {});
  const postgres = await startPostgres();
  try {
    await makeLibrary(tree, join(folder, 'postgres'), { DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
  return folder;
}

async function makeLibrary(tree, target, env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cellar-release-'));
  try {
    const server = await startServer(tree, { ...env, DATA_DIR: dataDir });
    const facts = await fillLibrary(server.url);
    await server.stop();
    if (env.DATABASE_URL) writeFileSync(join(dataDir, 'dump.sql'), dump(env.DATABASE_URL));
    writeFileSync(`${target}.json`, `${JSON.stringify(facts, null, 2)}\n`);
    // The ballast only keeps room for an admin on a full disk.
    const args = ['-czf', `${target}.tar.gz`, '--exclude=*-ballast', '-C', dataDir, '.'];
    if (spawnSync('tar', args, { stdio: 'inherit' }).status !== 0) fail('tar failed.');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startServer(tree, env) {
  const child = spawn(process.execPath, [join(tree, 'apps', 'server', 'src', 'start', 'main.ts')], {
    cwd: tree,
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', METADATA_PROVIDERS: 'off' },
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...env },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
    if (!port) continue;
    child.stdout.resume();
    return {
      url: `http://127.0.0.1:${port}`,
      async stop() {
        child.kill('SIGTERM');
        await exited;
      },
    };
  }
  return fail(`The server did not start: ${output}`);
}

/** As statements that any client can run, without the commands of psql. */
function dump(url) {
  const args = ['--inserts', '--no-owner', '--no-privileges', `--dbname=${url}`];
  const { status, stdout } = spawnSync(join(ensurePostgres(), 'pg_dump'), args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) fail('pg_dump failed.');
  return stdout.replaceAll(/^\\.*\n/gm, '');
}

/** Fills the library through its API, and returns what a later version must find in it. */
async function fillLibrary(url) {
  const asAdmin = await logIn(url, admin);
  const accounts = await addAccounts(url, asAdmin);
  const games = [];
  for (const [at, title] of ['Ærøskøbing: Gold', 'Another Game', '忍者 Game'].entries()) {
    games.push(await addGame(asAdmin, title, at === 0 ? ['Windows', 'Linux'] : ['Mac v1.2']));
  }
  const [first] = games;
  const cover = await addPicture(asAdmin);
  const edited = {
    description: 'Two lines,\nand a “quote”.',
    developer: 'Sample Studio',
    genres: ['Puzzle'],
    boxArtUrl: cover,
  };
  await asAdmin('PUT', `/api/games/${first.id}`, edited);
  const cheat = await addCheat(asAdmin, first.id);
  const unfinished = await beginUpload(asAdmin);
  await asAdmin('PUT', '/api/admin/settings', { systemSettings: { siteName: 'The Old Cellar' } });
  const rule = { find: 'GOTY', replace: '', description: 'No editions' };
  await asAdmin('POST', '/api/sanitization-rules', rule);
  const asMember = await logIn(url, accounts.member);
  await asMember('GET', `/api/games/${first.id}/download/Windows`);
  return {
    accounts: { admin, ...accounts },
    games,
    edited,
    cheat,
    unfinished,
    rule,
    siteName: 'The Old Cellar',
  };
}

async function addAccounts(url, asAdmin) {
  const asVisitor = caller(url);
  const accounts = {};
  for (const state of ['unverified', 'pending', 'member', 'suspended', 'secondAdmin']) {
    const account = { email: `${state.toLowerCase()}@cellar.example`, password: `${state} password` };
    accounts[state] = account;
    await asVisitor('POST', '/api/auth/request-access', { name: `Sample ${state}`, ...account });
    if (state === 'unverified') continue;
    const { users } = await asAdmin('GET', `/api/users?search=${encodeURIComponent(account.email)}`);
    const id = users[0]._id;
    await asAdmin('PUT', `/api/users/${id}`, { isVerified: true });
    if (state !== 'pending') await asAdmin('PUT', `/api/auth/approve-access/${id}`);
    if (state === 'suspended') await asAdmin('PUT', `/api/users/${id}`, { isSuspended: true });
    if (state === 'secondAdmin') await asAdmin('PUT', `/api/users/${id}`, { isAdmin: true });
  }
  return accounts;
}

async function addGame(asAdmin, title, platforms) {
  const files = [];
  let id;
  for (const platform of platforms) {
    const bytes = archive(`${title} ${platform}`, 20_000);
    const fields = {
      platform,
      uploadId: `release-${files.length}-${sha256(title).slice(0, 12)}`,
      totalChunks: 1,
      fileExtension: '.zip',
    };
    const path = id ? `/api/games/${id}/upload` : '/api/games';
    const send = (extra, file) =>
      asAdmin(
        'POST',
        path,
        form({ ...(id ? {} : { title }), ...fields, ...extra }, file && { gameFile: file }),
      );
    await send({ chunkNumber: 0 }, bytes);
    const game = await send({ chunkNumber: 0 });
    id ??= game._id;
    files.push({ platform, size: bytes.length, sha256: sha256(bytes) });
  }
  return { id, title, files };
}

async function addPicture(asAdmin) {
  const { url } = await asAdmin('POST', '/api/artwork', form({}, { image: png(320, 480) }));
  return url;
}

async function addCheat(asAdmin, gameId) {
  const fields = {
    name: 'Sample trainer',
    platform: 'Windows',
    type: 'trainer',
    description: 'Infinite health',
  };
  const { _id } = await asAdmin(
    'POST',
    `/api/games/${gameId}/cheat-files`,
    form(fields, { cheatFile: archive('trainer', 2_000) }),
  );
  return { gameId, id: _id, name: fields.name };
}

/** The first of two chunks. */
async function beginUpload(asAdmin) {
  const bytes = archive('unfinished', 4_000);
  const fields = {
    title: 'An Unfinished Game',
    platform: 'Windows',
    uploadId: 'release-unfinished',
    totalChunks: 2,
    fileExtension: '.zip',
  };
  await asAdmin(
    'POST',
    '/api/games',
    form({ ...fields, chunkNumber: 0 }, { gameFile: bytes.subarray(0, 2_000) }),
  );
  return { ...fields, chunkSize: 2_000, archive: bytes.toString('base64') };
}

/** Bytes that depend on the text, with the signature of a ZIP archive. */
function archive(text, size) {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 32) createHash('sha256').update(`${text} ${at}`).digest().copy(bytes, at);
  return Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), bytes.subarray(4)]);
}

/** A picture of one color (ISO 15948). */
function png(width, height) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x70)]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function form(fields, files = {}) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value));
  for (const [name, bytes] of Object.entries(files))
    if (bytes) data.append(name, new Blob([bytes]), `${name}.zip`);
  return data;
}

async function logIn(url, account) {
  const { token } = await caller(url)('POST', '/api/users/login', account);
  return caller(url, token);
}

/** Returns a function that calls the API and returns its JSON, or throws. Other bodies are read and dropped. */
function caller(url, token) {
  return async (method, path, body) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    const init = {
      method,
      headers,
      body: body instanceof FormData ? body : ((body && JSON.stringify(body)) ?? null),
    };
    const answer = await fetch(url + path, init);
    const text = await answer.text();
    if (!answer.ok) fail(`${method} ${path} answered ${answer.status}: ${text}`);
    return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined;
  };
}

if (process.argv[1] === import.meta.filename) {
  await cleanly(async () => {
    note(`Kept in ${await makeReleaseLibraries(resolve(process.argv[2] ?? root))}`);
  });
}
