// What a call to the server that did not succeed throws; made by the API client, read by pages and engines.
import type { ErrorBody, ErrorCode } from '@cellar/contract/errors.ts';

export type ApiErrorCode = ErrorCode | 'network' | 'timeout';

/** `message` is plain English, ready to show; `status` is 0 where no answer came (`network`, `timeout`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's own error body; absent where something in between answered. */
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

// Without a body of ours (a proxy answered), the status alone tells what it was.
const codeOfStatus: Record<number, ErrorCode> = {
  401: 'unauthenticated',
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

/** The error of an answer that is not a success. */
export function errorOfAnswer(status: number, text: string, retryAfter: string | null): ApiError {
  const body = parseErrorBody(text);
  const code = body?.code ?? codeOfStatus[status] ?? (status >= 500 ? 'internal' : 'malformed_request');
  const message = body?.message ?? `The server answered with status ${status}.`;
  return new ApiError(message, { status, code, body, retryAfterSeconds: parseRetryAfter(retryAfter) });
}

// By hand, so that the page's first load does not need a schema library for it.
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
