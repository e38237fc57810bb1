// Limits the time for request bodies: for slow JSON bodies, and for the rest of a body after its request was refused.
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance } from 'fastify';
import { whileAdmitted } from './access.ts';
import { AppError } from './errors.ts';

/** The time limit for JSON bodies. For uploads, only the time without data is limited. */
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

// Reads a multipart/form-data request (RFC 7578) as a stream: text fields, and at most one file.

export type Fields = Record<string, string>;

interface Multipart<T> {
  fields: Fields;
  /** The result of `onFile`. Undefined if the form has no file. */
  file: T | undefined;
}

export interface FilePart {
  stream: Readable;
  fieldsBefore: Fields;
  /** The untrusted name of the file on the client. */
  fileName: string;
  /** All fields, once the whole form has arrived. Rejects if the form is refused or incomplete. */
  form: Promise<Fields>;
  /** Refuses the form, and ends `stream` with this error. */
  abort(error: Error): void;
}

/** Limits the speed at which a body is read. */
export interface ReadPace {
  /** Resolves when these bytes may be passed on. Until then no more are read. */
  take(bytes: number): Promise<void>;
  leave(): void;
}

interface Options<T> {
  fileField: string;
  /** Of the route's context. Called from time to time, and after the last byte: a body may take hours. */
  readmit(): Promise<void>;
  /** The form leaves it when it has been read or refused. */
  pace?: ReadPace | undefined;
  /** Called when the file part starts. Must read the stream to its end. */
  onFile(part: FilePart): Promise<T>;
}

const maxFields = 20;
const maxFieldBytes = 64 * 1024;
/** A client that sends nothing for this long is considered gone. */
const idleMs = 120_000;
/** 100 GB take this long at 10 Mbit/s. */
const longestMs = 24 * 60 * 60_000;

/**
 * Resolves once the whole body has been read and `onFile` has finished. Rejects if the form is refused. The rest of the body
 * is then read and discarded, because a browser shows no response if the connection is cut while it is sending.
 * @throws AppError malformed_request for an incomplete body, repeated fields, or a file in another field; request_timeout if
 * the client stops sending, or sends for a day; unsupported_media_type for other content types; what `readmit` throws if the caller
 * has lost the right
 */
export async function readMultipart<T>(request: IncomingMessage, options: Options<T>): Promise<Multipart<T>> {
  try {
    return await readForm(request, options);
  } finally {
    options.pace?.leave();
  }
}

async function readForm<T>(request: IncomingMessage, options: Options<T>): Promise<Multipart<T>> {
  const parser = createParser(request);
  const fields: Fields = Object.create(null);
  let work: Promise<T> | undefined;
  let stream: Readable | undefined;
  const { promise: form, resolve, reject } = Promise.withResolvers<Fields>();
  const refuse = (message: string) => reject(new AppError('malformed_request', message));
  const stopWatching = whileAdmitted(options.readmit, reject);
  const late = setTimeout(
    () => reject(new AppError('request_timeout', 'The request took too long')),
    longestMs,
  );
  late.unref();
  try {
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) return refuse('A form field is too long');
      if (name in fields) return refuse(`The form field ${JSON.stringify(name)} was sent twice`);
      fields[name] = value;
    });
    parser.on('file', (name, part, fileName) => {
      // The reader of the part also receives this error. Without a listener, the error would end the process.
      part.on('error', () => undefined);
      if (name !== options.fileField || work !== undefined) {
        part.resume();
        return refuse(`Send one file, in the form field ${JSON.stringify(options.fileField)}`);
      }
      stream = part;
      const about = { fieldsBefore: { ...fields }, fileName: fileName ?? '' };
      work = options.onFile({ stream: part, ...about, form, abort: reject });
      work.catch(reject);
    });
    parser.on('fieldsLimit', () => refuse('There are too many form fields'));
    parser.on('partsLimit', () => refuse('There are too many form fields'));
    parser.on('error', () => refuse('The form is not complete'));
    parser.on('finish', () => options.readmit().then(() => resolve(fields), reject));
    request.setTimeout(idleMs, () => {
      reject(new AppError('request_timeout', 'The upload stood still for too long'));
      request.destroy();
    });
    request.on('error', () => refuse('The request was cut'));
    request.on('close', () => {
      if (!request.complete) refuse('The request was cut');
    });
    if (options.pace) request.pipe(paced(options.pace)).pipe(parser);
    else request.pipe(parser);
    const all = await form;
    // The client now waits for the server.
    request.setTimeout(0);
    return { fields: all, file: await work };
  } catch (error) {
    request.unpipe();
    request.resume();
    stream?.destroy(error instanceof Error ? error : undefined);
    // The writer must close its file before the caller cleans up or the client tries again.
    await work?.catch(() => undefined);
    throw error;
  } finally {
    stopWatching();
    clearTimeout(late);
  }
}

function paced(pace: ReadPace): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      pace.take(bytes.length).then(() => done(null, bytes), done);
    },
  });
}

function createParser(request: IncomingMessage): BusboyInstance {
  try {
    const limits = { fields: maxFields, parts: maxFields + 1, fieldSize: maxFieldBytes, files: 2 };
    return new Busboy({ headers: request.headers as BusboyConfig['headers'], limits, fileHwm: 1024 * 1024 });
  } catch {
    throw new AppError('unsupported_media_type', 'Expected a multipart/form-data request');
  }
}
