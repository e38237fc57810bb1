// The log: lines of JSON, or readable ones on a terminal. Secrets in addresses never get into it.
import { type DestinationStream, type Logger, pino } from 'pino';

interface LoggedRequest {
  method: string;
  url: string;
  ip?: string;
  routeOptions?: { url?: string | undefined };
}

/** `into`: in place of the standard output. */
export function createLog(level: string, into?: DestinationStream): Logger {
  const serializers = {
    req: (request: LoggedRequest) => ({ method: request.method, url: addressOf(request), ip: request.ip }),
  };
  if (into) return pino({ level, serializers }, into);
  const pretty = { target: 'pino-pretty', options: { ignore: 'pid,hostname' } };
  return pino({ level, serializers, ...(process.stdout.isTTY ? { transport: pretty } : {}) });
}

/** A download's address carries its ticket behind the path; the links of mails have theirs within it. */
function addressOf({ url, routeOptions }: LoggedRequest): string | undefined {
  const pattern = routeOptions?.url;
  return pattern?.includes(':token') ? pattern : url.split('?')[0];
}
