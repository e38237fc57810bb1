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

// A proxy that falls silent: it keeps its connections open and accepts new ones, but passes nothing on. What was silent once stays
// so, as behind a firewall that has forgotten a connection. Connections opened after `speak` work.

/** `dripMs`: passes on one byte of the answers each so often. `hears`: still passes on what is sent to the target. */
export interface Silence {
  dripMs?: number;
  hears?: boolean;
}

export interface SilentLine {
  port: number;
  fallSilent(silence?: Silence): void;
  /** Falls silent once these texts were sent to the target one after the other. By default the target gets everything. */
  fallSilentAfter(texts: string[], silence?: Silence): void;
  speak(): void;
  close(): Promise<void>;
}

export async function openSilentLine(target: { host: string; port: number }): Promise<SilentLine> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const silenced = new Map<Socket, Silence>();
  let silence: Silence | undefined;
  let awaited: { texts: string[]; then: Silence } | undefined;

  const fallSilent = (how: Silence = {}) => {
    silence = how;
    for (const client of clients) silenced.set(client, how);
  };

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  }

  async function drip(client: Socket, piece: Buffer, everyMs: number): Promise<void> {
    for (const byte of piece) {
      if (client.destroyed) return;
      client.write(Buffer.from([byte]));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const far = connect(target);
    for (const socket of [client, far]) keep(socket);
    clients.add(client);
    if (silence) silenced.set(client, silence);
    client.on('data', (piece) => {
      const how = silenced.get(client);
      if (!how || how.hears || how.dripMs) far.write(piece);
      if (how || !awaited || !piece.includes(awaited.texts[0] ?? '')) return;
      awaited.texts.shift();
      if (awaited.texts.length > 0) return;
      fallSilent(awaited.then);
      awaited = undefined;
    });
    far.on('data', (piece) => {
      const how = silenced.get(client);
      if (!how) client.write(piece);
      else if (how.dripMs) drip(client, piece, how.dripMs).catch(() => undefined);
    });
    // Whoever is silent does not say either that a connection has ended.
    client.once('end', () => silenced.has(client) || far.end());
    client.once('close', () => {
      clients.delete(client);
      if (!silenced.has(client)) far.destroy();
    });
    far.once('close', () => silenced.has(client) || client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent,
    fallSilentAfter(texts, then = { hears: true }) {
      awaited = { texts, then };
    },
    speak() {
      silence = undefined;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
