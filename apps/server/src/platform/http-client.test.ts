// The guarded client: what it fetches, what it refuses to fetch, and how it reports each failure.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSelfSigned } from '#test/self-signed.ts';
import { createHttpClient, type HttpClient, type HttpRequest } from './http-client.ts';
import { isPublicAddress, lookupPublic } from './public-addresses.ts';

let server: Server;
let other: Server;
let url: string;
let otherUrl: string;
let client: HttpClient;
let handle: RequestListener;
let visits: { url: string; headers: Record<string, unknown> }[] = [];

async function listen(target: Server): Promise<string> {
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  return `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const listener: RequestListener = (request, response) => {
    visits.push({ url: request.url ?? '', headers: request.headers });
    handle(request, response);
  };
  server = createServer(listener);
  other = createServer(listener);
  url = await listen(server);
  otherUrl = await listen(other);
  client = createHttpClient({ trusted: [`${url}/some/path`] });
});
beforeEach(() => {
  visits = [];
  handle = (_request, response) => answer(response, '{"is":"fine"}');
});
afterAll(async () => {
  await client.close();
  for (const each of [server, other]) {
    each.closeAllConnections();
    each.close();
  }
});

interface Answer {
  status?: number;
  type?: string;
  'retry-after'?: string;
  'content-encoding'?: string;
  location?: string;
}

function answer(
  response: Parameters<RequestListener>[1],
  body: string | Buffer,
  { status = 200, type = 'application/json', ...headers }: Answer = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}

const limits = { maxBytes: 10_000, timeoutMs: 60_000 };
const fetchJson = (address = url, request: Partial<HttpRequest> = {}) =>
  client.fetchJson(address, { ...limits, ...request });

describe('fetchJson', () => {
  it('returns the decompressed body, and sends a user agent', async () => {
    expect(await fetchJson()).toEqual({ is: 'fine' });
    expect(visits[0]?.headers['user-agent']).toContain('Cellar');
    handle = (_request, response) =>
      answer(response, gzipSync('{"is":"packed"}'), { 'content-encoding': 'gzip' });
    expect(await fetchJson()).toEqual({ is: 'packed' });
  });

  it('sends a body and headers', async () => {
    handle = (request, response) => {
      let text = '';
      request.on('data', (piece) => (text += piece)).on('end', () => answer(response, JSON.stringify(text)));
    };
    expect(
      await fetchJson(url, { method: 'POST', body: 'fields name;', headers: { 'client-id': 'me' } }),
    ).toBe('fields name;');
    expect(visits[0]?.headers['client-id']).toBe('me');
  });

  it.each([
    [401, {}, 'unauthorised'],
    [403, {}, 'unauthorised'],
    [404, {}, 'not_found'],
    [418, {}, 'bad_answer'],
    [429, {}, 'rate_limited'],
    [500, {}, 'unreachable'],
    [503, {}, 'unreachable'],
    [200, { type: 'text/html' }, 'bad_answer'],
  ])('classifies a refusal: %i %j as %s', async (status, more, kind) => {
    handle = (_request, response) => answer(response, '{"why":"because"}', { status, ...more });
    await expect(fetchJson()).rejects.toMatchObject({ kind, host: new URL(url).host });
  });

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['99999999', 24 * 3600_000],
    ['soon', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('reads Retry-After: %s as %s ms', async (value, ms) => {
    handle = (_request, response) => answer(response, '', { status: 429, 'retry-after': value });
    await expect(fetchJson()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: ms });
  });

  it('recognizes invalid data and an incomplete response', async () => {
    handle = (_request, response) => answer(response, '{"is":"fi');
    await expect(fetchJson()).rejects.toMatchObject({ kind: 'bad_answer' });
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"is":', () => response.destroy());
    };
    await expect(fetchJson()).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('stops at the limit of decompressed bytes', async () => {
    const body = `["${'x'.repeat(2_000_000)}"]`;
    handle = (_request, response) => answer(response, body);
    await expect(fetchJson()).rejects.toMatchObject({ kind: 'too_large' });
    handle = (_request, response) => answer(response, gzipSync(body), { 'content-encoding': 'gzip' });
    await expect(fetchJson()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('times out if the response is missing or very slow', async () => {
    handle = () => undefined;
    await expect(fetchJson(url, { timeoutMs: 150 })).rejects.toMatchObject({ kind: 'timeout' });
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drops = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drops));
    };
    await expect(fetchJson(url, { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('throws the reason of the signal when it is aborted', async () => {
    handle = () => undefined;
    const caller = new AbortController();
    const fetching = fetchJson(url, { signal: caller.signal });
    caller.abort(new Error('enough'));
    await expect(fetching).rejects.toThrow('enough');
  });

  it('reports a refused connection', async () => {
    const gone = createServer();
    const address = await listen(gone);
    gone.close();
    const mirror = createHttpClient({ trusted: [address] });
    await expect(mirror.fetchJson(address, limits)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('refuses the connection'),
    });
    await mirror.close();
  });
});

describe('post', () => {
  const post = (address = url, timeoutMs = limits.timeoutMs) =>
    client.post(address, { body: '{}', timeoutMs });

  it('returns the status, whatever the body is', async () => {
    handle = (_request, response) =>
      answer(response, 'x'.repeat(100_000), { status: 202, type: 'text/html' });
    expect(await post()).toBe(202);
    handle = (_request, response) => {
      response.writeHead(200);
      response.write('a begin', () => response.destroy());
    };
    expect(await post()).toBe(200);
  });

  it('reports refusals with the beginning of their body, redirects and silence', async () => {
    handle = (_request, response) => answer(response, `no${' '.repeat(9_000)}`, { status: 418 });
    const refusal = await post().catch((error) => error);
    expect(refusal).toMatchObject({ kind: 'bad_answer', status: 418 });
    expect(refusal.answer).toHaveLength(2048);
    handle = (_request, response) => answer(response, '', { status: 308, location: '/end' });
    await expect(post()).rejects.toMatchObject({ kind: 'bad_answer', status: 308 });
    handle = () => undefined;
    await expect(post(url, 150)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('refuses other addresses, unless all are trusted', async () => {
    await expect(post(otherUrl)).rejects.toMatchObject({ kind: 'refused_address' });
    const open = createHttpClient({ trustsAll: true });
    expect(await open.post(otherUrl, { body: '{}', timeoutMs: limits.timeoutMs })).toBe(200);
    await open.close();
  });
});

describe('addresses', () => {
  it.each([
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'not an address',
    'https://user:secret@example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
  ])('without https, with credentials or outside the public Internet are refused: %s', async (address) => {
    await expect(client.fetchJson(address, limits)).rejects.toMatchObject({ kind: 'refused_address' });
  });

  it('are refused if their host name has a private address', async () => {
    const { port } = new URL(url);
    await expect(client.fetchJson(`https://localhost:${port}/`, limits)).rejects.toMatchObject({
      kind: 'refused_address',
      message: expect.stringContaining('private network'),
    });
    expect(visits).toEqual([]);
  });

  it('are classified as public or not', () => {
    const open = ['8.8.8.8', '151.101.1.69', '2606:4700::6810:84e5', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8'];
    const shut = ['255.255.255.255', '224.0.0.1', '192.0.2.1', 'ff02::1', '2001:db8::1', 'nothing', ''];
    shut.push('::127.0.0.1', '::7f00:1', '::', '::1');
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
    expect(shut.filter(isPublicAddress)).toEqual([]);
  });
});

