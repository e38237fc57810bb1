// `npm run test:container [-- --image NAME]`: builds the image, or takes an existing one, and tests it as it is meant to run:
// with a root filesystem that can't be written and a volume for the data. Ends with one line `N passed, N failed`, and
// removes everything it made. Needs Docker, or Podman with Buildah, and PostgreSQL.
//
// CONTAINER_ENGINE chooses between `docker` and `podman`. CONTAINER_BUILD_OPTIONS and CONTAINER_RUN_OPTIONS are additional
// options for the engine, separated by spaces.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../test/free-port.mjs';
import { findEngine } from './container-engine.mjs';
import { startPostgres } from './postgres.mjs';
import { cleanly, Failure, fail } from './report.mjs';
import { root } from './runtime.mjs';
import { ensurePostgres } from './system-packages.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const admin = { email: 'admin@example.org', password: 'a password for tests' };
const name = `cellar-test-${process.pid}`;
/** Seconds from SIGTERM to SIGKILL, as in compose.yaml. */
const graceSeconds = 45;
const chunkBytes = 5 * 1024 ** 2;

let passed = 0;

const words = (text = '') => text.split(' ').filter(Boolean);
const runArguments = words(process.env.CONTAINER_RUN_OPTIONS);
const restrictions = words('--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges');

await cleanly(async () => {
  const given = process.argv[process.argv.indexOf('--image') + 1];
  const image = process.argv.includes('--image') ? given : name;
  if (!image) fail('Name the image: npm run test:container -- --image cellar');
  const engine = findEngine(process.env.CONTAINER_ENGINE, {
    build: words(process.env.CONTAINER_BUILD_OPTIONS),
    run: runArguments,
  });
  const removeAll = () => remove(engine, image === name);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  process.once('exit', removeAll);
  if (image === name) {
    const args = [`VERSION=${version}`, `POSTGRES_CLIENT=${majorOfPostgres()}`];
    await check('the image is built', () =>
      engine.build(image, ...args.flatMap((arg) => ['--build-arg', arg])),
    );
  }
  await testImage(engine, image);
  say(`\n${passed} passed, 0 failed`);
});

