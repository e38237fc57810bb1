// Request bodies that are slow, or that nobody wants: what comes too slowly is given up, what was refused is not read for ever.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

/** A JSON body that is not whole by then is given up; uploads are watched for standing still instead (multipart.ts). */
const bodyMs = 30_000;

const drainLookMs = 10_000;
const drainLeastBytes = 16 * 1024;
const drainMostMs = 10 * 60_000;

export function watchBodies(app: FastifyInstance): void {
  // Node would ask for the body at once: a request that is refused by its head alone shall not send it.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  const unasked = (raw: IncomingMessage) => raw.headers.expect !== undefined && !asked.has(raw);
  const asked = new WeakSet<IncomingMessage>();

  app.addHook('preParsing', async ({ raw, headers, routeOptions }, reply, payload) => {
    if (unasked(raw)) {
      asked.add(raw);
      reply.raw.writeContinue();
    }
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    // What is streamed may take its time; a body of another kind sent there is read whole, as elsewhere.
    const isForm = headers['content-type']?.startsWith('multipart/form-data');
    if (!hasBody || (routeOptions.config?.isStreamed && isForm)) return payload;
    return limited(raw, () => reply.header('connection', 'close'));
  });
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // Whether the client still sends what it was not asked for can't be known.
    if (unasked(raw)) reply.header('connection', 'close');
    return payload;
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete && !raw.destroyed) drain(raw);
  });
}

/** The body, which ends with an error where it takes too long. Only the connection itself could be destroyed, and then no answer comes. */
function limited(raw: IncomingMessage, onLate: () => void): PassThrough {
  const body = new PassThrough();
  // Whoever reads it meets the error; without a reader it would end the process.
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

/** A browser reads the answer only once it has sent everything, so the rest is read, for as long as it comes at all. */
function drain(raw: IncomingMessage): void {
  raw.unpipe();
  raw.resume();
  const { socket } = raw;
  const until = Date.now() + drainMostMs;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < drainLeastBytes || Date.now() > until) raw.destroy();
    before = socket.bytesRead;
  }, drainLookMs);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}
