// Child process of the download rows: fetches a file over N persistent connections, follows its redirects, and discards the
// bytes. Started by src/load.ts. It reuses one buffer per connection and parses little HTTP, so that it takes little time itself.
import net from 'node:net';

export interface DownloadLoad {
  host: string;
  port: number;
  /** The path and query. Several are shared by the streams, because Cellar limits the connections of one download. */
  path: string | string[];
  streams: number;
  warmUpMs: number;
  measureMs: number;
}

export interface DownloadResult {
  bytes: number;
  seconds: number;
}

const READ_BYTES = 1024 * 1024;

process.once('message', (load: DownloadLoad) => {
  void run(load).then(
    (result) => process.send?.({ result }, () => process.exit(0)),
    (error: Error) => process.send?.({ error: error.message }, () => process.exit(1)),
  );
});

async function run(load: DownloadLoad): Promise<DownloadResult> {
  const count = { bytes: 0 };
  const downloads = Promise.race(
    Array.from({ length: load.streams }, (_, at) => download(load, pathOf(load, at), count)),
  );
  const measured = (async () => {
    await pause(load.warmUpMs);
    process.send?.('measuring');
    const [from, started] = [count.bytes, performance.now()];
    await pause(load.measureMs);
    process.send?.('measured');
    return { bytes: count.bytes - from, seconds: (performance.now() - started) / 1000 };
  })();
  return Promise.race([measured, downloads]);
}

function pathOf({ path }: DownloadLoad, at: number): string {
  const paths = [path].flat();
  return paths[at % paths.length] as string;
}

/** Fetches the file again and again, and each redirect over a second connection. */
async function download(
  { host, port }: DownloadLoad,
  path: string,
  count: { bytes: number },
): Promise<never> {
  const first = openConnection({ host, port, count });
  let other: Connection | undefined;
  for (;;) {
    const location = await first(path);
    if (!location) continue;
    const { hostname, port: otherPort, pathname, search } = new URL(location);
    other ??= openConnection({ host: hostname, port: Number(otherPort), count });
    await other(pathname + search);
  }
}

/** Fetches a path. Resolves when the body is complete, to the address of a redirect if the answer is one. */
type Connection = (path: string) => Promise<string | undefined>;

function openConnection({
  host,
  port,
  count,
}: {
  host: string;
  port: number;
  count: { bytes: number };
}): Connection {
  let left = 0;
  let head = '';
  let location: string | undefined;
  let { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const socket = net.connect({
    host,
    port,
    onread: {
      buffer,
      callback: (size) => {
        try {
          receive(size);
        } catch (error) {
          reject(error as Error);
        }
        return true;
      },
    },
  });
  socket.on('error', (error) => reject(error));
  socket.on('close', () => reject(new Error('the server closed a connection')));

  function receive(size: number): void {
    let from = 0;
    if (left === 0) {
      head += buffer.toString('latin1', 0, size);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
      if (!/^HTTP\/1\.1 (200|302) /.test(head) || !length)
        throw new Error(`unexpected answer: ${head.slice(0, 200)}`);
      location = /\r\nlocation: (\S+)\r\n/i.exec(head)?.[1];
      left = Number(length);
      from = size - (head.length - end - 4);
      head = '';
    }
    left -= size - from;
    count.bytes += size - from;
    if (left < 0) throw new Error('the server sent more than it announced');
    if (left === 0) resolve(location);
  }

  return (path) => {
    ({ promise, resolve, reject } = Promise.withResolvers<string | undefined>());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`);
    return promise;
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
