import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { waitLimitMs } from '../../../../test/waiting.ts';
import { planFileAnswer } from './file-answer.ts';
import { type FileSource, type SendFileOptions, type SendFileResult, sendFile } from './send-file.ts';

const bytes = randomBytes(5 * 1024 * 1024 + 321);
const etag = '"v1"';
const lastModified = new Date('2026-03-01T10:00:00Z');

interface Served {
  url: string;
  port: number;
  /** The results of the finished responses, in the order in which they finished. */
  results: SendFileResult[];
  sent: [number, number][];
  closed(): number;
  reads(): number;
}

const servers: http.Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** The size of the pieces that the source yields. */
const pieceBytes = 256 * 1024;

async function serve(content: Buffer, options: Partial<SendFileOptions> = {}): Promise<Served> {
  let [closed, reads] = [0, 0];
  const results: SendFileResult[] = [];
  const sent: [number, number][] = [];
  const openSource = (): FileSource => ({
    size: content.length,
    async *stream({ start, end }) {
      for (let at = start; at <= end; at += pieceBytes) {
        reads += 1;
        await new Promise(setImmediate);
        yield content.subarray(at, Math.min(at + pieceBytes, end + 1));
      }
    },
    close: async () => {
      closed += 1;
    },
  });
  const server = http.createServer(async (request, response) => {
    const source = options.source ? { ...openSource(), ...options.source } : openSource();
    const disposition = 'attachment; filename="game.zip"';
    const facts = { etag, lastModified, contentType: 'application/zip', disposition, size: source.size };
    results.push(
      await sendFile({
        request,
        response,
        answer: planFileAnswer(request, facts),
        onSent: (start, end) => sent.push([start, end]),
        ...options,
        source,
      }),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, results, sent, closed: () => closed, reads: () => reads };
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { headers, method });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

describe('sendFile: whole files', () => {
  it('sends every byte with the headers a download manager needs', async () => {
    const served = await serve(bytes, { headers: { 'x-content-type-options': 'nosniff' } });
    const answer = await get(served.url);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-disposition': 'attachment; filename="game.zip"',
      'content-length': String(bytes.length),
      'content-type': 'application/zip',
      etag,
      'last-modified': lastModified.toUTCString(),
      'x-content-type-options': 'nosniff',
    });
    expect(served.results).toEqual([{ outcome: 'sent' }]);
    expect(served.closed()).toBe(1);
  });

  it('reports each byte once, in order', async () => {
    const served = await serve(bytes);
    await get(served.url);
    let next = 0;
    for (const [start, end] of served.sent) {
      expect(start).toBe(next);
      next = end;
    }
    expect(next).toBe(bytes.length);
  });

  it('answers HEAD without reading the file', async () => {
    const served = await serve(bytes);
    const answer = await get(served.url, { range: 'bytes=0-9' }, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.body.length).toBe(0);
    expect([served.reads(), served.closed()]).toEqual([0, 1]);
  });

  it('sends an empty file', async () => {
    const served = await serve(Buffer.alloc(0));
    const answer = await get(served.url);
    expect([answer.status, answer.headers.get('content-length'), answer.body.length]).toEqual([200, '0', 0]);
    expect((await get(served.url, { range: 'bytes=0-' })).status).toBe(416);
    expect((await get(served.url, { range: 'bytes=-1' })).status).toBe(200);
    expect(served.closed()).toBe(3);
  });

  it('sends many whole files at the same time', async () => {
    const served = await serve(bytes);
    const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex');
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(served.url)));
    expect(new Set(answers.map(({ body }) => digest(body)))).toEqual(new Set([digest(bytes)]));
    expect(served.closed()).toBe(12);
  });

  it('keeps the connection for the next request', async () => {
    const served = await serve(bytes.subarray(0, 1000));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const localPorts = new Set<number | undefined>();
    for (let i = 0; i < 3; i += 1) {
      await new Promise<void>((resolve, reject) => {
        const request = http.get(served.url, { agent }, (response) => response.resume().on('end', resolve));
        request.on('socket', (socket) => {
          if (socket.localPort) localPorts.add(socket.localPort);
          else socket.once('connect', () => localPorts.add(socket.localPort));
        });
        request.on('error', reject);
      });
    }
    agent.destroy();
    expect(localPorts.size).toBe(1);
  });
});

