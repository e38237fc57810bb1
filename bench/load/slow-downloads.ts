// Child process of the catalogue rows: runs many slow downloads until it is stopped.
import net from 'node:net';
import { generate, pause } from './generator.ts';

export interface SlowDownloads {
  host: string;
  port: number;
  /** The path and query of each download. */
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

/** Starts a download and resolves with its first bytes. The socket delivers only as much as is read from it. */
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