/** Runs one check. The others depend on it, so the first failure ends the test. */
async function check(title, work) {
  const started = Date.now();
  try {
    const result = await work();
    passed += 1;
    say(`✓ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    say(`✗ ${title}\n${error instanceof Failure ? error.message : error.stack}`);
    say(`\n${passed} passed, 1 failed`);
    return process.exit(1);
  }
}

async function testImage(engine, image) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await check('the command `cellar` runs, and the label has its version', () => testCommand(engine, image));
  await check('it starts on a read-only filesystem and becomes healthy', async () => {
    engine.start(name, image, ...runOptions(port));
    await engine.untilHealthy(name);
  });
  await check('only /data and /tmp can be written', () => testFilesystem(engine));
  await check('it does not run as root', () => {
    if (engine.ask('exec', name, 'id', '-u') === '0') fail('It runs as root.');
  });
  await check('`cellar doctor` finds no problem', () => engine.ask('exec', name, 'cellar', 'doctor'));
  const archive = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2.5 * chunkBytes)]);
  const game = await check('a game is uploaded in chunks', () => upload(url, archive));
  await check('SIGTERM ends it with exit code 0', () => {
    engine.ask('stop', '-t', String(graceSeconds), name);
    const code = engine.ask('inspect', '--format', '{{.State.ExitCode}}', name);
    if (code !== '0') fail(`The exit code is ${code}.`);
  });
  await check('it starts again and becomes healthy', async () => {
    engine.ask('start', name);
    await engine.untilHealthy(name);
  });
  await check('the download has the SHA-256 of what was uploaded', () => testDownload(url, game, archive));
  await check('`cellar backup` copies a library on PostgreSQL', () => testPostgres(engine, image));
}

/** Backs up an empty library on a server of this machine, which the container reaches through the machine's own network. */
async function testPostgres(engine, image) {
  const postgres = await startPostgres();
  const network = runArguments.includes('--network=host') ? [] : ['--network=host'];
  const options = [...restrictions, ...network, '--env', `DATABASE_URL=${postgres.url}`];
  const command = 'cellar backup /tmp/backup && cellar backup /tmp/backup --verify && pg_restore --version';
  try {
    engine.run(image, ['sh', '-ec', command], options);
  } finally {
    await postgres.stop();
  }
}

/** Returns the version of PostgreSQL on this machine. The image gets the programs of the same version. */
function majorOfPostgres() {
  const { stdout } = spawnSync(join(ensurePostgres(), 'postgres'), ['--version'], { encoding: 'utf8' });
  return stdout.match(/\) (\d+)/)[1];
}

function runOptions(port) {
  const environment = { PORT: port, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  return [
    ...restrictions,
    ...['--volume', `${name}:/data`, '--publish', `127.0.0.1:${port}:${port}`],
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
  ];
}

function testCommand(engine, image) {
  const answer = engine.run(image, ['cellar', '--version']);
  const label = engine.ask(
    ...['image', 'inspect', '--format', '{{index .Config.Labels "org.opencontainers.image.version"}}', image],
  );
  if (answer !== version) fail(`The command's version is ${answer}, expected ${version}.`);
  if (label !== version) fail(`The label's version is ${label}, expected ${version}.`);
}

/** Also root must not be able to write: the permissions of the files are not what protects them. */
function testFilesystem(engine) {
  const canWrite = (user, folder) =>
    engine.succeeds('exec', '--user', user, name, 'touch', `${folder}/written`);
  for (const folder of ['/', '/app', '/app/apps/server/src', '/usr/local/bin', '/home/node']) {
    if (canWrite('root', folder)) fail(`${folder} can be written.`);
  }
  for (const folder of ['/data', '/tmp']) if (!canWrite('node', folder)) fail(`${folder} can't be written.`);
}

async function upload(url, archive) {
  const headers = { authorization: `Bearer ${await logIn(url)}` };
  const totalChunks = Math.ceil(archive.length / chunkBytes);
  const send = (chunkNumber, chunk) => {
    const fields = { title: 'A Game', platform: 'Windows', fileExtension: '.zip', uploadId: name };
    const form = new FormData();
    for (const [key, value] of Object.entries({ ...fields, chunkNumber, totalChunks }))
      form.append(key, value);
    if (chunk) form.append('gameFile', new Blob([chunk]), 'a-game.zip');
    return answerOf(fetch(`${url}/api/games`, { method: 'POST', headers, body: form }));
  };
  for (let number = 0; number < totalChunks; number += 1) {
    await send(number, archive.subarray(number * chunkBytes, (number + 1) * chunkBytes));
  }
  return send(totalChunks - 1);
}

async function testDownload(url, game, archive) {
  const headers = { authorization: `Bearer ${await logIn(url)}` };
  const response = await fetch(`${url}/api/games/${game._id}/download/Windows`, { headers });
  const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
  const received = digest(Buffer.from(await response.arrayBuffer()));
  if (received !== digest(archive)) fail(`The answer has status ${response.status} and SHA-256 ${received}.`);
}

async function logIn(url) {
  const headers = { 'content-type': 'application/json' };
  const { token } = await answerOf(
    fetch(`${url}/api/users/login`, { method: 'POST', headers, body: JSON.stringify(admin) }),
  );
  return token;
}

async function answerOf(request) {
  const response = await request;
  const text = await response.text();
  if (!response.ok) fail(`${new URL(response.url).pathname} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

function remove(engine, withImage) {
  engine.succeeds('rm', '--force', '--volumes', name);
  engine.succeeds('volume', 'rm', '--force', name);
  if (withImage) engine.succeeds('rmi', '--force', name);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
