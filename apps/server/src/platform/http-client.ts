// Fetches from other servers safely: uses https only, refuses private addresses, checks redirects like the first address,
// limits time and size, and checks the content type.
import type { Agent, Headers, Response, fetch as undiciFetch } from 'undici';
import { codeOf } from './error-facts.ts';
import { FetchFailure, refusalOf } from './fetch-failure.ts';
import { isPublicHost, lookupPublic, PrivateAddress } from './public-addresses.ts';

interface AnyRequest {
  method?: 'GET' | 'POST';
  /** Not sent when a redirect leads to another origin. */
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole request, including body and redirects. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Reads a redirect like any other response. */
  keepsRedirects?: true;
}

/** For protocols that give a meaning to every status. Redirects are not followed. */
export interface HttpExchange extends AnyRequest {
  maxBytes: number;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export interface HttpRequest extends AnyRequest {
  /** Matches the accepted media types. */
  accepts: RegExp;
  maxBytes: number;
}

export type HttpClient = ReturnType<typeof createHttpClient>;

interface Options {
  /** Origins that an admin has configured. Plain http and private addresses are allowed for them. */
  trusted?: string[];
  /** Allows plain http and private addresses for all origins. */
  trustsAll?: boolean;
}

interface Fetcher {
  fetch: typeof undiciFetch;
  guarded: Agent;
  open: Agent;
}

type IsTrusted = (url: URL) => boolean;

/** Reads the response of `host`. */
type Read<Result> = (response: Response, host: string) => Promise<Result>;

const connectMs = 5_000;
const maxRedirects = 3;
/** The part of a response that is read if nobody needs all of it. */
const maxErrorBytes = 2_048;
const agentName = 'Cellar (private game library)';

export function createHttpClient({ trusted = [], trustsAll = false }: Options = {}) {
  const trustedOrigins = new Set(trusted.map((url) => new URL(url).origin));
  const isTrusted: IsTrusted = ({ origin }) => trustsAll || trustedOrigins.has(origin);
  let loading: Promise<Fetcher> | undefined;

  /** @throws FetchFailure, or the reason of the signal if it was aborted */
  async function fetch(address: string, request: HttpRequest): Promise<Buffer> {
    loading ??= loadFetcher();
    const readWhole: Read<Buffer> = (response, host) => read(response, host, request);
    return send({ ...(await loading), isTrusted }, address, request, readWhole);
  }

  return {
    fetch,

    /**
     * Sends a body to a server whose answer matters only if it is a refusal. Returns the status, which is 2xx.
     * @throws FetchFailure, also for a redirect, which is not followed
     */
    async post(address: string, request: Omit<AnyRequest, 'method'>): Promise<number> {
      loading ??= loadFetcher();
      return send({ ...(await loading), isTrusted }, address, { ...request, method: 'POST' }, accept);
    },

    /** Returns the response, whatever its status. @throws FetchFailure without a response, or if it is too large */
    async exchange(address: string, request: HttpExchange): Promise<HttpAnswer> {
      loading ??= loadFetcher();
      const readAny: Read<HttpAnswer> = async (response, host) => ({
        status: response.status,
        headers: response.headers,
        bytes: await readWithin(response, host, request.maxBytes),
      });
      return send({ ...(await loading), isTrusted }, address, { ...request, keepsRedirects: true }, readAny);
    },

    /** @throws FetchFailure, with kind bad_answer for a body that is not JSON */
    async fetchJson(address: string, request: Omit<HttpRequest, 'accepts'>): Promise<unknown> {
      const bytes = await fetch(address, { ...request, accepts: jsonTypes });
      try {
        return JSON.parse(bytes.toString('utf8'));
      } catch (cause) {
        throw new FetchFailure('bad_answer', parse(address).host, 'sent invalid data', { cause });
      }
    },

    async close(): Promise<void> {
      const fetcher = await loading;
      await Promise.all([fetcher?.guarded.destroy(), fetcher?.open.destroy()]);
    },
  };
}

/** Loads undici on first use, because it takes several megabytes of memory. */
async function loadFetcher(): Promise<Fetcher> {
  const { Agent, fetch } = await import('undici');
  const connect = { timeout: connectMs };
  return {
    fetch,
    guarded: new Agent({ connect: { ...connect, lookup: lookupPublic } }),
    open: new Agent({ connect }),
  };
}

async function send<Result>(
  fetcher: Fetcher & { isTrusted: IsTrusted },
  address: string,
  request: AnyRequest,
  read: Read<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  let url = parse(address);
  let isTrusted = true;
  try {
    for (let redirects = 0; ; redirects += 1) {
      // After a redirect from an untrusted origin, no origin is trusted.
      isTrusted &&= fetcher.isTrusted(url);
      if (!isTrusted) refuseUnsafe(url);
      const response = await fetcher.fetch(url, {
        method: request.method ?? 'GET',
        headers: { 'user-agent': agentName, ...headersFor(address, url, request) },
        body: request.body ?? null,
        redirect: 'manual',
        dispatcher: isTrusted ? fetcher.open : fetcher.guarded,
        signal,
      });
      const next = request.keepsRedirects ? undefined : redirectOf(response, url);
      if (!next) return await read(response, url.host);
      await response.body?.cancel();
      const { status } = response;
      if (request.method === 'POST') {
        throw new FetchFailure('bad_answer', url.host, 'redirects to another address', { status });
      }
      if (redirects === maxRedirects) {
        throw new FetchFailure('bad_answer', url.host, 'redirects too often', { status });
      }
      url = next;
    }
  } catch (error) {
    request.signal?.throwIfAborted();
    throw timeout.aborted ? timedOut(url.host) : failureOf(error, url.host);
  }
}

const jsonTypes = /^(application\/([\w.-]+\+)?json|text\/(json|javascript))\b/i;

function parse(address: string): URL {
  if (!URL.canParse(address)) throw new FetchFailure('refused_address', 'An address', 'is malformed');
  return new URL(address);
}

function refuseUnsafe(url: URL): void {
  const refuse = (reason: string) => new FetchFailure('refused_address', url.host, reason);
  if (url.protocol !== 'https:') throw refuse('does not use https');
  if (url.username || url.password) throw refuse('contains a password');
  // A host name is checked during its DNS lookup. An IP address has no lookup.
  if (!isPublicHost(url.hostname)) throw refuse('is in a private network');
}

function headersFor(first: string, url: URL, { headers = {} }: AnyRequest): Record<string, string> {
  return new URL(first).origin === url.origin ? headers : {};
}

function redirectOf(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || !location) return undefined;
  if (!URL.canParse(location, from.href))
    throw new FetchFailure('bad_answer', from.host, 'redirects to an invalid address');
  return new URL(location, from);
}