describe('lookupPublic', () => {
  const look = (hostname: string, all: boolean) =>
    new Promise((resolve) => lookupPublic(hostname, { all }, (...found) => resolve(found)));

  it('returns one address or all, like the system’s lookup', async () => {
    expect(await look('8.8.8.8', false)).toEqual([null, '8.8.8.8', 4]);
    expect(await look('8.8.8.8', true)).toEqual([null, [{ address: '8.8.8.8', family: 4 }]]);
  });

  it('refuses a name that has a private address', async () => {
    for (const all of [true, false]) {
      expect(await look('localhost', all)).toEqual([expect.any(Error), []]);
      expect(await look('10.0.0.1', all)).toEqual([expect.any(Error), []]);
    }
  });
});

describe('redirects', () => {
  const redirect = (location: string, status = 302) => {
    handle = (request, response) =>
      request.url === '/end' ? answer(response, '"end"') : answer(response, '', { status, location });
  };

  it('are followed', async () => {
    redirect('/end');
    expect(await fetchJson(`${url}/start`)).toBe('end');
  });

  it('are checked like the first address', async () => {
    redirect(`${otherUrl}/end`);
    await expect(fetchJson()).rejects.toMatchObject({ kind: 'refused_address' });
    expect(visits.map((visit) => visit.url)).toEqual(['/']);
  });

  describe('from a page on the Internet', () => {
    const page = 'https://8.8.8.8/page';
    let internet: Server;
    beforeAll(async () => {
      const certificate = createSelfSigned();
      const { cert } = certificate;
      internet = createTlsServer(certificate, (_request, response) =>
        answer(response, '', { status: 302, location: `${url}/end` }),
      );
      const { port } = new URL(await listen(internet));
      // This server answers all requests to public addresses.
      const here = { host: '127.0.0.1', port: Number(port), servername: 'localhost', ca: cert };
      const { connect } = tls;
      vi.spyOn(tls, 'connect').mockImplementation((options) => connect({ ...Object(options), ...here }));
    });
    afterAll(() => {
      vi.restoreAllMocks();
      internet.closeAllConnections();
      internet.close();
    });

    it('are not followed to trusted origins', async () => {
      await expect(fetchJson(page)).rejects.toMatchObject({ kind: 'refused_address' });
      expect(visits).toEqual([]);
    });

    it('are not followed back to a trusted origin either', async () => {
      redirect(page);
      await expect(fetchJson()).rejects.toMatchObject({ kind: 'refused_address' });
      expect(visits.map((visit) => visit.url)).toEqual(['/']);
    });
  });

  it('show at most the longest possible host name in errors', async () => {
    redirect(`http://${'x'.repeat(5_000)}.example/`);
    await expect(fetchJson()).rejects.toMatchObject({
      kind: 'refused_address',
      message: expect.stringMatching(/^x{261} does not use https$/),
    });
  });

  it('do not forward headers to another origin', async () => {
    const both = createHttpClient({ trusted: [url, otherUrl] });
    redirect(`${otherUrl}/end`);
    expect(await both.fetchJson(url, { ...limits, headers: { authorization: 'Bearer me' } })).toBe('end');
    expect(visits.map(({ headers }) => headers.authorization)).toEqual(['Bearer me', undefined]);
    await both.close();
  });

  it('are followed three times, but not for a POST', async () => {
    redirect('/on');
    await expect(fetchJson()).rejects.toMatchObject({ kind: 'bad_answer' });
    expect(visits).toHaveLength(4);
    redirect('/end', 307);
    await expect(fetchJson(url, { method: 'POST', body: 'x' })).rejects.toMatchObject({ kind: 'bad_answer' });
  });
});

describe('certificates', () => {
  it('without a trusted issuer are refused', async () => {
    const { key, cert } = await createSelfSigned();
    const secret = createTlsServer({ key, cert }, (_request, response) => answer(response, '1'));
    const address = (await listen(secret)).replace('http:', 'https:');
    const mirror = createHttpClient({ trusted: [address] });
    await expect(mirror.fetchJson(address, limits)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('certificate'),
    });
    await mirror.close();
    secret.close();
  });
});
