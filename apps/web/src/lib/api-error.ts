// The error that failed calls to the server throw, and the parsing of responses, for both fetch and XMLHttpRequest.
import type { ErrorBody, ErrorCode } from '@cellar/contract/errors.ts';

export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'basic_authentication';

/** Of a response, from `fetch` or XMLHttpRequest. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

/**
 * `message` is in English and may be shown to users. `status` is 0 if there was no response (`network`, `timeout`).
 * `basic_authentication`: a proxy asks for a password in the header that has the session's token.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's error body; undefined if the response came from something in between, such as a proxy. */
  readonly body: ErrorBody | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    facts: {
      status: number;
      code: ApiErrorCode;
      body?: ErrorBody | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.body = facts.body;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

export function timeoutError(): ApiError {
  return new ApiError('The server did not answer in time.', { status: 0, code: 'timeout' });
}

export function networkError(): ApiError {
  return new ApiError('Could not connect to the server.', { status: 0, code: 'network' });
}

/** Returns the JSON of a successful response. Throws ApiError for any other response. */
export function parseAnswer(status: number, text: string, headers: AnswerHeaders): unknown {
  if (status < 200 || status > 299) throw errorOfAnswer(status, text, headers);
  try {
    return JSON.parse(text);
  } catch {
    throw foreignAnswer(status);
  }
}

/** A captive portal or a proxy has answered as if all was well. Whether the request has reached the site is unknown. */
export function foreignAnswer(status: number): ApiError {
  return new ApiError('The answer did not come from this site.', { status, code: 'unavailable' });
}

// Error codes for responses without our error body (from a proxy).
const codeOfStatus: Record<number, ErrorCode> = {
  // A login portal in front of the site, which knows nothing about the session.
  401: 'unavailable',
  403: 'forbidden',
  404: 'not_found',
  408: 'request_timeout',
  413: 'payload_too_large',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
  507: 'storage_full',
};

export function errorOfAnswer(status: number, text: string, headers: AnswerHeaders): ApiError {
  const body = parseErrorBody(text);
  const isBasic = status === 401 && !body && /^basic\b/i.test(headers.get('www-authenticate') ?? '');
  const known = isBasic ? 'basic_authentication' : (body?.code ?? codeOfStatus[status]);
  const code = known ?? (status >= 500 ? 'internal' : 'malformed_request');
  const message = body?.message ?? `The server answered with status ${status}.`;
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  return new ApiError(message, { status, code, body, retryAfterSeconds });
}

// Parsed manually, because a schema library would increase the first load.
function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const value = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof value?.message === 'string' && typeof value.code === 'string'
      ? (value as ErrorBody)
      : undefined;
  } catch {
    return undefined;
  }
}

// RFC 9110 section 10.2.3: "Retry-After = HTTP-date / delay-seconds".
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null || value === '') return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
