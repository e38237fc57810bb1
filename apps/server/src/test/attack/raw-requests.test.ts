// Requests that a proxy and the server might read differently (request smuggling), and other malformed ones, sent as bytes. Each is
// refused or answered exactly once, the rest of the connection is not read as another request, and the server stays usable.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(async () => {
  expect((await app.visitor.fetch('/api/health')).status).toBe(200);
  await app.close();
});

interface Exchange {
  /** The status of each response on the connection, in order. */
  statuses: number[];
  text: string;
}

/** Sends the pieces, one after another, and reads until the server closes the connection. */
async function exchange(...pieces: (string | Buffer)[]): Promise<Exchange> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(pieces.length > 1 ? 30 : 0);
  }
  await closed;
  return {
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    text,
  };
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const host = 'Host: cellar.example';
const json = 'Content-Type: application/json';
const smuggled = head('GET /api/site HTTP/1.1', host, 'X-Smuggled: yes');
/** The server closes the connection after its answer. */
const last = head('GET /api/site HTTP/1.1', host, 'Connection: close');
const login = 'POST /api/users/login HTTP/1.1';

/** Two lengths, or a length that can be read in two ways. All end with a request that must not be answered. */
const ambiguous: Record<string, string> = {
  'Content-Length and Transfer-Encoding': `${head(login, host, json, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
  'Transfer-Encoding and Content-Length': `${head(login, host, json, 'Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`,
  'two different lengths': `${head(login, host, json, 'Content-Length: 2', 'Content-Length: 3')}{}${smuggled}`,
  'a list of lengths': `${head(login, host, json, 'Content-Length: 2, 3')}{}${smuggled}`,
  'a length with a sign': `${head(login, host, json, 'Content-Length: +2')}{}${smuggled}`,
  'a negative length': head(login, host, json, 'Content-Length: -1') + smuggled,
  'a hexadecimal length': `${head(login, host, json, 'Content-Length: 0x2')}{}${smuggled}`,
  'a length of 2^64 and two': `${head(login, host, json, 'Content-Length: 18446744073709551618')}{}${smuggled}`,
  'an unknown transfer coding': `${head(login, host, json, 'Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`,
  'chunked, and then another coding': `${head(login, host, json, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
  'a transfer coding before a tab': `${head(login, host, json, 'Transfer-Encoding:\tchunked\t, x')}0\r\n\r\n${smuggled}`,
  'a space before the colon': `${head(login, host, json, 'Transfer-Encoding : chunked')}0\r\n\r\n${smuggled}`,
  'a folded header': `${head(login, host, json, 'Transfer-Encoding:', ' chunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`,
  'a header name with a NUL': `${head(login, host, json, 'Content-Length\u0000: 2')}{}${smuggled}`,
  'lines that end with LF alone': `${login}\n${host}\n${json}\nTransfer-Encoding: chunked\nContent-Length: 4\n\n0\n\n${smuggled}`,
  'a CR inside a header':
    head(login, host, json, 'X-A: b\rTransfer-Encoding: chunked', 'Content-Length: 4') +
    `0\r\n\r\n${smuggled}`,
  'a chunk size that is no number': `${head(login, host, json, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${smuggled}`,
  'a negative chunk size': `${head(login, host, json, 'Transfer-Encoding: chunked')}-1\r\n{}\r\n0\r\n\r\n${smuggled}`,
  'a chunk size of 2^64': `${head(login, host, json, 'Transfer-Encoding: chunked')}10000000000000002\r\n{}\r\n0\r\n\r\n${smuggled}`,
  'a chunk without its end': `${head(login, host, json, 'Transfer-Encoding: chunked')}2\r\n{}XX0\r\n\r\n${smuggled}`,
};

/** Requests that no client should send, each alone. */
const malformed: Record<string, string> = {
  'no Host': head('GET /api/health HTTP/1.1'),
  'two Hosts': head('GET /api/health HTTP/1.1', host, 'Host: other.example'),
  'a method that does not exist': head('EVIL /api/health HTTP/1.1', host),
  'a method in lower case': head('get /api/health HTTP/1.1', host),
  'HTTP/3.0': head('GET /api/health HTTP/3.0', host),
  'a path with a NUL': head('GET /api/\u0000health HTTP/1.1', host),
  'a path with a space': head('GET /api/ health HTTP/1.1', host),
  'a header without a colon': head('GET /api/health HTTP/1.1', host, 'nothing'),
  'an empty header name': head('GET /api/health HTTP/1.1', host, ': nothing'),
  'headers of 100 kB': head('GET /api/health HTTP/1.1', host, `X-Long: ${'x'.repeat(100_000)}`),
  '5,000 headers': head(
    'GET /api/health HTTP/1.1',
    host,
    ...Array.from({ length: 5_000 }, (_, at) => `X-${at}: y`),
  ),
  'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'random bytes': '\u0001\u0080\u00ff\u0000\r\n\r\n',
};

describe('a request that could be read in two ways', () => {
  it.each(Object.entries(ambiguous))(
    '%s: is refused, and what follows is not answered',
    async (_, request) => {
      const { statuses, text } = await exchange(Buffer.from(request, 'latin1'));
      expect(statuses, text).toEqual([400]);
      expect(text).not.toContain('"name"');
    },
  );
});

describe('a malformed request', () => {
  it.each(Object.entries(malformed))('%s: is refused', async (_, request) => {
    const { statuses, text } = await exchange(Buffer.from(request, 'latin1'));
    expect(
      statuses.filter((status) => status < 400 || status >= 500),
      text,
    ).toEqual([]);
    expect(statuses.length, text).toBeLessThanOrEqual(1);
    expect(text).not.toMatch(/\n\s+at /);
  });
});

describe('a connection', () => {
  it('answers pipelined requests in order, each once', async () => {
    const { statuses, text } = await exchange(
      head('GET /api/health HTTP/1.1', host) + head('GET /api/nothing HTTP/1.1', host) + last,
    );
    expect(statuses).toEqual([200, 404, 200]);
    expect(text.indexOf('"code":"not_found"')).toBeLessThan(text.lastIndexOf('HTTP/1.1 200'));
  });

  it('does not read the rest of a refused body as a request', async () => {
    const { statuses } = await exchange(
      head(
        'POST /api/games HTTP/1.1',
        host,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${smuggled.length}`,
      ),
      smuggled,
      last,
    );
    // Those of the first and the last.
    expect(statuses).toEqual([401, 200]);
  });

  it('takes a body in chunks with extensions and trailers as one request', async () => {
    const { statuses } = await exchange(
      head(login, host, json, 'Transfer-Encoding: chunked', 'Connection: close'),
      '2;name=value\r\n{}\r\n0\r\nX-Trailer: x\r\n\r\n',
    );
    expect(statuses).toEqual([400]);
  });

  it('ends after a request of HTTP/0.9, which has no version', async () => {
    const { statuses } = await exchange(`${head('GET /api/health')}${smuggled}`);
    expect(statuses.length).toBeLessThanOrEqual(1);
  });

  it('does not become another protocol', async () => {
    const { statuses } = await exchange(
      head(
        'GET /api/health HTTP/1.1',
        host,
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAA',
      ),
    );
    expect(statuses).toEqual([200]);
  });
});
