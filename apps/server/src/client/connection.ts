// Calls the API of a server with an API token.
import type { AnyEndpoint, ResponseOf } from '@cellar/contract/endpoint.ts';
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { Agent, type FormData, fetch, type RequestInit, Response } from 'undici';
import { ClientError, Refusal, TryAgain } from './failures.ts';

const connectMs = 15_000;
/** Completing an upload may take so long. */
const answerMs = 120_000;
/** A download in which no byte arrives for so long is broken. */
const silenceMs = 60_000;

interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  form?: FormData;
  /** Called with the number of bytes of the form that were sent so far. */
  onSent?: (bytes: number) => void;
}

type Route = Pick<AnyEndpoint, 'method' | 'path'>;

export interface Connection {
  /** @throws Refusal, TryAgain, or the reason of the signal */
  call<E extends AnyEndpoint>(route: E, call?: Call): Promise<ResponseOf<E>>;
  /** Opens a download by its ticket. @throws Refusal, TryAgain, or the reason of the signal */
  open(path: string, headers: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

interface Options {
  url: URL;
  token: string;
  signal: AbortSignal;
}

export function connect({ url, token, signal }: Options): Connection {
  const dispatcher = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: answerMs,
    bodyTimeout: silenceMs,
  });

  async function request(path: string, init: RequestInit): Promise<Response> {
    const address = new URL(path, url);
    // The path of a ticket comes from the server.
    if (address.origin !== url.origin) throw new ClientError('The server sent the address of another site.');
    try {
      return await fetch(address, { ...init, signal, dispatcher });
    } catch (error) {
      throw failureOf(error, url, signal);
    }
  }

  return {
    async call(route, { params = {}, query = {}, json, form, onSent } = {}) {
      const headers = { authorization: `Bearer ${token}` };
      const init: RequestInit = { method: route.method, headers, redirect: 'error' };
      if (json !== undefined) {
        init.body = JSON.stringify(json);
        init.headers = { ...headers, 'content-type': 'application/json' };
      }
      if (form) Object.assign(init, formRequest(form, headers, onSent));
      const response = await request(pathOf(route, params, query), init);
      if (!response.ok) throw await refusalOf(response, signal);
      try {
        return (await response.json()) as ResponseOf<typeof route>;
      } catch (error) {
        // A proxy may answer like that when it ends a long request.
        if (error instanceof SyntaxError && form)
          throw new TryAgain(`${url.host} did not answer like Cellar.`);
        if (error instanceof SyntaxError) throw notCellar(url);
        throw failureOf(error, url, signal);
      }
    },

    async open(path, headers) {
      // The secret is in the path, so that a redirect to an object store gets no token.
      const response = await request(path, { headers });
      if (response.status === 200 || response.status === 206) return response;
      throw await refusalOf(response, signal);
    },

    close: () => dispatcher.destroy(),
  };
}

function pathOf({ path }: Route, params: Record<string, string>, query: Record<string, string>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Returns the form as a stream whose bytes are counted. */
function formRequest(
  form: FormData,
  headers: Record<string, string>,
  onSent: (bytes: number) => void = () => undefined,
): RequestInit {
  const encoded = new Response(form);
  let sent = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      controller.enqueue(piece);
      sent += piece.byteLength;
      onSent(sent);
    },
  });
  return {
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: (encoded.body as ReadableStream<Uint8Array>).pipeThrough(counting),
    duplex: 'half',
  };
}

async function refusalOf(response: Response, signal: AbortSignal): Promise<Refusal> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  signal.throwIfAborted();
  return new Refusal(status, readBody(text), headers.get('retry-after'));
}

function readBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function failureOf(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!(error instanceof TypeError)) return error;
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause.message === 'unexpected redirect') return notCellar(url);
  return new TryAgain(`No answer from ${url.host} (${'code' in cause ? cause.code : cause.message}).`);
}

function notCellar(url: URL): ClientError {
  return new ClientError(`${url.origin} does not answer like Cellar. Is the address right?`);
}
