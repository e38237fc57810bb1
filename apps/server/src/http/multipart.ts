// Reads a multipart/form-data request (RFC 7578) as it streams: text fields, and one file handed on while it arrives.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { AppError } from './errors.ts';

export type Fields = Record<string, string>;

export interface Multipart<T> {
  fields: Fields;
  /** What `onFile` gave; undefined when no file part came. */
  file: T | undefined;
}

export interface FilePart {
  stream: Readable;
  fieldsBefore: Fields;
  /** As the sender calls it; not to be trusted. */
  fileName: string;
  /** All fields, once the whole form has come; rejects when it is refused or cut. */
  form: Promise<Fields>;
  /** Refuses the form, and ends `stream` with this error. */
  abort(error: Error): void;
}

interface Options<T> {
  fileField: string;
  /** Called when the file part starts, with the fields that came before it. Must read the stream to its end. */
  onFile(part: FilePart): Promise<T>;
}

const maxFields = 20;
const maxFieldBytes = 64 * 1024;
/** A sender that is silent for this long has gone. */
const idleMs = 120_000;

/**
 * Settles after the whole body was read and `onFile` has settled. A refusal settles at once; what still arrives is
 * then read and thrown away, because a browser that is cut off while it sends never sees the answer.
 * @throws AppError malformed_request for a body that is cut, doubled or not of this form
 */
export async function readMultipart<T>(request: IncomingMessage, options: Options<T>): Promise<Multipart<T>> {
  const parser = createParser(request);
  const fields: Fields = Object.create(null);
  let work: Promise<T> | undefined;
  let stream: Readable | undefined;
  const { promise: form, resolve, reject } = Promise.withResolvers<Fields>();
  const refuse = (message: string) => reject(new AppError('malformed_request', message));
  try {
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) return refuse('A form field is too long');
      if (name in fields) return refuse(`The form field ${JSON.stringify(name)} was sent twice`);
      fields[name] = value;
    });
    parser.on('file', (name, part, fileName) => {
      // Whoever reads the part meets its error there; without a reader it would end the process.
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
    parser.on('finish', () => resolve(fields));
    request.setTimeout(idleMs, () => {
      reject(new AppError('request_timeout', 'The upload stood still for too long'));
      request.destroy();
    });
    request.on('error', () => refuse('The request was cut'));
    request.on('close', () => {
      if (!request.complete) refuse('The request was cut');
    });
    request.pipe(parser);
    const all = await form;
    // From here on it is the server that takes its time.
    request.setTimeout(0);
    return { fields: all, file: await work };
  } catch (error) {
    request.unpipe(parser);
    request.resume();
    stream?.destroy(error instanceof Error ? error : undefined);
    // The writer must have let go of its file before the caller cleans up or anybody tries again.
    await work?.catch(() => undefined);
    throw error;
  }
}

function createParser(request: IncomingMessage): BusboyInstance {
  try {
    const limits = { fields: maxFields, parts: maxFields + 1, fieldSize: maxFieldBytes, files: 2 };
    return new Busboy({ headers: request.headers as BusboyConfig['headers'], limits, fileHwm: 1024 * 1024 });
  } catch {
    throw new AppError('unsupported_media_type', 'Expected a multipart/form-data request');
  }
}
