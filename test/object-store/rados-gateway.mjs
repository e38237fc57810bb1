// A real S3 store for tests: Ceph's RADOS Gateway from Debian's packages, run as the current user in a temporary folder.
// Everything is stored in memory.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, createPrograms, environmentIn, libraryFolder, unpackPackages } from '../programs.mjs';

const credentials = { accessKeyId: 'testaccess', secretAccessKey: 'testsecret' };
const monitorPort = 6789;
const gatewayPort = 7480;

/**
 * Starts a store with one user. Resolves with its endpoint, its credentials, and a function that stops it. @throws Failure
 * without the packages
 */
export async function startRadosGateway() {
  const prefix = unpackPackages({
    title: 'the RADOS Gateway',
    name: 'rados-gateway',
    packages: ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'],
    file: '/usr/bin/radosgw',
  });
  const libraries = libraryFolder(prefix);
  const all = [libraries, `${libraries}/ceph`, libraries.replace('/usr/lib', '/lib')];
  const programs = createPrograms('rados', environmentIn(prefix, all));
  try {
    return { endpoint: await start(programs, libraries), ...credentials, stop: programs.stop };
  } catch (error) {
    await programs.stop();
    throw error;
  }
}

async function start(programs, libraries) {
  const { folder } = programs;
  const conf = join(folder, 'ceph.conf');
  const address = ownAddress();
  const [fsid, osd] = [randomUUID(), randomUUID()];
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  writeFileSync(conf, configuration({ folder, fsid, address, libraries }));
  const map = join(folder, 'monmap');
  const monitor = ['--addv', 'a', `[v1:${address}:${monitorPort}]`];
  programs.run('monmaptool', ['--create', '--fsid', fsid, ...monitor, map]);
  programs.run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map]);
  programs.start('ceph-mon', ['-c', conf, '-i', 'a', '-f']);
  const ceph = (...args) => programs.ask('ceph', ['-c', conf, '--connect-timeout', '2', ...args]);
  await programs.until(() => ceph('mon', 'stat').isOk);
  programs.run('ceph', ['-c', conf, 'osd', 'new', osd]);
  programs.run('ceph', ['-c', conf, 'osd', 'crush', 'add', '0', '1.0', 'host=test', 'root=default']);
  programs.run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd]);
  programs.start('ceph-osd', ['-c', conf, '-i', '0', '-f']);
  await programs.until(() => ceph('osd', 'stat').stdout.includes('1 up'));
  programs.start('radosgw', ['-c', conf, '-n', 'client.rgw', '-f']);
  const endpoint = `http://${address}:${gatewayPort}`;
  await programs.until(() => answers(endpoint));
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  programs.run('radosgw-admin', ['-c', conf, 'user', 'create', '--uid=test', '--display-name=test', ...keys]);
  return endpoint;
}

/**
 * Returns an address of this machine that no other program uses. A monitor needs a port that is known before it starts. A
 * free port of 127.0.0.1 could be taken in between, even by another cluster, to which this one would then connect.
 */
function ownAddress() {
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

// Without the short waits of the monitor each new pool takes a second, and without tcp_nodelay each download 45 ms. On a busy
// machine the OSD would ask for its place too early (osd_crush_update_on_start), so it is given one.
function configuration({ folder, fsid, address, libraries }) {
  return `[global]
fsid = ${fsid}
mon_host = [v1:${address}:${monitorPort}/0]
ms_bind_msgr2 = false
public_addr = ${address}
cluster_addr = ${address}
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
plugin_dir = ${libraries}/ceph
erasure_code_dir = ${libraries}/ceph/erasure-code
[mon]
mon_data = ${folder}/mon
mon_data_avail_crit = 1
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
[osd]
osd_data = ${folder}/osd
osd_class_dir = ${libraries}/rados-classes
osd_class_update_on_start = false
osd_crush_update_on_start = false
osd_objectstore = memstore
memstore_device_bytes = 8589934592
[client.rgw]
rgw_data = ${folder}
rgw_frontends = beast endpoint=${address}:${gatewayPort} tcp_nodelay=1
rgw_thread_pool_size = 32
rgw_override_bucket_index_max_shards = 1
rgw_dynamic_resharding = false
`;
}
