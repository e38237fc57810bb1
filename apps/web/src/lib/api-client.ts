// Calls the endpoints of the contract. All requests to the API go through this client.
import type {
  AnyEndpoint,
  BodyInputOf,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '@cellar/contract/endpoint.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ApiError, errorOfAnswer, networkError, parseAnswer, timeoutError } from './api-error.ts';
import { loadOnce } from './lazy-code.ts';

/** Absent if the endpoint has no such input, optional if the input may be omitted, otherwise required. */
type Input<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : object extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

export type CallOptions<E extends AnyEndpoint> = Input<'params', ParamsOf<E>> &
  Input<'query', QueryInputOf<E>> &
  Input<'body', BodyInputOf<E>> & {
    signal?: AbortSignal | undefined;
    timeoutMs?: number | undefined;
    /** Whether to finish the request even if the page is left. Only for bodies of a few kilobytes. */
    keepalive?: boolean | undefined;
  };

export type FormOptions<E extends AnyEndpoint> = Input<'params', ParamsOf<E>> & {
  form: FormData;
  /** Counts the bytes of the whole request body, which is slightly larger than the file. */
  onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

export type FileOptions<E extends AnyEndpoint> = Input<'params', ParamsOf<E>> &
  Input<'query', QueryInputOf<E>> &
  Input<'body', BodyInputOf<E>> & {
    onProgress?: ((percent: number) => void) | undefined;
    /** The request fails after this many milliseconds without a byte. The whole transfer may take longer. */
    timeoutMs: number;
    signal?: AbortSignal | undefined;
  };

/** The second argument is optional if none of its properties is required. */
type CallArguments<E extends AnyEndpoint> =
  object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/** All methods but `open` throw ApiError, or the signal's reason if the caller aborted. */
export interface ApiClient {
  call<E extends AnyEndpoint>(endpoint: E, ...options: CallArguments<E>): Promise<ResponseOf<E>>;
  /** Sends a multipart body and reports progress. Fails after 60 s without progress. */
  sendForm<E extends AnyEndpoint>(endpoint: E, options: FormOptions<E>): Promise<ResponseOf<E>>;
  /**
   * Returns a successful response whose body is still arriving. Without a limit on time. Reports nothing, and fails like `fetch` without an
   * answer, because the caller tries again.
   */
  open<E extends AnyEndpoint>(endpoint: E, signal: AbortSignal): Promise<Response>;
  /** Downloads a file. */
  fetchFile<E extends AnyEndpoint>(endpoint: E, options: FileOptions<E>): Promise<Blob>;
}

export interface ApiClientDeps {
  /** The origin of the API; empty for the page's own origin. */
  baseUrl?: string | undefined;
  getToken(): string | undefined;
  /** Identifies the browser to endpoints that may begin a session. */
  getDeviceId?(): string;
  /**
   * Called if the session is missing, unknown or expired, or its member is suspended. Not called for a refused login, nor if the
   * request was sent with another session than the present one.
   */
  onUnauthorized(error: ApiError): void;
  /**
   * Called if the member must confirm first that it is them; `sentAt` is a `performance.now()`. The request is repeated if this
   * resolves to true, otherwise it fails with `confirmation_required`.
   */
  confirm?(sentAt: number): Promise<boolean>;
  /** Called if the site requires two-step login and the member has yet to set it up. */
  onSecondFactorRequired?(): void;
  /** Called if the server did not respond, whether or not something in front of it did. */
  onNoAnswer?(error: ApiError): void;
}

interface AnyOptions {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  keepalive?: boolean | undefined;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const baseUrl = deps.baseUrl ?? '';
  const headers = (token: string | undefined): Record<string, string> => {
    return { Accept: 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  };

  const withReport = async <T>(
    endpoint: AnyEndpoint,
    token: string | undefined,
    request: Promise<T>,
  ): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (error instanceof ApiError)
        report(endpoint, error, { ...deps, isPresent: deps.getToken() === token });
      throw error;
    }
  };

  return {
    call: async (endpoint, ...[given]) => {
      const options = (given ?? {}) as AnyOptions;
      const url = baseUrl + urlOf(endpoint, options);
      const { method, access } = endpoint;
      const token = deps.getToken();
      const sent = headers(token);
      const mayLogIn = access === 'public' && method === 'POST';
      if (mayLogIn && deps.getDeviceId) sent['Cellar-Device'] = deps.getDeviceId();
      const send = () => withReport(endpoint, token, fetchJson(url, { method, headers: sent }, options));
      const sentAt = performance.now();
      try {
        return (await send()) as never;
      } catch (error) {
        if (!needsConfirmation(error) || !(await deps.confirm?.(sentAt))) throw error;
        options.signal?.throwIfAborted();
        return (await send()) as never;
      }
    },
    sendForm: (endpoint, { params, form, onProgress, signal }) => {
      const url = baseUrl + urlOf(endpoint, { params });
      const token = deps.getToken();
      const request = { url, method: endpoint.method, headers: headers(token), form, onProgress, signal };
      const send = async () => {
        const { sendFormByXhr } = await loadCode(forForms);
        return sendFormByXhr({ ...request, timeoutMs: limits.apiTimeoutMs });
      };
      return withReport(endpoint, token, send()) as Promise<never>;
    },
    open: async (endpoint, signal) => {
      const url = baseUrl + urlOf(endpoint, {});
      const response = await fetch(url, {
        headers: headers(deps.getToken()),
        credentials: 'include',
        signal,
      });
      if (response.ok) return response;
      throw errorOfAnswer(response.status, await response.text(), response.headers);
    },
    fetchFile: (endpoint, { params, query, body, onProgress, timeoutMs, signal }) => {
      const url = baseUrl + urlOf(endpoint, { params, query });
      const token = deps.getToken();
      const request = { url, method: endpoint.method, headers: headers(token), body };
      const load = async () => {
        const { fetchBlob } = await loadCode(forFiles);
        return fetchBlob({ ...request, onProgress, timeoutMs, signal });
      };
      return withReport(endpoint, token, load());
    },
  };
}

// Few pages send forms or load files.
const forForms = () => import('./send-form.ts');
const forFiles = () => import('./fetch-file.ts');

/** @throws ApiError, as if the request itself had got no answer */
async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await loadOnce(load);
  } catch {
    throw networkError();
  }
}

