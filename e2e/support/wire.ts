// A proxy between browser and server that can be slow or interrupted and records the requests, including the numbers of
// chunks.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

export interface SeenRequest {
  method: string;
  path: string;
  range: string | undefined;
  ifRange: string | undefined;
  /** Only for requests that contain a chunk's bytes. */
  chunkNumber?: number;
  status?: number;
}

export class Wire {
  readonly requests: SeenRequest[] = [];
  /** Applies to each answer. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  /** Applies to the body of each request. */
  sentBytesPerSecond = Number.POSITIVE_INFINITY;
  /**
   * Pauses answers after this many bytes, until `letDownloadsGo`. The sockets before it may hold another 40 MB, which the server
   * counts as sent.
   */
  stopAfter = Number.POSITIVE_INFINITY;
  #stopped: (() => void)[] = [];
  /** Cuts the next answer that reaches this many bytes. */
  cutAfter = Number.POSITIVE_INFINITY;
  cuts = 0;
  /** Closes the connection of requests for matching paths without an answer. */
  refuses: RegExp | undefined;
  /** Answers this many POSTs for matching paths with 503, like a proxy without its server. */
  unavailable: { path: RegExp; times: number } | undefined;
  /** A header to remove from all answers, as some proxies do. */
  drops: string | undefined;
  #hold: { path: RegExp; after: number; waiting: (() => void)[] } | undefined;
  #target: number;
  #server = http.createServer((request, response) => this.#pass(request, response));

  private constructor(target: number) {
    this.#target = target;
  }

  static async to(target: number): Promise<Wire> {
    const wire = new Wire(target);
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Lets `after` more POSTs for matching paths through, then holds them until they are released. */
  hold(path: RegExp, after = 0): void {
    this.#hold = { path, after, waiting: [] };
  }

  release(): void {
    const waiting = this.#hold?.waiting ?? [];
    this.#hold = undefined;
    for (const proceed of waiting) proceed();
  }

  letDownloadsGo(): void {
    this.stopAfter = Number.POSITIVE_INFINITY;
    for (const proceed of this.#stopped.splice(0)) proceed();
  }

  /** Closes all connections. */
  cutAll(): void {
    this.cuts += 1;
    this.#server.closeAllConnections();
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const seen: SeenRequest = {
      method,
      path: url,
      range: headers.range,
      ifRange: headers['if-range'] as string,
    };
    this.requests.push(seen);
    if (this.refuses?.test(url)) {
      response.destroy();
      return;
    }
    if (this.#isUnavailable(method, url)) {
      seen.status = 503;
      // Reads the whole body, because a browser that is answered earlier may report a broken connection instead.
      request.on('end', () => response.writeHead(503).end()).resume();
      return;
    }
    if (this.#isHeld(method, url)) {
      this.#hold?.waiting.push(() => this.#forward(request, response, seen));
      return;
    }
    this.#forward(request, response, seen);
  }

  #isHeld(method: string, url: string): boolean {
    const hold = this.#hold;
    if (method !== 'POST' || !hold?.path.test(url)) return false;
    hold.after -= 1;
    return hold.after < 0;
  }

  #forward(request: IncomingMessage, response: ServerResponse, seen: SeenRequest): void {
    // The browser may have aborted the request in the meantime.
    if (response.destroyed) return;
    const { method = '', url = '', headers } = request;
    const forwarded = http.request({ host: '127.0.0.1', port: this.#target, method, path: url, headers });
    forwarded.on('response', (answer) => {
      seen.status = answer.statusCode ?? 0;
      const { [this.drops ?? '']: _, ...headers } = answer.headers;
      response.writeHead(seen.status, headers);
      answer.pipe(this.#brake(response)).pipe(response);
      answer.on('error', () => response.destroy());
    });
    // Without the server, the browser sees a connection that ends without an answer.
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    if (method === 'POST') request.once('data', (start: Buffer) => recordChunk(seen, start));
    request.pipe(this.#brakeBody()).pipe(forwarded);
  }

  #isUnavailable(method: string, url: string): boolean {
    const rule = this.unavailable;
    if (method !== 'POST' || !rule?.path.test(url) || rule.times <= 0) return false;
    rule.times -= 1;
    return true;
  }

  #brake(response: ServerResponse): Transform {
    let passed = 0;
    const startedAt = performance.now();
    return new Transform({
      transform: (data: Buffer, _encoding, done) => {
        passed += data.length;
        if (passed > this.cutAfter) return this.#cut(response);
        if (passed > this.stopAfter) return this.#stopped.push(() => done(null, data));
        passAt(startedAt + (1000 * passed) / this.bytesPerSecond, () => done(null, data));
      },
    });
  }

  #brakeBody(): Transform {
    let passed = 0;
    const startedAt = performance.now();
    return new Transform({
      transform: (data: Buffer, _encoding, done) => {
        passed += data.length;
        passAt(startedAt + (1000 * passed) / this.sentBytesPerSecond, () => done(null, data));
      },
    });
  }

  /** Closes the connection in the middle of an answer, like a restarting proxy. */
  #cut(response: ServerResponse): void {
    this.cuts += 1;
    this.cutAfter = Number.POSITIVE_INFINITY;
    response.socket?.end();
  }
}

function passAt(time: number, pass: () => void): void {
  const waitMs = time - performance.now();
  if (waitMs > 1) setTimeout(pass, waitMs);
  else pass();
}

/** The text fields come before the file's bytes, so the first part of the body contains them. */
function recordChunk(seen: SeenRequest, start: Buffer): void {
  const head = start.toString('latin1', 0, 8192);
  if (!/name="gameFile"; filename=/.test(head)) return;
  const number = /name="chunkNumber"\r\n\r\n(\d+)/.exec(head)?.[1];
  if (number !== undefined) seen.chunkNumber = Number(number);
}
