// Ends the requests of a server that stops: the proxy in front of it is given time to notice, running requests may finish, and what
// is left is cut so that clients resume elsewhere. docs/decisions/0014-several-nodes.md explains the order.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface DrainTimes {
  /** The time in milliseconds for which new connections are still accepted. */
  delayMs: number;
  /** The time in milliseconds that running requests get after that. */
  graceMs: number;
}

export interface Drain {
  /** True once the server is about to stop. */
  isStopping(): boolean;
  /** Returns the number of requests whose response has not been sent completely. */
  running(): number;
  /** Stops accepting requests, waits for the running ones, and cuts those that take too long. */
  stop(times: DrainTimes): Promise<void>;
}

/** Must be called before routes are mounted. */
export function createDrain(app: FastifyInstance): Drain {
  const responses = new Set<ServerResponse>();
  let isStopping = false;
  let onIdle = () => {};

  app.addHook('onRequest', async (_request, { raw }) => {
    responses.add(raw);
    if (isStopping) raw.shouldKeepAlive = false;
    raw.once('close', () => {
      responses.delete(raw);
      if (responses.size === 0) onIdle();
    });
  });

  return {
    isStopping: () => isStopping,
    running: () => responses.size,

    async stop({ delayMs, graceMs }) {
      isStopping = true;
      // Node then sends `Connection: close`, so that a proxy does not send its next request on a connection that is about to close.
      for (const response of responses) response.shouldKeepAlive = false;
      await sleep(delayMs);
      // Also closes idle connections.
      app.server.close();
      const tooLong = new AbortController();
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      if (responses.size > 0) {
        await Promise.race([idle, sleep(graceMs, undefined, tooLong).catch(() => undefined)]);
        tooLong.abort();
      }
      cut(responses);
    },
  };
}

/** Resets the connections, so that the system also drops what it has buffered and clients notice at once. */
function cut(responses: Set<ServerResponse>): void {
  for (const response of responses) {
    response.socket?.resetAndDestroy();
    response.destroy();
  }
}
