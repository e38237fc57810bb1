// A proxy that a test can cut and restore, or hold. While it is cut, the server behind it seems to be down.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface CutLine {
  port: number;
  /** Returns the number of bytes that the target has sent. */
  received(): number;
  /** Returns the number of bytes that the open connections have passed on to the target. */
  sent(): number;
  /** Returns the number of open connections to the line. */
  connections(): number;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Cuts the line when the target has sent this many more bytes. */
  cutAfter(bytes: number): Promise<void>;
  restore(): Promise<void>;
  /** Passes nothing on to the target until `release`, but accepts what is sent to it. */
  hold(): void;
  release(): void;
}

export async function openLine(target: { host: string; port: number }): Promise<CutLine> {
  const sockets = new Set<Socket>();
  /** The connections to the target, by those to this proxy. */
  const pairs = new Map<Socket, Socket>();
  /** What was sent since `hold`, and the connection to the target that it is for. */
  let kept: [Socket, Buffer][] = [];
  let [received, isHeld] = [0, false];
  let cutDue: { at: number; cut(): void } | undefined;
  /** Keeps what it receives while the line is held, so that the sender never has to wait. */
  function gate(far: Socket): Transform {
    return new Transform({
      transform(piece: Buffer, _encoding, done) {
        if (!isHeld) return done(null, piece);
        kept.push([far, piece]);
        done();
      },
    });
  }
  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        pairs.delete(near);
        near.destroy();
        far.destroy();
      });
    }
    far.on('data', ({ length }: Buffer) => {
      received += length;
      if (cutDue && received >= cutDue.at) cutDue.cut();
    });
    pairs.set(near, far);
    near.pipe(gate(far)).pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  async function cut(): Promise<void> {
    cutDue = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  return {
    port,
    received: () => received,
    sent: () => [...pairs.values()].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    connections: () => sockets.size / 2,
    cut,
    cutAfter: (bytes) =>
      new Promise((resolve) => {
        cutDue = { at: received + bytes, cut: () => resolve(cut()) };
      }),
    async restore() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const [far, piece] of kept) far.write(piece);
      kept = [];
    },
  };
}
