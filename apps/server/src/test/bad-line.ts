// A proxy that simulates a bad connection: it breaks every connection after a random number of bytes, either with a reset or
// with an orderly end.

import { once } from 'node:events';
import net, { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createRandom } from '#seed/random.ts';

export interface LossyLine {
  url: string;
  /** The number of connections broken so far. */
  cuts(): number;
  close(): Promise<void>;
}

interface Options {
  /** The same seed breaks the same connections at the same bytes. */
  seed: string;
  /** The range of response bytes after which connections break. */
  bytes: [least: number, most: number];
}

export async function openLossyLine(target: string, { seed, bytes }: Options): Promise<LossyLine> {
  const { hostname, port } = new URL(target);
  const random = createRandom(seed);
  const open = new Set<net.Socket>();
  let cuts = 0;

  const line = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    let left = random.whole(...bytes);
    const isReset = random.chance(0.5);
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    client.on('close', () => server.destroy());
    server.on('close', () => client.end());
    client.pipe(server);
    server.on('data', (piece) => {
      if (left <= 0) return;
      const passed = piece.subarray(0, left);
      left -= passed.length;
      if (!client.write(passed)) {
        server.pause();
        client.once('drain', () => server.resume());
      }
      if (left > 0) return;
      cuts += 1;
      server.destroy();
      if (isReset) client.resetAndDestroy();
      else client.end();
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port: ownPort } = line.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    cuts: () => cuts,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => line.close(resolve));
    },
  };
}

// A proxy that stalls after a number of bytes, so that a test can act in the middle of a transfer.

interface StallingLine {
  url: string;
  /** Resolves when the line has stalled. */
  stalled: Promise<void>;
  /** Stops stalling, and breaks the connections that were stalled. */
  recover(): void;
  close(): Promise<void>;
}

/** `direction`: where the bytes that are counted go to, on all connections together. */
export async function openStallingLine(
  target: string,
  { direction, bytes }: { direction: 'client' | 'server'; bytes: number },
): Promise<StallingLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const stalled = Promise.withResolvers<void>();
  let left = bytes;

  function pass(from: Socket, to: Socket, isCounted: boolean): void {
    from.on('data', (piece: Buffer) => {
      const passed = isCounted ? piece.subarray(0, left) : piece;
      if (isCounted) left -= passed.length;
      if (passed.length > 0 && !to.write(passed)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
      if (left > 0 || !isCounted) return;
      from.pause();
      stalled.resolve();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket);
    pass(near, far, direction === 'server');
    pass(far, near, direction === 'client');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stalled: stalled.promise,
    recover() {
      left = Number.POSITIVE_INFINITY;
      breakAll();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      breakAll();
      await closed;
    },
  };
}
