// A proxy that stalls after a number of bytes, so that a test can act in the middle of a transfer.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface StallingLine {
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
