// A wire between browser and server that can be slow or be cut, and that knows which chunks went over it.
// Used by the journeys about uploads and downloads that break.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

export interface SeenRequest {
  method: string;
  path: string;
  range: string | undefined;
  ifRange: string | undefined;
  /** Of a request that brings a chunk's bytes. */
  chunkNumber?: number;
  status?: number;
}

export class Wire {
  readonly requests: SeenRequest[] = [];
  /** Of downloads. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  /** Ends the next answer that has carried so many bytes. */
  cutAfter = Number.POSITIVE_INFINITY;
  cuts = 0;
  /** Requests for such paths end without an answer. */
  refuses: RegExp | undefined;
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
    const onward = http.request({ host: '127.0.0.1', port: this.#target, method, path: url, headers });
    onward.on('response', (answer) => {
      seen.status = answer.statusCode ?? 0;
      response.writeHead(seen.status, answer.headers);
      answer.pipe(this.#brake(response)).pipe(response);
      answer.on('error', () => response.destroy());
    });
    // The server is away: what a browser sees then is a connection that ends without an answer.
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    if (method === 'POST') request.once('data', (start: Buffer) => noteChunk(seen, start));
    request.pipe(onward);
  }

  #brake(response: ServerResponse): Transform {
    let passed = 0;
    const startedAt = performance.now();
    return new Transform({
      transform: (data: Buffer, _encoding, done) => {
        passed += data.length;
        if (passed > this.cutAfter) return this.#cut(response);
        const waitMs = startedAt + (1000 * passed) / this.bytesPerSecond - performance.now();
        if (waitMs > 1) setTimeout(done, waitMs, null, data);
        else done(null, data);
      },
    });
  }

  /** In the middle of an answer the connection is closed, as by a proxy that restarts. */
  #cut(response: ServerResponse): void {
    this.cuts += 1;
    this.cutAfter = Number.POSITIVE_INFINITY;
    response.socket?.end();
  }
}

/** The text fields come before the file's bytes, so the first piece of a body has them. */
function noteChunk(seen: SeenRequest, start: Buffer): void {
  const head = start.toString('latin1', 0, 8192);
  if (!/name="gameFile"; filename=/.test(head)) return;
  const number = /name="chunkNumber"\r\n\r\n(\d+)/.exec(head)?.[1];
  if (number !== undefined) seen.chunkNumber = Number(number);
}
