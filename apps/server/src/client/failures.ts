// Why a client command fails, and whether trying again helps.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody, ErrorCode } from '@cellar/contract/errors.ts';
import { formatEta } from '@cellar/contract/rules/sizes.ts';

/** Like `EX_TEMPFAIL` of sysexits.h: the same command may succeed later. */
export const exitTemporary = 75;
/** As shells report a program that Ctrl-C has ended. */
export const exitInterrupted = 130;

/** Its message is for the person at the terminal. */
export class ClientError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The server has answered with an error. */
export class Refusal extends Error {
  readonly status: number;
  /** Undefined if the answer is not Cellar's, but for example a proxy's. */
  readonly code: ErrorCode | undefined;
  readonly body: Partial<ErrorBody>;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: string | null) {
    super(body.message ?? `The server answered with the status ${status}.`);
    this.status = status;
    this.code = body.code;
    this.body = body;
    this.retryAfterMs = readRetryAfter(retryAfter);
  }
}

/** There was no answer, it broke off, or another program is in the way: the same request may succeed later. */
export class TryAgain extends Error {}

const proxyLimits = {
  size: 'refuses requests of this size. Raise its limit: client_max_body_size (nginx), LimitRequestBody (Apache), max_size (Caddy).',
  time: 'ends requests before they are complete. Raise its time limit: readTimeout (Traefik), RequestReadTimeout (Apache), read_body (Caddy).',
};

/** A proxy in front of the server does not let the request through. A smaller one may get through. */
export class ProxyLimit extends ClientError {
  constructor(limit: keyof typeof proxyLimits) {
    super(`A proxy in front of the server ${proxyLimits[limit]}`);
  }
}

/** Returns whether the same request may succeed later. */
export function isTemporary(error: unknown): error is Refusal | TryAgain {
  if (error instanceof TryAgain) return true;
  if (!(error instanceof Refusal)) return false;
  // The chunk was damaged on its way and was not stored.
  if (error.code === 'chunk_mismatch') return true;
  // Somebody has to make room first.
  if (error.code === 'storage_full') return false;
  // The file is larger than the member's limit, so that waiting does not help.
  if (error.code === 'quota_exceeded') return error.retryAfterMs !== undefined;
  return error.status >= 500 || [408, 425, 429].includes(error.status);
}

/** Returns what to print and the exit code, or undefined for an unexpected error. */
export function explainFailure(error: unknown): ClientError | undefined {
  if (error instanceof ClientError) return error;
  if (error instanceof TryAgain) return new ClientError(error.message, exitTemporary);
  if (!(error instanceof Refusal)) return undefined;
  if (error.code === 'session_expired' || error.code === 'unauthenticated') {
    return new ClientError('The server refuses the token: it is wrong, has expired or was revoked.');
  }
  const { message, retryAfterMs } = error;
  if (!isTemporary(error)) return new ClientError(message);
  const when = retryAfterMs === undefined ? '' : ` Try again in ${formatEta(retryAfterMs / 1000)}.`;
  return new ClientError(`${message}${when}`, exitTemporary);
}

/** RFC 9110 section 10.2.3: seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

// Repeats what fails temporarily, with growing pauses.

/** After so many failures without progress, about three minutes, the command ends. Running it again continues. */
const pauses = [1, 2, 5, 10, 15, 30, 30, 30, 60].map((seconds) => seconds * 1000);
/** The longest Retry-After that is waited for. Limits of downloads may end only tomorrow. */
const longestPauseMs = 600_000;

export interface Retrying {
  signal: AbortSignal;
  /** Tells the person at the terminal. */
  note(text: string): void;
}

/** `attempt` gets a function to call when there was progress: then the pauses begin again. Throws what is not temporary at once. */
export async function withRetries<Result>(
  attempt: (progress: () => void) => Promise<Result>,
  { signal, note }: Retrying,
): Promise<Result> {
  let failures = 0;
  const progress = () => {
    failures = 0;
  };
  for (;;) {
    try {
      return await attempt(progress);
    } catch (error) {
      signal.throwIfAborted();
      const pause = pauses[failures];
      const asked = error instanceof Refusal ? error.retryAfterMs : undefined;
      const isTooLong = asked !== undefined && asked > longestPauseMs;
      if (!isTemporary(error) || isTooLong || pause === undefined) throw error;
      // The server is still working, so this was no failure.
      if (!(error instanceof Refusal && isWorking(error))) failures += 1;
      const pauseMs = asked ?? pause;
      note(`${error.message} Trying again in ${Math.ceil(pauseMs / 1000)} s.`);
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

function isWorking({ code }: Refusal): boolean {
  return code === 'upload_completing' || code === 'file_preparing';
}
