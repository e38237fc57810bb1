// Tests the API client against a server on a loopback port, and the form sender against a stub of XMLHttpRequest.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memberApi } from '@cellar/contract/member-api.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../test/waiting.ts';
import { createApiClient, urlOf } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { sendFormByXhr } from './send-form.ts';

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let received: IncomingMessage[];
let unauthorized: ApiError[];
let noAnswers: string[];
let token: string | undefined;

beforeEach(async () => {
  received = [];
  unauthorized = [];
  noAnswers = [];
  token = 'secret';
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  server = createServer((request, response) => {
    received.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.mocked(console.warn).mockRestore();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = () =>
  createApiClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    getToken: () => token,
    onUnauthorized: (error) => unauthorized.push(error),
    onNoAnswer: ({ code }) => noAnswers.push(code),
  });

const answerWith = (status: number, body: unknown, headers = {}) => {
  answer = (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
};

describe('call', () => {
  it('sends the bearer token and returns the response', async () => {
    answerWith(200, { games: [] });
    expect(await client().call(memberApi.listGames, { query: { page: 2 } })).toEqual({ games: [] });
    expect(received[0]?.url).toBe('/api/games?page=2');
    expect(received[0]?.headers.authorization).toBe('Bearer secret');
  });

  it('sends the body as JSON, and no token while logged out', async () => {
    token = undefined;
    let body = '';
    answer = async (request, response) => {
      for await (const piece of request) body += piece;
      response.end('{}');
    };
    await client().call(memberApi.login, { body: { email: 'a@b.c', password: 'x' } });
    expect(JSON.parse(body)).toEqual({ email: 'a@b.c', password: 'x' });
    expect(received[0]?.headers['content-type']).toBe('application/json');
    expect(received[0]?.headers.authorization).toBeUndefined();
  });

  it('throws the server’s error unchanged', async () => {
    const body = { message: 'Slow down.', code: 'too_many_requests', requestId: 'r' };
    answerWith(429, body, { 'retry-after': '7' });
    const expected = {
      status: 429,
      code: 'too_many_requests',
      message: 'Slow down.',
      body,
      retryAfterSeconds: 7,
    };
    await expect(client().call(memberApi.site)).rejects.toMatchObject(expected);
  });

  it('recognizes the error page of a proxy by its status', async () => {
    answerWith(502, '<h1>Bad Gateway</h1>');
    await expect(client().call(memberApi.site)).rejects.toMatchObject({ status: 502, code: 'unavailable' });
  });

  it('accepts neither an HTML page nor an empty response', async () => {
    for (const text of ['<h1>Please log in to the hotel</h1>', '']) {
      answerWith(200, text);
      await expect(client().call(memberApi.site)).rejects.toMatchObject({ status: 200, code: 'unavailable' });
    }
  });

  it.each([
    ['unauthenticated', 1],
    ['session_expired', 1],
    ['invalid_credentials', 0],
  ])('reports a 401 %s %i times', async (code, times) => {
    answerWith(401, { message: 'No.', code, requestId: 'r' });
    await expect(client().call(memberApi.me)).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).toHaveLength(times);
  });

  it.each([
    [{}, 'unavailable'],
    [{ 'www-authenticate': 'Basic realm="club"' }, 'basic_authentication'],
  ])(
    'does not take a 401 of something in front of the site for the end of the session: %j',
    async (headers, code) => {
      answerWith(401, '<h1>Log in', headers);
      await expect(client().call(memberApi.me)).rejects.toMatchObject({ status: 401, code });
      expect([unauthorized, noAnswers]).toEqual([[], [code]]);
    },
  );

  it('does not report a 401 to a request of an earlier session', async () => {
    answer = (_, response) => {
      token = 'another secret';
      response
        .writeHead(401)
        .end(JSON.stringify({ message: 'No.', code: 'session_expired', requestId: 'r' }));
    };
    await expect(client().call(memberApi.me)).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).toEqual([]);
  });

  it('reports a suspension that ends a session, but not one that refuses a login', async () => {
    answerWith(403, { message: 'No.', code: 'account_suspended', requestId: 'r' });
    await expect(
      client().call(memberApi.login, { body: { email: 'a@b.c', password: 'x' } }),
    ).rejects.toThrow();
    expect(unauthorized).toHaveLength(0);
    await expect(client().call(memberApi.me)).rejects.toThrow();
    expect(unauthorized).toHaveLength(1);
  });

  it('distinguishes a silent server from a broken connection, and logs a hint', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    answer = () => {};
    await expect(client().call(memberApi.site, { timeoutMs: 30 })).rejects.toMatchObject({
      status: 0,
      code: 'timeout',
    });
    answer = (request) => request.socket.destroy();
    await expect(client().call(memberApi.site)).rejects.toMatchObject({ status: 0, code: 'network' });
    const { method, path } = memberApi.site;
    // Hints of other files' tests in the same process come a second late, too.
    const warnings = () =>
      vi
        .mocked(console.warn)
        .mock.calls.map(([text]) => text)
        .filter((text) => text.startsWith(`${method} ${path}:`));
    expect(warnings(), 'a page that is being left says nothing').toEqual([]);
    const hints = [expect.stringContaining('VPN'), expect.stringContaining('CORS')];
    await vi.advanceTimersByTimeAsync(1000);
    expect(warnings()).toEqual(hints);
  });

  it('throws the reason of an abort', async () => {
    answer = () => {};
    const stop = new AbortController();
    const call = client().call(memberApi.site, { signal: stop.signal });
    stop.abort(new Error('left the page'));
    await expect(call).rejects.toThrow('left the page');
  });
});

