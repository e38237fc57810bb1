// Measures every request: its duration by endpoint and status, the bytes of uploads and downloads, and failures of the database
// and the storage.

import type { Socket } from 'node:net';
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { type Endpoints, endpoints } from '@cellar/contract/endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { bytesWritten } from '#platform/sendfile.ts';
import type { Fault } from './error-handler.ts';

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

type Direction = 'upload' | 'download';

/** The bytes of a socket that are already counted, or belong to requests that are no transfers. */
interface Seen {
  read: number;
  written: number;
}

interface TransferMeter {
  /** Call this for every request, because the next one may use the same socket. Returns a function for its end. */
  begin(socket: Socket, direction: Direction | undefined): () => void;
}

/**
 * Counts running uploads and downloads and their bytes. It reads the counters of their sockets, when a transfer ends and when
 * the metrics are read, so it does nothing for each piece that arrives or is sent.
 */
function createTransferMeter(registry: Registry): TransferMeter {
  const running = new Set<{ socket: Socket; direction: Direction }>();
  const seen = new WeakMap<Socket, Seen>();
  const countRunning = () => {
    for (const transfer of running) count(transfer.socket, transfer.direction);
  };
  const bytesOf = (name: string, help: string) =>
    new Counter({ name, help, registers: [registry], collect: countRunning });
  const bytes = {
    upload: bytesOf(
      'cellar_upload_bytes_total',
      'Bytes received by uploads, with the framing of their forms.',
    ),
    download: bytesOf('cellar_download_bytes_total', 'Bytes of downloads that were passed to the network.'),
  };
  new Gauge({
    name: 'cellar_transfers_running',
    help: 'Uploads and downloads that are running in this process.',
    labelNames: ['direction'],
    registers: [registry],
    collect() {
      const all = [...running];
      for (const direction of ['upload', 'download'] as const) {
        this.set({ direction }, all.filter((transfer) => transfer.direction === direction).length);
      }
    },
  });

  function count(socket: Socket, direction: Direction): void {
    const before = seen.get(socket) ?? { read: 0, written: 0 };
    const now = { read: socket.bytesRead, written: bytesWritten(socket) };
    seen.set(socket, now);
    const added = direction === 'upload' ? now.read - before.read : now.written - before.written;
    // A broken connection drops bytes that it had accepted.
    bytes[direction].inc(Math.max(0, added));
  }

  return {
    begin(socket, direction) {
      if (!direction)
        return () => seen.set(socket, { read: socket.bytesRead, written: bytesWritten(socket) });
      const transfer = { socket, direction };
      running.add(transfer);
      return () => {
        running.delete(transfer);
        count(socket, direction);
      };
    },
  };
}
