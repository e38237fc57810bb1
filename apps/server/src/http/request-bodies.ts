// Limits the time for request bodies: for slow JSON bodies, and for the rest of a body after its request was refused.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

/** The time limit for JSON bodies. For uploads, multipart.ts limits only the time without data. */
const bodyMs = 30_000;

const drainCheckMs = 10_000;
const drainMinBytes = 16 * 1024;
const drainMaxMs = 10 * 60_000;

export function watchBodies(app: FastifyInstance): void {
  // By default Node requests the body immediately. A client whose headers get the request refused should not send it.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  const continued = new WeakSet<IncomingMessage>();
  const awaitsContinue = (raw: IncomingMessage) => raw.headers.expect !== undefined && !continued.has(raw);

  app.addHook('preParsing', async ({ raw, headers, routeOptions }, reply, payload) => {
    if (awaitsContinue(raw)) {
      continued.add(raw);
      reply.raw.writeContinue();
    }
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    // Streamed forms have no time limit. Other bodies sent to such a route have the usual one.
    const isForm = headers['content-type']?.startsWith('multipart/form-data');
    if (!hasBody || (routeOptions.config?.isStreamed && isForm)) return payload;
    return limited(raw, () => reply.header('connection', 'close'));
  });
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // The client may still send the body, so the connection cannot be reused.
    if (awaitsContinue(raw)) reply.header('connection', 'close');
    return payload;
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete && !raw.destroyed) drain(raw);
  });
}

/** Returns the body as a stream that fails after the time limit. Destroying `raw` instead would prevent any response. */
function limited(raw: IncomingMessage, onLate: () => void): PassThrough {
  const body = new PassThrough();
  // The reader also receives this error. Without a listener, the error would end the process.
  body.on('error', () => undefined);
  const timer = setTimeout(() => {
    if (raw.complete) return;
    onLate();
    body.destroy(new AppError('request_timeout', 'The request took too long'));
  }, bodyMs);
  raw.once('error', (error) => body.destroy(error));
  raw.once('close', () => clearTimeout(timer));
  return raw.pipe(body);
}

/** Reads the rest of a body as long as data arrives, because a browser reads the response only after sending everything. */
function drain(raw: IncomingMessage): void {
  raw.unpipe();
  raw.resume();
  const { socket } = raw;
  const until = performance.now() + drainMaxMs;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < drainMinBytes || performance.now() > until) raw.destroy();
    before = socket.bytesRead;
  }, drainCheckMs);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}
