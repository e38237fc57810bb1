// One upload request as it arrives: its form fields and its file, in whichever order the client sends them.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { AppError } from '#http/errors.ts';
import { type Fields, readMultipart } from '#http/multipart.ts';
import { check } from '#http/route.ts';
import type { Spooled } from '#platform/storage/storage.ts';

interface Options<F, T> {
  fileField: string;
  /** Whether enough fields have come to handle the file while it arrives. */
  isEnough(fields: Fields): boolean;
  schemaFor(fields: Fields): z.ZodType<F>;
  /** With the file, as a stream that must be read to its end. */
  onFile(fields: F, body: Readable, fileName: string): Promise<T>;
  /** No file came. */
  onFields(fields: F): Promise<T>;
  spool(body: Readable): Promise<Spooled>;
}

/** Fields that are of no use once the file has gone by. */
const beforeFile = ['fileSize', 'chunkSize', 'chunkSha256'];

type Received<T> = { done: T; known: string[] } | { spooled: Spooled; fileName: string };

/** Fields first, the file is handled while it arrives; file first, it is kept aside until the fields are known. */
export async function receiveUpload<F, T>(request: IncomingMessage, options: Options<F, T>): Promise<T> {
  let spooled: Spooled | undefined;
  try {
    const { fields, file } = await readMultipart<Received<T>>(request, {
      fileField: options.fileField,
      onFile: async ({ stream, fieldsBefore, fileName }) => {
        if (options.isEnough(fieldsBefore)) {
          const values = check(options.schemaFor(fieldsBefore), fieldsBefore, 'body');
          return { done: await options.onFile(values, stream, fileName), known: Object.keys(fieldsBefore) };
        }
        spooled = await options.spool(stream);
        return { spooled, fileName };
      },
    });
    if (file && 'done' in file) return refuseLate(fields, file);
    const values = check(options.schemaFor(fields), fields, 'body');
    if (!file) return await options.onFields(values);
    return await options.onFile(values, file.spooled.open(), file.fileName);
  } finally {
    await spooled?.discard();
  }
}

function refuseLate<T>(fields: Fields, { done, known }: { done: T; known: string[] }): T {
  const late = beforeFile.find((name) => name in fields && !known.includes(name));
  if (!late) return done;
  throw new AppError('malformed_request', `Send the form field ${late} before the file`);
}