describe('fetchFile', () => {
  const params = { id: 'g', cheatId: 'c' };
  const file = Buffer.alloc(300_000, 'x');

  it('returns the bytes and reports the progress', async () => {
    answerWith(200, file.toString(), { 'content-length': file.length });
    const reported: number[] = [];
    const onProgress = (percent: number) => reported.push(percent);
    const blob = await client().fetchFile(memberApi.downloadCheat, { params, timeoutMs: 5000, onProgress });
    expect(Buffer.from(await blob.arrayBuffer()).equals(file)).toBe(true);
    expect([reported.at(-1), reported.toSorted((a, b) => a - b)]).toEqual([100, reported]);
    expect(received[0]?.url).toBe('/api/games/g/cheat-files/c/download');
    expect(received[0]?.headers.authorization).toBe('Bearer secret');
  });

  it('throws the server’s error, and reports the end of a session', async () => {
    answerWith(404, { message: 'Cheat file not found', code: 'not_found', requestId: 'r' });
    const fetching = () => client().fetchFile(memberApi.downloadCheat, { params, timeoutMs: 5000 });
    await expect(fetching()).rejects.toMatchObject({ status: 404, message: 'Cheat file not found' });
    answerWith(401, { message: 'No.', code: 'session_expired', requestId: 'r' });
    await expect(fetching()).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).toHaveLength(1);
  });

  it('continues as long as bytes arrive, and stops when it is canceled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let sending: ServerResponse | undefined;
    answer = (_, response) => {
      sending = response.writeHead(200, { 'content-length': 400 });
      response.write('x'.repeat(100));
    };
    const reported: number[] = [];
    const fetching = client().fetchFile(memberApi.downloadCheat, {
      ...{ params, timeoutMs: 450, onProgress: (percent: number) => reported.push(percent) },
    });
    for (const percent of [25, 50, 75]) {
      // Unlike `expect.poll`, this does not advance the replaced timers.
      await eventually(() => expect(reported.at(-1)).toBe(percent));
      await vi.advanceTimersByTimeAsync(400);
      sending?.write('x'.repeat(100));
    }
    expect((await fetching).size).toBe(400);
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('cancelled'));
    const options = { params, timeoutMs: 5000, onProgress, signal: controller.signal };
    await expect(client().fetchFile(memberApi.downloadCheat, options)).rejects.toThrow('cancelled');
  });

  it('fails in the middle of the file after a timeout or a broken connection', async () => {
    const begin = (response: ServerResponse) =>
      response.writeHead(200, { 'content-length': 1000 }).write('x'.repeat(10));
    const fetching = (timeoutMs: number) =>
      client().fetchFile(memberApi.downloadCheat, { params, timeoutMs });
    answer = (_, response) => void begin(response);
    await expect(fetching(200)).rejects.toMatchObject({ code: 'timeout' });
    answer = (request, response) => {
      begin(response);
      setTimeout(() => request.socket.destroy(), 50);
    };
    await expect(fetching(60_000)).rejects.toMatchObject({ code: 'network' });
  });
});

describe('urlOf', () => {
  it('escapes parameters and omits undefined ones', () => {
    const params = { id: 'g', platform: 'Windows v1.2 (a/b)' };
    expect(urlOf(memberApi.download, { params, query: { ticket: 'a&b', downloadId: undefined } })).toBe(
      '/api/games/g/download/Windows%20v1.2%20(a%2Fb)?ticket=a%26b',
    );
  });

  it('refuses a missing parameter', () => {
    expect(() => urlOf(memberApi.getGame, { params: {} })).toThrow(TypeError);
  });
});

describe('sendFormByXhr', () => {
  /** Replaces the browser's XMLHttpRequest. The tests trigger its events. */
  class StubXhr {
    static last: StubXhr;
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onprogress?: () => void;
    onloadend?: () => void;
    status = 0;
    responseText = '';
    withCredentials = false;
    constructor() {
      StubXhr.last = this;
    }
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader = () => null;
    send(): void {}
    abort(): void {
      this.status = 0;
      this.onloadend?.();
    }
  }

  const send = (more = {}) =>
    sendFormByXhr({
      ...{ method: 'POST', url: '/x', headers: {}, form: new FormData() },
      ...{ onProgress: undefined, signal: undefined, timeoutMs: 1000, ...more },
    });

  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', StubXhr);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('times out only after a period without progress, regardless of the total time', async () => {
    const progress: number[] = [];
    const result = send({ onProgress: (sent: number) => progress.push(sent) });
    const settled = vi.fn();
    result.then(settled, settled);
    for (let step = 1; step <= 5; step += 1) {
      await vi.advanceTimersByTimeAsync(900);
      StubXhr.last.upload.onprogress?.({ loaded: step, total: 5 });
    }
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    await expect(result).rejects.toMatchObject({ code: 'timeout' });
    expect(progress).toEqual([1, 2, 3, 4, 5]);
  });

  it('returns the response, or throws the server’s error, a network error or the reason of an abort', async () => {
    const end = (status: number, text: string) => {
      Object.assign(StubXhr.last, { status, responseText: text });
      StubXhr.last.onloadend?.();
    };
    const good = send();
    end(200, '{"stored":1}');
    expect(await good).toEqual({ stored: 1 });
    const refused = send();
    end(507, '{"message":"Full.","code":"storage_full","requestId":"r"}');
    await expect(refused).rejects.toMatchObject({ status: 507, message: 'Full.' });
    const lost = send();
    end(0, '');
    await expect(lost).rejects.toMatchObject({ code: 'network' });
    const stop = new AbortController();
    const stopped = send({ signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    await expect(send({ signal: stop.signal })).rejects.toThrow('stopped');
  });
});
