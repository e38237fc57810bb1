// Counts running uploads and downloads and their bytes. It reads the counters of their sockets, when a transfer ends and when
// the metrics are read, so it does nothing for each piece that arrives or is sent.
import type { Socket } from 'node:net';
import { Counter, Gauge, type Registry } from 'prom-client';

export type Direction = 'upload' | 'download';

/** The bytes of a socket that are already counted, or belong to requests that are no transfers. */
interface Seen {
  read: number;
  written: number;
}

export interface TransferMeter {
  /** Call this for every request, because the next one may use the same socket. Returns a function for its end. */
  begin(socket: Socket, direction: Direction | undefined): () => void;
}

export function createTransferMeter(registry: Registry): TransferMeter {
  const running = new Set<{ socket: Socket; direction: Direction }>();
  const seen = new WeakMap<Socket, Seen>();
  const countRunning = () => {
    for (const transfer of running) count(transfer.socket, transfer.direction);
  };
  const bytesOf = (name: string, help: string) =>
    new Counter({ name, help, registers: [registry], collect: countRunning });
  const bytes = {
    upload: bytesOf(
      'cellar_upload_bytes_total',
      'Bytes received by uploads, with the framing of their forms.',
    ),
    download: bytesOf('cellar_download_bytes_total', 'Bytes of downloads that were passed to the network.'),
  };
  new Gauge({
    name: 'cellar_transfers_running',
    help: 'Uploads and downloads that are running in this process.',
    labelNames: ['direction'],
    registers: [registry],
    collect() {
      const all = [...running];
      for (const direction of ['upload', 'download'] as const) {
        this.set({ direction }, all.filter((transfer) => transfer.direction === direction).length);
      }
    },
  });

  function count(socket: Socket, direction: Direction): void {
    const before = seen.get(socket) ?? { read: 0, written: 0 };
    const now = { read: socket.bytesRead, written: socket.bytesWritten };
    seen.set(socket, now);
    const added = direction === 'upload' ? now.read - before.read : now.written - before.written;
    // A broken connection drops bytes that it had accepted.
    bytes[direction].inc(Math.max(0, added));
  }

  return {
    begin(socket, direction) {
      if (!direction) return () => seen.set(socket, { read: socket.bytesRead, written: socket.bytesWritten });
      const transfer = { socket, direction };
      running.add(transfer);
      return () => {
        running.delete(transfer);
        count(socket, direction);
      };
    },
  };
}
