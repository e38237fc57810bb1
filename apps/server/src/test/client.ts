// Calls the API over HTTP, with or without a session.
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';

/** A response. Its body is not typed, because the tests check its shape. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: every response has a different shape, which the test asserts
  body: any;
}

export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string | number | readonly (string | number)[]>;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

export interface Account {
  token: string;
  id: string;
  email: string;
}

export interface Client {
  account: Account | undefined;
  call(endpoint: Pick<AnyEndpoint, 'method' | 'path'>, request?: Request): Promise<Answer>;
  /** For responses other than JSON. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export function createClient(url: string, account?: Account): Client {
  const authorization: Record<string, string> = account ? { authorization: `Bearer ${account.token}` } : {};
  return {
    account,
    fetch: (path, init = {}) =>
      fetch(new URL(path, url), { ...init, headers: { ...authorization, ...(init.headers as object) } }),
    async call(endpoint, { params = {}, query = {}, json, form, headers = {} } = {}) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const search = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, String(one)]),
        ),
      );
      const response = await fetch(new URL(`${path}?${search}`, url), {
        method: endpoint.method,
        headers: {
          ...authorization,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: form ?? (json === undefined ? null : JSON.stringify(json)),
      });
      // A stream of events has no end.
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        return { status: response.status, headers: response.headers, body: '' };
      }
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
}
