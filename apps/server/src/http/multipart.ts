// Reads a multipart/form-data request (RFC 7578) as a stream: text fields, and at most one file.
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { whileAdmitted } from './access.ts';
import { AppError } from './errors.ts';

export type Fields = Record<string, string>;

export interface Multipart<T> {
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
