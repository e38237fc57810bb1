// Child process of the catalogue's rows: many downloads at once over slow lines, until it is stopped.
import net from 'node:net';
import { generate, pause } from './generator.ts';

export interface SlowDownloads {
  host: string;
  port: number;
  /** Path and query of each. */
  paths: string[];
  bytesPerSecond: number;
}

export interface SlowDownloadsResult {
  bytes: number;
}

const ticksPerSecond = 4;

generate<SlowDownloads, SlowDownloadsResult>(async (load, phases) => {
  const sockets = await Promise.all(load.paths.map((path) => begin(load, path)));
  phases.measuring();
  let bytes = 0;
  let isOver = false;
  void phases.stopped.then(() => {
    isOver = true;
  });
  const share = Math.floor(load.bytesPerSecond / ticksPerSecond);
  while (!isOver) {
    for (const socket of sockets) {
      if (socket.destroyed) throw new Error('the server closed a download');
      bytes += (socket.read(share) ?? socket.read())?.length ?? 0;
    }
    await pause(1000 / ticksPerSecond);
  }
  for (const socket of sockets) socket.destroy();
  return { bytes };
});

/** Resolves when the first bytes have come. Only as much is taken from the line as is read here. */
function begin({ host, port }: SlowDownloads, path: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port });
    socket.on('error', reject);
    socket.once('readable', () => {
      const head = (socket.read(15) as Buffer | null)?.toString('latin1') ?? '';
      if (head.startsWith('HTTP/1.1 200')) resolve(socket);
      else reject(new Error(`a download was answered with ${head}`));
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`);
  });
}