async function throwRefusal(response: Response, host: string): Promise<never> {
  const { bytes } = await readUpTo(response, maxErrorBytes);
  throw refusalOf(host, response, bytes.toString('utf8'));
}

async function accept(response: Response, host: string): Promise<number> {
  if (!response.ok) return throwRefusal(response, host);
  // Some servers stop their work when the connection is closed. An incomplete body does not change the status.
  await readUpTo(response, maxErrorBytes).catch(() => undefined);
  return response.status;
}

async function read(response: Response, host: string, request: HttpRequest): Promise<Buffer> {
  if (!response.ok) return throwRefusal(response, host);
  const type = response.headers.get('content-type') ?? '';
  if (!request.accepts.test(type)) {
    await response.body?.cancel();
    const reason = `sent an unexpected content type (${type.slice(0, 60) || 'no type'})`;
    throw new FetchFailure('bad_answer', host, reason);
  }
  return readWithin(response, host, request.maxBytes);
}

async function readWithin(response: Response, host: string, maxBytes: number): Promise<Buffer> {
  // Counts the decompressed bytes; `content-length` may be the compressed size.
  const { bytes, isWhole } = await readUpTo(response, maxBytes);
  if (isWhole) return bytes;
  throw new FetchFailure('too_large', host, `sent more than ${Math.round(maxBytes / 1024 ** 2)} MB`);
}

async function readUpTo(response: Response, maxBytes: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    pieces.push(piece);
    // Leaving the loop cancels the body.
    if (size > maxBytes) return { bytes: Buffer.concat(pieces, maxBytes), isWhole: false };
  }
  return { bytes: Buffer.concat(pieces), isWhole: true };
}

function timedOut(host: string, cause?: unknown): FetchFailure {
  return new FetchFailure('timeout', host, 'did not answer in time', { cause });
}

const unreachable: Record<string, string> = {
  ENOTFOUND: 'is an unknown host name',
  EAI_AGAIN: 'can’t be looked up: there seems to be no network',
  ECONNREFUSED: 'refuses the connection',
  ENETUNREACH: 'can’t be reached: there seems to be no network',
};

/** undici wraps network errors, and Node wraps the errors of all addresses of one name. */
function failureOf(error: unknown, host: string): FetchFailure {
  for (let at = error as Error | undefined; at instanceof Error; at = at.cause as Error | undefined) {
    if (at instanceof FetchFailure) return at;
    const code = codeOf(at);
    if (at instanceof PrivateAddress) {
      return new FetchFailure('refused_address', host, 'resolves to an address in a private network');
    }
    if (/TIMEDOUT|TIMEOUT/.test(code)) return timedOut(host, error);
    const reason = unreachable[code];
    if (reason) return new FetchFailure('unreachable', host, reason, { cause: error });
    if (/CERT|SELF_SIGNED|TLS/.test(code)) {
      return new FetchFailure('unreachable', host, 'has an invalid certificate', { cause: error });
    }
    if (at instanceof AggregateError && !at.cause) at.cause = at.errors[0];
  }
  return new FetchFailure('unreachable', host, 'dropped the connection', { cause: error });
}
