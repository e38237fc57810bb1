// Runs a private PostgreSQL cluster for one test run in a temporary folder, whether or not another server runs on the
// machine. Used by test.mjs. The cluster ends with the process that started it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../test/free-port.mjs';
import { fail } from './report.mjs';
import { ensurePostgres } from './system-packages.mjs';

// Waits until its standard input is closed, which happens however this process ends (even by kill -9). Then stops the
// server and removes the folder.
const guard = `trap '' INT TERM HUP
"$1" -D "$2/data" -k "$2" -p "$3" -c listen_addresses=127.0.0.1 \\
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c jit=off \\
  -c max_connections=200 </dev/null &
server=$!
(read -r _; kill -INT "$server") 2>/dev/null
wait "$server"
rm -rf "$2"`;

/** Starts a cluster. Resolves with its address and a function that stops it. */
export async function startPostgres() {
  const bin = ensurePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'cellar-postgres-'));
  const owner = unprivilegedOwner();
  try {
    if (owner) chownSync(folder, owner.uid, owner.gid);
    createCluster(bin, folder, owner);
    return await startServer(bin, folder, owner);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function createCluster(bin, folder, owner) {
  const args = [
    '-D',
    join(folder, 'data'),
    '-U',
    'cellar',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const result = spawnSync(join(bin, 'initdb'), args, { ...owner, cwd: folder, encoding: 'utf8' });
  if (result.status !== 0)
    fail(`PostgreSQL's initdb failed: ${(result.stderr || String(result.error)).trim()}`);
}

async function startServer(bin, folder, owner) {
  const port = await freePort();
  const args = ['-c', guard, 'guard', join(bin, 'postgres'), folder, String(port)];
  const options = { ...owner, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'pipe'] };
  const child = spawn('/bin/sh', args, options);
  const ended = once(child, 'exit');
  await untilReady(child);
  return {
    url: `postgres://cellar@127.0.0.1:${port}/postgres`,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

function untilReady(child) {
  return new Promise((resolve, reject) => {
    let log = '';
    let isReady = false;
    child.stderr.setEncoding('utf8').on('data', (text) => {
      // Once the server is ready, a FATAL message ends only one connection.
      if (isReady) return;
      log = (log + text).slice(-4000);
      isReady = log.includes('ready to accept connections');
      if (isReady) resolve();
      else if (log.includes('FATAL')) child.stdin.end();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

// PostgreSQL refuses to run as root.
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find(Boolean);
  if (!account)
    fail('PostgreSQL refuses to run as root, and this system has no account "postgres" or "nobody".');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}