describe('sendFile: ranges', () => {
  it('sends one range', async () => {
    const served = await serve(bytes);
    const answer = await get(served.url, { range: 'bytes=1000-2000000' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 1000-2000000/${bytes.length}`);
    expect(answer.headers.get('content-length')).toBe('1999001');
    expect(answer.body.equals(bytes.subarray(1000, 2000001))).toBe(true);
    expect([served.sent[0]?.[0], served.sent.at(-1)?.[1]]).toEqual([1000, 2000001]);
  });

  it('sends several ranges as parts', async () => {
    const served = await serve(bytes);
    const answer = await get(served.url, { range: 'bytes=0-9, -5, 100-300000' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBeNull();
    expect(answer.headers.get('content-length')).toBe(String(answer.body.length));
    const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(
      answer.headers.get('content-type') ?? '',
    )?.[1];
    const parts = answer.body.toString('latin1').split(`\r\n--${boundary}`);
    expect([parts.shift(), parts.pop()]).toEqual(['', '--\r\n']);
    const last = bytes.length - 1;
    const expected = [[0, 9], [last - 4, last], [100, 300000]] as const; // biome-ignore format: a table
    expect(parts).toEqual(
      expected.map(
        ([start, end]) =>
          `\r\ncontent-type: application/zip\r\ncontent-range: bytes ${start}-${end}/${bytes.length}\r\n\r\n` +
          bytes.toString('latin1', start, end + 1),
      ),
    );
  });

  it('refuses a range beyond the end and returns the size of the file', async () => {
    const refusal = () => ({ contentType: 'application/json', body: '{"message":"no"}' });
    const served = await serve(bytes, { refusal });
    const answer = await get(served.url, { range: `bytes=${bytes.length}-` });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.body.toString()).toBe('{"message":"no"}');
    expect([served.reads(), served.closed()]).toEqual([0, 1]);
  });

  it('follows If-Range', async () => {
    const served = await serve(bytes);
    const range = 'bytes=0-9';
    expect((await get(served.url, { range, 'if-range': etag })).status).toBe(206);
    expect((await get(served.url, { range, 'if-range': '"v0"' })).status).toBe(200);
    // RFC 9110 section 13.2.2: if the condition of If-Range is false, the Range header is ignored, even an invalid one.
    expect((await get(served.url, { range: 'bytes=x', 'if-range': '"v0"' })).status).toBe(200);
    expect((await get(served.url, { range: 'bytes=x', 'if-match': '"v0"' })).status).toBe(412);
    expect((await get(served.url, { range: 'bytes=x', 'if-none-match': etag })).status).toBe(304);
  });
});

describe('sendFile: conditional requests', () => {
  it('answers 304 without a body', async () => {
    const served = await serve(bytes);
    const answer = await get(served.url, { 'if-none-match': etag });
    expect([answer.status, answer.body.length, answer.headers.get('etag')]).toEqual([304, 0, etag]);
    expect([served.reads(), served.closed()]).toEqual([0, 1]);
  });

  it('answers 412 for the tag of another version', async () => {
    const served = await serve(bytes);
    const answer = await get(served.url, { 'if-match': '"v0"' });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([412, '0']);
  });
});

/** A client in its own thread: waits for its turn, reads everything that has arrived, and resets the connection. */
const resettingClient = `
  const { parentPort, workerData: { port, turn } } = require('node:worker_threads');
  const socket = require('node:net').connect(port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => takeAll());
  });
  function takeAll() {
    Atomics.wait(turn, 0, 0);
    const pieces = [];
    let rest = setTimeout(leave, 1000);
    socket.on('data', (piece) => {
      pieces.push(piece);
      clearTimeout(rest);
      rest = setTimeout(leave, 1000);
    });
    function leave() {
      socket.resetAndDestroy();
      const answer = Buffer.concat(pieces);
      parentPort.postMessage(answer.length - answer.indexOf('\\r\\n\\r\\n') - 4);
      Atomics.store(turn, 0, 2);
      Atomics.notify(turn, 0);
    }
  }`;

describe('sendFile: clients that disconnect', () => {
  const huge = Buffer.alloc(64 * 1024 * 1024, 1);

  function ask(port: number): Promise<net.Socket> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
        socket.once('data', () => {
          socket.pause();
          resolve(socket);
        });
      });
      socket.once('error', reject);
    });
  }

  /** Waits until the buffers of the system are full, so that many turns of the event loop read nothing more. */
  async function untilFull(served: Served): Promise<void> {
    let [before, turns] = [0, 0];
    const idleTurns = () => {
      const reads = served.reads();
      turns = reads > 0 && reads === before ? turns + 1 : 0;
      before = reads;
      return turns;
    };
    await expect.poll(idleTurns, { interval: 20 }).toBeGreaterThan(10);
  }

  it('ends when the client disconnects in the middle', async () => {
    const served = await serve(huge);
    (await ask(served.port)).destroy();
    await expect.poll(() => served.results.length).toBe(1);
    expect(served.results).toEqual([{ outcome: 'aborted' }]);
    expect(served.closed()).toBe(1);
  });

  it('ends when the client resets the connection', async () => {
    const served = await serve(huge);
    (await ask(served.port)).resetAndDestroy();
    await expect.poll(() => served.results.length).toBe(1);
    expect(served.results).toEqual([{ outcome: 'aborted' }]);
    expect(served.closed()).toBe(1);
  });

  it('stops reading while a slow client accepts nothing', async () => {
    const served = await serve(huge);
    const socket = await ask(served.port);
    await untilFull(served);
    expect(served.reads()).toBeLessThan(60);
    expect(served.results).toEqual([]);
    socket.resume();
    await expect.poll(() => served.results.length).toBe(1);
    expect(served.results).toEqual([{ outcome: 'sent' }]);
    socket.destroy();
  });

  it('disconnects a client that accepts nothing', async () => {
    const served = await serve(huge, { idleMs: 300 });
    const socket = await ask(served.port);
    await expect.poll(() => served.results.length).toBe(1);
    expect(served.results).toEqual([{ outcome: 'aborted' }]);
    expect(served.closed()).toBe(1);
    socket.destroy();
  });

  it('cuts the connection when it is canceled', async () => {
    const controller = new AbortController();
    const served = await serve(huge, { signal: controller.signal });
    const socket = await ask(served.port);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    controller.abort();
    socket.on('error', () => {}).resume();
    await ended;
    await expect.poll(() => served.results.length).toBe(1);
    expect(served.results).toEqual([{ outcome: 'aborted' }]);
    expect(served.closed()).toBe(1);
  });

  it('reports after a cut all bytes that the client may have received, but never the whole file', async () => {
    const served = await serve(huge);
    const turn = new Int32Array(new SharedArrayBuffer(4));
    const client = new Worker(resettingClient, { eval: true, workerData: { port: served.port, turn } });
    const received = new Promise<number>((resolve) => client.once('message', resolve));
    // Only a part of the last piece has been accepted.
    await untilFull(served);
    // This thread sends nothing while it sleeps. The client reads the data that has arrived and resets the connection.
    Atomics.store(turn, 0, 1);
    Atomics.notify(turn, 0);
    Atomics.wait(turn, 0, 1, waitLimitMs);
    await expect.poll(() => served.results.length).toBe(1);
    const end = served.sent.at(-1)?.[1];
    expect(await received).toBeGreaterThan(1024 * 1024);
    expect(end).toBeGreaterThanOrEqual(await received);
    expect(end).toBeLessThan(huge.length);
    await client.terminate();
  });

  it('sends nothing if it is canceled before the start', async () => {
    const served = await serve(bytes, { signal: AbortSignal.abort() });
    await expect(get(served.url)).rejects.toThrow();
    expect([served.reads(), served.closed()]).toEqual([0, 1]);
  });
});

describe('sendFile: files that cannot be read', () => {
  it('cuts the connection when the file ends early', async () => {
    const served = await serve(bytes, {
      source: { size: bytes.length + 1000 } as FileSource,
    });
    await expect(get(served.url)).rejects.toThrow();
    await expect.poll(() => served.results.length).toBe(1);
    expect(served.results[0]).toMatchObject({
      outcome: 'failed',
      error: { message: expect.stringContaining('ended at byte') },
    });
    expect(served.closed()).toBe(1);
  });

  it('cuts the connection when reading fails', async () => {
    async function* stream(): AsyncGenerator<Buffer> {
      yield await Promise.reject(new Error('EIO'));
    }
    const served = await serve(bytes, { source: { stream } as unknown as FileSource });
    await expect(get(served.url)).rejects.toThrow();
    await expect.poll(() => served.results.length).toBe(1);
    expect(served.results[0]).toMatchObject({ outcome: 'failed', error: { message: 'EIO' } });
    expect(served.closed()).toBe(1);
  });
});
