// A real S3 store for tests: Ceph's RADOS Gateway from Debian's packages, run as the current user in a temporary folder.
// Nothing is installed: the packages are unpacked into `.cache`. Everything is stored in memory, and ends with the process
// that started it.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir, fail, note } from '../../scripts/report.mjs';

export const credentials = { accessKeyId: 'testaccess', secretAccessKey: 'testsecret' };

const prefix = join(cacheDir, 'rados-gateway');
const wanted = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'];

/**
 * Starts a store with one user. Resolves with its endpoint and a function that stops it. @throws Failure without the
 * packages
 */
export async function startRadosGateway() {
  ensureUnpacked();
  const folder = mkdtempSync(join(tmpdir(), 'cellar-rados-'));
  const cluster = { folder, env: environment(), conf: join(folder, 'ceph.conf'), ends: [] };
  try {
    return await startCluster(cluster);
  } catch (error) {
    await stop(cluster);
    throw error;
  }
}

async function startCluster(cluster) {
  const { folder, conf } = cluster;
  const [port, monitorPort] = [await freePort(), await freePort()];
  const [fsid, osd] = [randomUUID(), randomUUID()];
  for (const name of ['mon', 'osd', 'log']) mkdirSync(join(folder, name));
  writeFileSync(conf, configuration({ folder, fsid, port, monitorPort }));
  const map = join(folder, 'monmap');
  run(cluster, 'monmaptool', [
    '--create',
    '--fsid',
    fsid,
    '--addv',
    'a',
    `[v1:127.0.0.1:${monitorPort}]`,
    map,
  ]);
  run(cluster, 'ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map]);
  start(cluster, 'ceph-mon', ['-c', conf, '-i', 'a', '-f']);
  const ceph = (...args) =>
    spawnSync('ceph', ['-c', conf, '--connect-timeout', '2', ...args], options(cluster));
  await until(cluster, () => ceph('mon', 'stat').status === 0);
  run(cluster, 'ceph', ['-c', conf, 'osd', 'new', osd]);
  run(cluster, 'ceph', ['-c', conf, 'osd', 'crush', 'add', '0', '1.0', 'host=test', 'root=default']);
  run(cluster, 'ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd]);
  start(cluster, 'ceph-osd', ['-c', conf, '-i', '0', '-f']);
  await until(cluster, () => ceph('osd', 'stat').stdout?.includes('1 up'));
  start(cluster, 'radosgw', ['-c', conf, '-n', 'client.rgw', '-f']);
  const endpoint = `http://127.0.0.1:${port}`;
  await until(cluster, () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    ),
  );
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  run(cluster, 'radosgw-admin', ['-c', conf, 'user', 'create', '--uid=test', '--display-name=test', ...keys]);
  return { endpoint, ...credentials, stop: () => stop(cluster) };
}

// Waits until its standard input is closed, which happens however this process ends (even by kill -9). Then stops the
// program and removes the folder, in which the other programs may still be writing for a moment.
const guard = `trap '' INT TERM HUP
folder=$1; shift
"$@" </dev/null >/dev/null 2>&1 &
server=$!
(read -r _; kill -9 "$server") 2>/dev/null
wait "$server"
until rm -rf "$folder" 2>/dev/null; do sleep 0.1; done`;

function start(cluster, program, args) {
  const child = spawn('/bin/sh', ['-c', guard, 'guard', cluster.folder, program, ...args], {
    env: cluster.env,
    cwd: cluster.folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit');
  cluster.ends.push(() => {
    child.stdin.end();
    return ended;
  });
}

async function stop({ folder, ends }) {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
}

function run(cluster, program, args) {
  const { status, stderr, error } = spawnSync(program, args, options(cluster));
  if (status !== 0) throw new Error(`${program} failed: ${(stderr || String(error)).trim()}`);
}

function options({ env, folder }) {
  return { env, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
}

async function until({ folder }, check) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await check()) return;
    await sleep(200);
  }
  const logs = join(folder, 'log');
  const ends = readdirSync(logs).map(
    (name) => `${name}: ${readFileSync(join(logs, name), 'utf8').slice(-2000)}`,
  );
  throw new Error(`the RADOS Gateway did not start\n${ends.join('\n')}`);
}

/** Unpacks the packages that this machine does not have, once. */
function ensureUnpacked() {
  if (existsSync(join(prefix, 'usr/bin/radosgw')) || existsSync('/usr/bin/radosgw')) return;
  note('Fetching the RADOS Gateway …');
  const draft = `${prefix}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const script = `set -e; cd "$1"
list() { apt-get install -s --no-install-recommends ${wanted.join(' ')}; }
list >/dev/null 2>&1 || apt-get update -q
list | awk '/^Inst/ {print $2}' | xargs apt-get download -q
for package in *.deb; do dpkg-deb -x "$package" .; rm "$package"; done`;
  const result = spawnSync('/bin/sh', ['-c', script, 'fetch', draft], { encoding: 'utf8' });
  if (result.error || result.status !== 0) {
    const why = result.error?.message ?? result.stderr.trim().split('\n').at(-1);
    fail(`The RADOS Gateway can't be fetched from Debian's packages (run apt-get update?): ${why}`);
  }
  renameSync(draft, prefix);
}

function libraries() {
  const root = existsSync('/usr/bin/radosgw') ? '' : prefix;
  const folder = `/usr/lib/${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch]}-linux-gnu`;
  return { root, folder: `${root}${folder}` };
}

function environment() {
  const { root, folder } = libraries();
  return {
    HOME: process.env.HOME,
    PATH: `${root}/usr/bin:${process.env.PATH}`,
    LD_LIBRARY_PATH: [folder, `${folder}/ceph`, folder.replace('/usr/lib', '/lib')].join(':'),
    PYTHONPATH: `${root}/usr/lib/python3/dist-packages`,
  };
}

// Without the short waits of the monitor each new pool takes a second, and without tcp_nodelay each download 45 ms. On a busy
// machine the OSD would ask for its place too early (osd_crush_update_on_start), so it is given one.
function configuration({ folder, fsid, port, monitorPort }) {
  const { folder: lib } = libraries();
  return `[global]
fsid = ${fsid}
mon_host = [v1:127.0.0.1:${monitorPort}/0]
ms_bind_msgr2 = false
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_crush_chooseleaf_type = 0
run_dir = ${folder}
admin_socket =
log_file = ${folder}/log/$name.log
log_to_stderr = false
crash_dir = ${folder}/crash
plugin_dir = ${lib}/ceph
erasure_code_dir = ${lib}/ceph/erasure-code
[mon]
mon_data = ${folder}/mon
mon_data_avail_crit = 1
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
[osd]
osd_data = ${folder}/osd
osd_class_dir = ${lib}/rados-classes
osd_class_update_on_start = false
osd_crush_update_on_start = false
osd_objectstore = memstore
memstore_device_bytes = 8589934592
[client.rgw]
rgw_data = ${folder}
rgw_frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw_thread_pool_size = 32
rgw_override_bucket_index_max_shards = 1
rgw_dynamic_resharding = false
`;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
