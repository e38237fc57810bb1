// A proxy that simulates a bad connection: it breaks every connection after a random number of bytes, either with a reset or
// with an orderly end.
import net from 'node:net';
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