/** Returns the path and query of a call. */
export function urlOf(
  endpoint: AnyEndpoint,
  { params, query }: Pick<AnyOptions, 'params' | 'query'>,
): string {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined || value === '') throw new TypeError(`${endpoint.path} needs "${name}"`);
    return encodeURIComponent(String(value));
  });
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  );
  const search = new URLSearchParams(pairs).toString();
  return search ? `${path}?${search}` : path;
}

async function fetchJson(
  url: string,
  { method, headers }: { method: string; headers: Record<string, string> },
  options: AnyOptions,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? limits.apiTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const hasBody = options.body !== undefined;
  try {
    const response = await fetch(url, {
      method,
      headers: hasBody ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: hasBody ? JSON.stringify(options.body) : null,
      credentials: 'include',
      keepalive: options.keepalive ?? false,
      signal,
    });
    return parseAnswer(response.status, await response.text(), response.headers);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    options.signal?.throwIfAborted();
    throw timeout.aborted ? timeoutError() : networkError();
  }
}

const hints = {
  network:
    'No answer. Is the address of the API right and does it allow this origin (CORS)? Does a firewall or the DNS stand in the way?',
  timeout: 'No answer in time. Is the connection slow, or does a VPN slow it down?',
} as const;

/** A page that is being left ends its requests before its scripts learn of it, and is gone after this time. */
const leavingMs = 1000;

/** `isPresent`: the request was sent with the present session. */
function report(
  endpoint: AnyEndpoint,
  error: ApiError,
  { onUnauthorized, onSecondFactorRequired, onNoAnswer, isPresent }: ApiClientDeps & { isPresent: boolean },
): void {
  if (!error.body) onNoAnswer?.(error);
  if (error.code === 'network' || error.code === 'timeout') {
    const hint = `${endpoint.method} ${endpoint.path}: ${hints[error.code]}`;
    setTimeout(() => console.warn(hint), leavingMs);
  } else if (isPresent && endsSession(endpoint, error)) {
    onUnauthorized(error);
  } else if (isPresent && error.code === 'second_factor_required') {
    onSecondFactorRequired?.();
  }
}

function needsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirmation_required';
}

function endsSession({ access }: AnyEndpoint, { code }: ApiError): boolean {
  if (code === 'account_suspended') return access !== 'public';
  return code === 'unauthenticated' || code === 'session_expired';
}
