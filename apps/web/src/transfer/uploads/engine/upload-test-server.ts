// A server on a loopback port that implements the upload protocol, for tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorCode } from '@cellar/contract/errors.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { sha256Hex } from '#lib/sha256.ts';
import { createTestClient } from '#lib/test-client.ts';

export interface Sent {
  path: string;
  /** The names of the parts in the order received. */
  parts: string[];
  fields: Record<string, string>;
  chunk: number;
  /** Undefined for the completion. */
  bytes: Uint8Array | undefined;
  /** The number of this request for the chunk or the completion, from 1. */
  attempt: number;
  inFlight: number;
  at: number;
}

export interface Refusal {
  status: number;
  code: ErrorCode;
  message?: string;
  retryAfter?: string;
  missingChunks?: number[];
}

/** What a proxy answers instead of the server. */
export interface ProxyAnswer {
  status: number;
  text: string;
}

/** Decides whether to refuse a request or cut its connection; undefined stores the chunk. */
export type Decide = (sent: Sent) => Refusal | ProxyAnswer | 'cut' | undefined;

export class UploadTestServer {
  readonly sent: Sent[] = [];
  readonly cancelled: string[] = [];
  readonly completed = new Set<string>();
  readonly stored = new Map<string, Map<number, Uint8Array>>();
  /** The answer for the stored chunks of every upload. */
  digests: { chunkNumber: number; sha256: string | null }[] = [];
  decide: Decide = () => undefined;
  /** The duration of each request in milliseconds. */
  holdMs = 1;
  /** Decides whether a request is held until `release`, so that a test can act while it is in progress. */
  holds: (sent: Sent) => boolean = () => false;
  #held: { chunk: number; pass: () => void }[] = [];
  #inFlight = 0;
  #baseUrl = '';
  #server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get chunks(): Sent[] {
    return this.sent.filter(({ bytes }) => bytes !== undefined);
  }

  get completions(): Sent[] {
    return this.sent.filter(({ bytes }) => bytes === undefined);
  }

  /** Returns the whole stored file. */
  file(uploadId: string): Uint8Array {
    const chunks = [...(this.stored.get(uploadId) ?? [])].sort(([a], [b]) => a - b);
    return Buffer.concat(chunks.map(([, bytes]) => bytes));
  }

  /** Lets the held requests of a chunk through. Without a chunk, lets all through and holds no more. */
  release(chunk?: number): void {
    if (chunk === undefined) this.holds = () => false;
    const isWanted = (held: { chunk: number }) => chunk === undefined || held.chunk === chunk;
    const released = this.#held.filter(isWanted);
    this.#held = this.#held.filter((held) => !isWanted(held));
    for (const { pass } of released) pass();
  }

  client(): Pick<ApiClient, 'call' | 'sendForm'> {
    return createTestClient(this.#baseUrl);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.startsWith('/api/games/cancel/')) {
      const id = path.slice('/api/games/cancel/'.length);
      if (this.completed.has(id)) return refuse(response, { status: 404, code: 'not_found' });
      this.cancelled.push(id);
      this.stored.delete(id);
      return reply(response, 200, { message: 'Upload cancelled' });
    }
    if (path.endsWith('/chunks')) return reply(response, 200, { chunks: this.digests });
    this.#inFlight += 1;
    const sent = await this.#read(request, path);
    this.sent.push(sent);
    await this.#hold(sent);
    this.#inFlight -= 1;
    const decision = this.decide(sent);
    if (decision === 'cut') request.socket.destroy();
    else if (decision && 'text' in decision) response.writeHead(decision.status).end(decision.text);
    else if (decision) refuse(response, decision);
    else await this.#store(sent, response);
  }

  #hold(sent: Sent): Promise<void> {
    return new Promise((pass) => {
      if (this.holds(sent)) this.#held.push({ chunk: sent.chunk, pass });
      else setTimeout(pass, this.holdMs);
    });
  }

  async #read(request: IncomingMessage, path: string): Promise<Sent> {
    const body = new Response(await bodyOf(request), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    });
    const form = await body.formData();
    const file = form.get('gameFile') as File | null;
    const texts = [...form].filter(([, value]) => typeof value === 'string');
    const fields = Object.fromEntries(texts) as Record<string, string>;
    const chunk = Number(fields.chunkNumber);
    const before = this.sent.filter((other) => other.chunk === chunk && !other.bytes === !file);
    return {
      path,
      parts: [...form].map(([name]) => name),
      fields,
      chunk,
      bytes: file ? new Uint8Array(await file.arrayBuffer()) : undefined,
      attempt: before.length + 1,
      inFlight: this.#inFlight,
      at: performance.now(),
    };
  }

  async #store({ fields, chunk, bytes }: Sent, response: ServerResponse): Promise<void> {
    const id = fields.uploadId ?? '';
    const chunks = this.stored.get(id) ?? new Map<number, Uint8Array>();
    this.stored.set(id, chunks);
    const total = Number(fields.totalChunks);
    if (!bytes) {
      const missingChunks = Array.from({ length: total }, (_, n) => n).filter((n) => !chunks.has(n));
      if (missingChunks.length > 0)
        return refuse(response, { status: 409, code: 'missing_chunks', missingChunks });
      this.completed.add(id);
      return reply(response, 201, { _id: 'game', title: fields.title });
    }
    if ((await sha256Hex(new Blob([bytes as BlobPart]), crypto.subtle)) !== fields.chunkSha256)
      return refuse(response, { status: 409, code: 'chunk_mismatch' });
    chunks.set(chunk, bytes);
    reply(response, 200, { message: 'stored', uploadId: id, chunkNumber: chunk, stored: chunks.size });
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, code, message = 'Refused', retryAfter, missingChunks } = refusal;
  if (retryAfter) response.setHeader('retry-after', retryAfter);
  reply(response, status, { message, code, requestId: 'test', missingChunks });
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
