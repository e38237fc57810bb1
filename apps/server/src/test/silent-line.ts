// A proxy that falls silent: it keeps its connections open and accepts new ones, but passes nothing on. What was silent once stays
// so, as behind a firewall that has forgotten a connection. Connections opened after `speak` work.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

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
