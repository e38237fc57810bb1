// Reads an upload request: its form fields and its file, in either order.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { AppError } from '#http/errors.ts';
import { type Fields, type ReadPace, readMultipart } from '#http/multipart.ts';
import { check } from '#http/route.ts';
import type { Spooled } from '#platform/storage/storage.ts';
import type { ChunkBody } from './upload.ts';

interface Options<F, T> {
  fileField: string;
  pace: ReadPace | undefined;
  /** Of the route's context. */
  readmit(): Promise<void>;
  /** Returns whether the fields received so far are enough to process the file while it arrives. */
  isEnough(fields: Fields): boolean;
  schemaFor(fields: Fields): z.ZodType<F>;
  /** Must read the stream to its end. */
  onFile(fields: F, body: ChunkBody, fileName: string): Promise<T>;
  /** Called when the request has no file. */
  onFields(fields: F): Promise<T>;
  spool(body: Readable, fieldsBefore: Fields): Promise<Spooled>;
}

/** Fields that must come before the file. */
const beforeFile = ['fileSize', 'chunkSize', 'chunkSha256', 'replace', 'version', 'platform', 'note'];

type Received<T> = { done: T } | { spooled: Spooled; fileName: string };

/** Processes a file while it arrives if its fields came before it. Otherwise spools the file until the fields are known. */
export async function receiveUpload<F, T>(request: IncomingMessage, options: Options<F, T>): Promise<T> {
  let spooled: Spooled | undefined;
  try {
    const { fields, file } = await readMultipart<Received<T>>(request, {
      fileField: options.fileField,
      pace: options.pace,
      readmit: options.readmit,
      onFile: async ({ stream, fieldsBefore, fileName, form, abort }) => {
        if (options.isEnough(fieldsBefore)) {
          const values = check(options.schemaFor(fieldsBefore), fieldsBefore, 'body');
          const whole = form.then((all) => refuseLate(all, fieldsBefore));
          // Avoids an unhandled rejection if the chunk was refused and nothing awaits `whole`.
          whole.catch(() => undefined);
          return { done: await options.onFile(values, { stream, whole, abort }, fileName) };
        }
        spooled = await options.spool(stream, fieldsBefore);
        return { spooled, fileName };
      },
    });
    if (file && 'done' in file) return file.done;
    const values = check(options.schemaFor(fields), fields, 'body');
    if (!file) return await options.onFields(values);
    return await withStream(file.spooled, (body) => options.onFile(values, body, file.fileName));
  } finally {
    await spooled?.discard();
  }
}

function refuseLate(fields: Fields, before: Fields): void {
  const late = beforeFile.find((name) => name in fields && !(name in before));
  if (late) throw new AppError('malformed_request', `Send the form field ${late} before the file`);
}

async function withStream<T>(spooled: Spooled, use: (body: ChunkBody) => Promise<T>): Promise<T> {
  const stream = spooled.open();
  stream.on('error', () => undefined);
  try {
    return await use({ stream, whole: Promise.resolve(), abort: (error) => stream.destroy(error) });
  } finally {
    stream.destroy();
  }
}
