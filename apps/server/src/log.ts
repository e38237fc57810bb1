// The log: lines of JSON, or readable ones on a terminal. Secrets in addresses never get into it.
import { type Logger, pino } from 'pino';

export function createLog(level: string): Logger {
  return pino({
    level,
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        // A download's address carries its ticket.
        url: request.url.split('?')[0],
        ip: request.ip,
      }),
    },
    ...(process.stdout.isTTY
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }
      : {}),
  });
}
