// A clamd that speaks the protocol, but answers what and when a test tells it to. For failures and races; all else is tested with
// a real one.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface FakeClamd {
  /** The value of CLAMD_URL. */
  url: string;
  /** Decides about each scan from now on: the answer, or null to end the connection without one. */
  answer: () => Promise<string | null>;
  /** How many scans have begun. */
  scans: number;
  close(): Promise<void>;
}

export async function startFakeClamd(): Promise<FakeClamd> {
  const fake: FakeClamd = {
    url: '',
    answer: async () => 'stream: OK',
    scans: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', async (first: Buffer) => {
      if (!first.toString().startsWith('zINSTREAM\0')) return socket.end(`ClamAV 9.9.9/1/${justNow()}\0`);
      fake.scans += 1;
      socket.resume();
      const answer = await fake.answer();
      return answer === null ? socket.destroy() : socket.end(`${answer}\0`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.url = `tcp:127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

/** The time of the signatures, as in `Mon Nov 23 09:10:00 2026`. Older ones would be outdated. */
function justNow(): string {
  const [weekday, day, month, year, time] = new Date().toUTCString().split(/,? /);
  return [weekday, month, day, time, year].join(' ');
}
