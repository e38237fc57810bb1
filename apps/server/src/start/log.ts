// Creates the log: JSON lines, or readable lines on a terminal. It omits the secrets in addresses.
import { type DestinationStream, type Logger, pino } from 'pino';

interface LoggedRequest {
  method: string;
  url: string;
  ip?: string;
  routeOptions?: { url?: string | undefined };
}

/** Writes to `into` if given, otherwise to the standard output. */
export function createLog(level: string, into?: DestinationStream): Logger {
  const serializers = {
    req: (request: LoggedRequest) => ({ method: request.method, url: addressOf(request), ip: request.ip }),
  };
  if (into) return pino({ level, serializers }, into);
  const pretty = { target: 'pino-pretty', options: { ignore: 'pid,hostname' } };
  return pino({ level, serializers, ...(process.stdout.isTTY ? { transport: pretty } : {}) });
}

/** Parts of a path that are long enough for a secret. */
const maybeSecrets = /[^/]{20,}/g;

/**
 * Removes secrets: download tickets are in the query, and the tokens of mailed links and feeds in the path. An address of no route may be
 * one of these that somebody has mistyped.
 */
function addressOf({ url, routeOptions }: LoggedRequest): string | undefined {
  const pattern = routeOptions?.url;
  if (pattern?.includes(':token')) return pattern;
  const path = url.split('?')[0];
  const isKnown = pattern !== undefined && !pattern.includes('*');
  return isKnown ? path : path?.replace(maybeSecrets, '…');
}
