// Real files through real sockets: everything that `sendFile` promises also holds for bytes that are not copied.
import { mkdtemp, open, rm, truncate } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { planFileAnswer } from '#http/file-answer.ts';
import { type SendFileOptions, type SendFileResult, sendFile } from '#http/send-file.ts';
import { bytesWritten } from './sendfile.ts';
import { openPath } from './storage/disk/disk-files.ts';

const MiB = 1024 * 1024;
const size = 40 * MiB;

/** The package is optional. Without it, everything is copied. */
const isPossible = process.platform === 'linux' && hasKoffi();

function hasKoffi(): boolean {
  try {
    createRequire(import.meta.url).resolve('koffi');
    return true;
  } catch {
    return false;
  }
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-sendfile-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Every eight bytes name the file and their position in it. */
function contentOf(file: number): Buffer {
  const words = new BigUint64Array(size / 8);
  for (let at = 0; at < words.length; at += 1) words[at] = (BigInt(file) << 48n) | BigInt(at);
  return Buffer.from(words.buffer);
}
const contents = [1, 2, 3].map(contentOf);

interface Served {
  port: number;
  path(file: number): string;
  results: SendFileResult[];
  sent: [number, number][];
  /** Bytes that were not copied. */
  direct(): number;
  /** Bytes that the last finished connection has taken. */
  written(): number;
}

const servers: http.Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Serves the files as `/0`, `/1`, and so on. */
async function serve(options: Partial<SendFileOptions> = {}): Promise<Served> {
  const results: SendFileResult[] = [];
  const sent: [number, number][] = [];
  let [direct, written] = [0, 0];
  const path = (file: number) => join(folder, String(file));
  for (const [file, content] of contents.entries()) {
    const handle = await open(path(file), 'w');
    await handle.writeFile(content);
    await handle.close();
  }
  const server = http.createServer(async (request, response) => {
    const file = await openPath(join(folder, request.url?.slice(1) ?? ''));
    const facts = { etag: '"1"', lastModified: file.modifiedAt, size: file.size };
    const answer = planFileAnswer(request, {
      ...facts,
      contentType: 'application/zip',
      disposition: 'attachment',
    });
    const source = {
      ...file,
      sendTo: async (...args: Parameters<NonNullable<typeof file.sendTo>>) => {
        const taken = (await file.sendTo?.(...args)) ?? 0;
        direct += taken;
        return taken;
      },
    };
    const onSent = (start: number, end: number) => sent.push([start, end]);
    const { socket } = request;
    results.push(await sendFile({ request, response, answer, source, onSent, ...options }));
    written = bytesWritten(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, path, results, sent, direct: () => direct, written: () => written };
}

/** Sends requests at once, on one connection, and returns everything that arrives until it ends. */
function ask(port: number, ...requests: string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', reject).on('data', (piece) => pieces.push(piece));
    socket.on('end', () => resolve(Buffer.concat(pieces)));
    socket.write(requests.map((request) => `${request}\r\n\r\n`).join(''));
  });
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n');
const close = 'Connection: close';

/** Returns the bytes after the head of an answer, which must be all that is left. */
function bodyOf(answer: Buffer): Buffer {
  return answer.subarray(answer.indexOf('\r\n\r\n') + 4);
}

describe('bytes that are not copied', () => {
  it('are the bytes of the file, reported once and in order', async () => {
    const served = await serve();
    const answer = await ask(served.port, get('/0', close));
    expect(bodyOf(answer).equals(contents[0] as Buffer)).toBe(true);
    await expect.poll(() => served.results).toEqual([{ outcome: 'sent' }]);
    let next = 0;
    for (const [start, end] of served.sent) {
      expect(start).toBe(next);
      next = end;
    }
    expect(next).toBe(size);
    expect(served.written()).toBe(answer.length);
    if (isPossible) expect(served.direct()).toBeGreaterThan(size / 2);
  });

  it('are those of each range, and of each request of one connection', async () => {
    const served = await serve();
    const ranges = 'Range: bytes=100-9000000, 20000000-29999999';
    const range = 'Range: bytes=5000000-';
    const all = await ask(
      served.port,
      get('/0'),
      get('/1', range).replace('GET', 'HEAD'),
      get('/1', range),
      get('/2', ranges),
      get('/0', 'Range: bytes=0-99', close),
    );
    const [first, second, third] = contents as [Buffer, Buffer, Buffer];
    let at = 0;
    const expectNext = (bytes: Buffer) => {
      const start = all.indexOf('\r\n\r\n', at) + 4;
      expect(all.subarray(start, start + bytes.length).equals(bytes)).toBe(true);
      at = start + bytes.length;
    };
    expectNext(first);
    expectNext(Buffer.alloc(0));
    expectNext(second.subarray(5_000_000));
    // The head of the answer; each part has one of its own.
    expectNext(Buffer.alloc(0));
    expectNext(third.subarray(100, 9_000_001));
    expectNext(third.subarray(20_000_000, 30_000_000));
    expectNext(first.subarray(0, 100));
    expect(at).toBe(all.length);
    await expect.poll(() => served.results).toEqual(Array.from({ length: 5 }, () => ({ outcome: 'sent' })));
    expect(served.written()).toBe(all.length);
  });

  it('arrive after a client has taken nothing for a while', async () => {
    const served = await serve();
    const { socket, received } = await stalled(served);
    socket.resume();
    await expect.poll(received).toBe(size);
    await expect.poll(() => served.results).toEqual([{ outcome: 'sent' }]);
  });

  it.each(['takes nothing', 'is stopped'])('end with the connection of a client that %s', async (reason) => {
    const stop = new AbortController();
    const served = await serve(reason === 'is stopped' ? { signal: stop.signal } : { idleMs: 300 });
    const { socket, received, gone } = await stalled(served);
    stop.abort();
    await expect.poll(() => served.results).toEqual([{ outcome: 'aborted' }]);
    socket.resume();
    await gone;
    expect(received()).toBeLessThan(size);
    expect(served.sent.at(-1)?.[1]).toBeGreaterThanOrEqual(received());
    expect(served.sent.at(-1)?.[1]).toBeLessThan(size);
  });

  it('end with the connection when the file becomes shorter', async () => {
    const served = await serve();
    const { socket, received, gone } = await stalled(served);
    await truncate(served.path(0), 30 * MiB);
    socket.resume();
    await gone;
    expect(received()).toBeLessThanOrEqual(30 * MiB);
    await expect.poll(() => served.results).toMatchObject([{ outcome: 'failed' }]);
  });
});

/** Asks for `/0`, takes the first bytes, and nothing more until the buffers of the system are full. */
async function stalled(served: Served) {
  const socket = net.connect(served.port, '127.0.0.1');
  let received = 0;
  let head = Buffer.alloc(0);
  const gone = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.on('data', (piece) => {
    if (received > 0) received += piece.length;
    else {
      head = Buffer.concat([head, piece]);
      received = Math.max(0, bodyOf(head).length);
    }
  });
  socket.write(`${get('/0', close)}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  let [before, same] = [0, 0];
  const isFull = () => {
    const now = served.sent.at(-1)?.[1] ?? 0;
    same = now > 0 && now === before ? same + 1 : 0;
    before = now;
    return same;
  };
  await expect.poll(isFull, { interval: 20 }).toBeGreaterThan(10);
  return { socket, received: () => received, gone };
}
