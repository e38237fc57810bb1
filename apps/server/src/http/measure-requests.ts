// Measures every request: its duration by endpoint and status, the bytes of uploads and downloads, and failures of the database
// and the storage.
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { type Endpoints, endpoints } from '@cellar/contract/endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Fault } from './error-handler.ts';
import { createTransferMeter, type Direction } from './transfer-meter.ts';

/** In seconds. Pages take milliseconds, chunks seconds, and whole files hours. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** The name of everything outside the contract: the web page, its files, and addresses that do not exist. */
const otherName = 'page';

/** The status of requests whose client disconnected before the answer, as in nginx. */
const disconnected = '499';

export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'cellar_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer, by endpoint of the API and status.',
    labelNames: ['endpoint', 'status'],
    buckets,
    registers: [registry],
  });
  const faults = new Counter({
    name: 'cellar_errors_total',
    help: 'Requests that failed because the database or the storage was full, broken or unreachable.',
    labelNames: ['source'],
    registers: [registry],
  });
  // Without these, a rate over the first error would be missing.
  for (const source of ['database', 'storage'] satisfies Fault[]) faults.inc({ source }, 0);
  const meter = createTransferMeter(registry);

  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const name = request.routeOptions.config?.endpoint;
    const endTransfer = meter.begin(request.raw.socket, name && directions[name]);
    // Fastify's hook `onResponse` does not run if the client disconnects.
    reply.raw.once('close', () => {
      const status = reply.raw.headersSent ? String(reply.raw.statusCode) : disconnected;
      durations.observe({ endpoint: name ?? otherName, status }, reply.elapsedTime / 1000);
      endTransfer();
      if (request.fault) faults.inc({ source: request.fault });
    });
    done();
  });
}

const isFile = (type: string | undefined) =>
  type === 'application/octet-stream' || type === 'application/zip';

/** Endpoints that receive or send a file. */
const directions: Partial<Record<keyof Endpoints, Direction>> = Object.fromEntries(
  Object.entries<AnyEndpoint>(endpoints).flatMap(([name, endpoint]): [string, Direction][] => {
    if (endpoint.multipart) return [[name, 'upload']];
    return isFile(endpoint.produces) ? [[name, 'download']] : [];
  }),
);
