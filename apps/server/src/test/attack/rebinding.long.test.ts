// A host name that is public when it is checked and private when it is used (DNS rebinding), with a real resolver: no connection
// reaches the private network.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { addWebhook } from '#test/webhooks.ts';
import { type RebindingResolver, startRebindingResolver } from './rebinding-resolver.ts';

/** A loopback address of our own, because port 53 of the others may be taken. */
const resolverHost = '127.53.53.53';
/** An address of example.com. Nothing answers at the port of the test. */
const publicAddress = '93.184.215.14';

/** Whether the system lets a process have its own /etc/resolv.conf, and port 53. */
const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

describe.skipIf(!mayMount)('a host name that changes its address', { timeout: processMs }, () => {
  let folder: string;
  let database: TestDatabase;
  let server: ServerProcess;
  let admin: Client;
  let resolver: RebindingResolver | undefined;
  let connections = 0;
  const trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });

  beforeAll(async () => {
    trap.listen(0, '127.0.0.1');
    await once(trap, 'listening');
    folder = await mkdtemp(join(tmpdir(), 'cellar-rebinding-'));
    database = await createTestDatabase();
    const resolvConf = join(folder, 'resolv.conf');
    await writeFile(resolvConf, `nameserver ${resolverHost}\noptions timeout:1 attempts:1\n`);
    const script = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
    server = await startServer({
      dataDir: folder,
      env: database.env,
      through: ['unshare', '-m', 'sh', '-c', script, resolvConf],
    });
    admin = await server.logIn();
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
    trap.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['private from the start', ['127.0.0.1']],
    ['public at first', [publicAddress, '127.0.0.1', '127.0.0.1']],
    ['private every second time', ['127.0.0.1', publicAddress]],
  ])('%s: never leads to the private network', async (_, addresses) => {
    resolver = await startRebindingResolver(resolverHost, addresses);
    const { port } = trap.address() as AddressInfo;
    const id = await addWebhook(admin, `https://rebinding.example:${port}/`);
    try {
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await admin.call(api.testWebhook, { params: { id } });
        expect([status, body.isDelivered ?? false], JSON.stringify(body)).toEqual([200, false]);
      }
      expect(resolver.questions).toBeGreaterThan(0);
      expect(connections).toBe(0);
    } finally {
      resolver.close();
    }
  });
});
