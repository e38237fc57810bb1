// The second S3 store for tests: OpenStack Swift from Debian's packages, which keeps fewer promises than AWS. It has no
// conditional writes, and a part that arrives after its upload was completed damages the finished object.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, createPrograms, environmentIn, libraryFolder, unpackPackages } from '../programs.mjs';

const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/**
 * Starts a store with one user. Resolves with its endpoint, its credentials, and a function that stops it. @throws Failure
 * without the packages
 */
export async function startSwift() {
  const prefix = unpackPackages({
    title: 'OpenStack Swift',
    name: 'swift',
    packages: ['python3-swift', 'memcached'],
    file: '/usr/bin/swift-proxy-server',
  });
  const programs = createPrograms('swift', environmentIn(prefix, [libraryFolder(prefix)]));
  try {
    return { endpoint: await start(programs), ...credentials, stop: programs.stop };
  } catch (error) {
    await programs.stop();
    throw error;
  }
}

async function start({ folder, start, until }) {
  const [memcachedPort, port] = [join(folder, 'memcached-port'), join(folder, 'port')];
  // Port -1 is one that is free.
  const memcached = ['-u', 'root', '-l', '127.0.0.1', '-p', '-1', '-U', '0', '-m', '16'];
  start('memcached', memcached, { MEMCACHED_PORT_FILENAME: memcachedPort });
  await until(() => existsSync(memcachedPort));
  const [, number] = /TCP INET: (\d+)/.exec(readFileSync(memcachedPort, 'utf8')) ?? [];
  const { accessKeyId, secretAccessKey } = credentials;
  const script = join(import.meta.dirname, 'swift-servers.py');
  // Debian's packages are for Debian's Python, whatever else is on the path.
  start('/usr/bin/python3', [script, folder, number, accessKeyId, secretAccessKey]);
  await until(() => existsSync(port));
  const endpoint = `http://127.0.0.1:${readFileSync(port, 'utf8')}`;
  await until(() => answers(endpoint));
  return endpoint;
}
