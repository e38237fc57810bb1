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

/** Removes secrets: download tickets are in the query, and the tokens of mailed links in the path. */
function addressOf({ url, routeOptions }: LoggedRequest): string | undefined {
  const pattern = routeOptions?.url;
  return pattern?.includes(':token') ? pattern : url.split('?')[0];
}
