// The error for a failed request to another server. Its kind determines what callers show and whether they wait.

import { dayMs } from './clock.ts';

export type FailureKind =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'unauthorised'
  | 'not_found'
  | 'bad_answer'
  | 'too_large'
  | 'refused_address';

interface Details {
  status?: number;
  /** The wait that the other server requests. */
  retryAfterMs?: number;
  /** The beginning of the body of an error response. For decisions, not for display. */
  answer?: string;
  cause?: unknown;
}

/** The longest valid host name (RFC 1035 section 3.1) with a port. A redirect may contain a longer one. */
const maxHostLength = 261;

export class FetchFailure extends Error {
  readonly kind: FailureKind;
  readonly host: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly answer: string;

  /** `reason` completes a sentence that begins with the host. It must not contain a query string, which may contain a key. */
  constructor(kind: FailureKind, host: string, reason: string, details: Details = {}) {
    const shown = host.slice(0, maxHostLength);
    super(`${shown} ${reason}`, { cause: details.cause });
    this.kind = kind;
    this.host = shown;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.answer = details.answer ?? '';
  }
}

/** Returns the failure for a status other than 2xx. */
export function refusalOf(
  host: string,
  { status, headers }: { status: number; headers: { get(name: string): string | null } },
  answer: string,
): FetchFailure {
  const wait = retryAfterMs(headers.get('retry-after'));
  const details = { status, answer, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  if (status === 429) return new FetchFailure('rate_limited', host, 'asks for a pause', details);
  if (status === 401 || status === 403) {
    return new FetchFailure('unauthorised', host, `refused the request (${status})`, details);
  }
  if (status === 404 || status === 410) {
    return new FetchFailure('not_found', host, `has nothing at this address (${status})`, details);
  }
  if (status >= 500) return new FetchFailure('unreachable', host, `reported an error (${status})`, details);
  return new FetchFailure('bad_answer', host, `answered with the unexpected status ${status}`, details);
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function retryAfterMs(value: string | null): number | undefined {
  if (!value) return undefined;
  const text = value.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), dayMs);
}
