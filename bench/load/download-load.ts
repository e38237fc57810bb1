// Child process of the download rows: fetches one URL over N persistent connections and discards the bytes. Started by
// src/load.ts. It reuses one buffer per connection and parses little HTTP, so that it takes little time itself.
import net from 'node:net';

export interface DownloadLoad {
  host: string;
  port: number;
  /** The path and query. */
  path: string;
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
  const failure = new Promise<never>((_, reject) => {
    for (let i = 0; i < load.streams; i += 1) openStream(load, count, reject);
  });
  const measured = (async () => {
    await pause(load.warmUpMs);
    process.send?.('measuring');
    const [from, started] = [count.bytes, performance.now()];
    await pause(load.measureMs);
    process.send?.('measured');
    return { bytes: count.bytes - from, seconds: (performance.now() - started) / 1000 };
  })();
  return Promise.race([measured, failure]);
}

function openStream(load: DownloadLoad, count: { bytes: number }, fail: (error: Error) => void): void {
  let left = 0;
  let head = '';
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const socket = net.connect({
    host: load.host,
    port: load.port,
    onread: {
      buffer,
      callback: (size) => {
        try {
          receive(size);
        } catch (error) {
          fail(error as Error);
        }
        return true;
      },
    },
  });
  const ask = () => socket.write(`GET ${load.path} HTTP/1.1\r\nHost: ${load.host}:${load.port}\r\n\r\n`);
  socket.on('connect', ask);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed a connection')));

  function receive(size: number): void {
    let from = 0;
    if (left === 0) {
      head += buffer.toString('latin1', 0, size);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
      if (!/^HTTP\/1\.1 200 /.test(head) || !length)
        throw new Error(`unexpected answer: ${head.slice(0, 200)}`);
      left = Number(length);
      from = size - (head.length - end - 4);
      head = '';
    }
    left -= size - from;
    count.bytes += size - from;
    if (left < 0) throw new Error('the server sent more than it announced');
    if (left === 0) ask();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
