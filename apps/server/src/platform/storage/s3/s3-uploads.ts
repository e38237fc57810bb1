// The unfinished uploads of an S3 store. Each is a multipart upload, and each chunk a part of it.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type MultipartUpload,
  type Part,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  BytesLostError,
  ChunkError,
  type ChunkWrite,
  type ChunkWritten,
  FileMissingError,
  type FinishedUpload,
  StorageUnavailableError,
  type UploadHandle,
} from '../storage.ts';
import { checkedKey } from '../storage-key.ts';
import { pauseMs, type S3Store } from './s3-store.ts';

/** Returns the store's id of a new multipart upload. */
export async function beginUpload(store: S3Store, key: string): Promise<string> {
  const command = new CreateMultipartUploadCommand(store.place('files', checkedKey(key)));
  const { UploadId } = await store.ask(command);
  if (!UploadId) throw new Error('the object store returned no upload id');
  return UploadId;
}

/** Sends a chunk of known length to the store as it arrives. A wrong or incomplete chunk never becomes a part. @throws ChunkError, BytesLostError */
export async function writePart(
  store: S3Store,
  { key, state }: UploadHandle,
  body: Readable,
  chunk: ChunkWrite & { exactBytes: number },
): Promise<ChunkWritten> {
  const sending = new AbortController();
  let failure: unknown;
  let late: NodeJS.Timeout | undefined;
  let sha256 = '';
  const onDigest = (digest: string) => {
    sha256 = digest;
  };
  // The SDK pipes the stream into its request, and would wait in vain after an error.
  const stream = Readable.from(checkedPieces(body, { ...chunk, onDigest }), { objectMode: false })
    .once('error', (error) => {
      failure = error;
      sending.abort();
    })
    // An answer may come byte by byte, and never end.
    .once('end', () => {
      late = setTimeout(() => sending.abort(), pauseMs);
    });
  const command = new UploadPartCommand({
    ...store.place('files', checkedKey(key)),
    UploadId: state,
    PartNumber: chunk.chunkNumber + 1,
    Body: stream,
    ContentLength: chunk.exactBytes,
  });
  if (chunk.expectedSha256) signDigest(command, chunk.expectedSha256);
  try {
    const { ETag } = await store.run((client) => client.send(command, { abortSignal: sending.signal }));
    if (!ETag) throw new Error('the object store returned no ETag');
    return { size: chunk.exactBytes, sha256, receipt: ETag };
  } catch (error) {
    stream.destroy();
    body.destroy();
    throw failure ?? (await lostUpload(store, key, error));
  } finally {
    clearTimeout(late);
  }
}

/** Returns what it means that the store does not know the multipart upload of a chunk. */
async function lostUpload(store: S3Store, key: string, error: unknown): Promise<unknown> {
  if (!(error instanceof FileMissingError)) return error;
  if ((await sizeOf(store, key)) !== undefined) {
    return new StorageUnavailableError(`upload ${key} is being completed`, { cause: error });
  }
  return new BytesLostError(`the object store no longer has upload ${key}`);
}

/** Makes the store verify the body as well: the SDK signs the digest that it finds in this header. */
function signDigest(command: UploadPartCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signDigest' },
  );
}

/**
 * The store's own list of parts decides: if two nodes sent the same part, the store may have only the later one. Some stores list
 * both, and use the one that completing names.
 */
export async function finishUpload(
  store: S3Store,
  upload: UploadHandle,
  finished: FinishedUpload,
): Promise<void> {
  const { key } = upload;
  try {
    requireAll(await listParts(store, upload), finished);
    await complete(store, upload, finished);
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
    // The multipart upload no longer exists: another request, or one before a crash, has completed it.
    if ((await sizeOf(store, key)) !== finished.size) {
      throw new BytesLostError(`upload ${key} is not in the object store`);
    }
  }
  // Two first chunks at the same time may each have begun a multipart upload, of which one was used.
  await abortUploads(store, key);
}

function complete(
  store: S3Store,
  { key, state }: UploadHandle,
  { chunks }: FinishedUpload,
): Promise<unknown> {
  const Parts = chunks.map(({ chunkNumber, receipt }) => ({ PartNumber: chunkNumber + 1, ETag: receipt }));
  const input = { ...store.place('files', key), UploadId: state, MultipartUpload: { Parts } };
  return store.run((client) => client.send(new CompleteMultipartUploadCommand(input)));
}

/** @throws BytesLostError */
function requireAll(parts: Part[], { chunks }: FinishedUpload): void {
  const stored = new Set(parts.map(({ PartNumber, Size, ETag }) => `${PartNumber} ${Size} ${bare(ETag)}`));
  const lost = chunks.filter(
    ({ chunkNumber, size, receipt }) => !stored.has(`${chunkNumber + 1} ${size} ${bare(receipt)}`),
  );
  if (lost.length === 0) return;
  const numbers = lost.map(({ chunkNumber }) => chunkNumber);
  throw new BytesLostError(`${lost.length} of ${chunks.length} parts are not as recorded`, numbers);
}

/** Some stores put quotes around an ETag only in some answers. */
function bare(etag = ''): string {
  return etag.replaceAll('"', '');
}

/** In ascending order. @throws FileMissingError without the upload */
export async function listParts(store: S3Store, { key, state }: UploadHandle): Promise<Part[]> {
  const parts: Part[] = [];
  const input = { ...store.place('files', key), UploadId: state };
  let after: string | undefined;
  // Not by the SDK's paginator: it ignores `IsTruncated`, and some stores name a next part on the last page too.
  do {
    const command = new ListPartsCommand(after ? { ...input, PartNumberMarker: after } : input);
    const page = await store.ask(command);
    parts.push(...(page.Parts ?? []));
    const next = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    after = next === after ? undefined : next;
  } while (after);
  return parts;
}

/** Yields the multipart uploads whose keys begin with this path. */
export async function* listUploads(store: S3Store, path: string): AsyncGenerator<MultipartUpload> {
  const { Bucket, Key: Prefix } = store.placeAt(path);
  let after: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix, ...after });
    const page = await store.ask(command);
    yield* page.Uploads ?? [];
    if (!page.IsTruncated || !page.NextKeyMarker) return;
    after = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker ? { UploadIdMarker: page.NextUploadIdMarker } : {}),
    };
  }
}

/** Returns undefined without the object. */
async function sizeOf(store: S3Store, key: string): Promise<number | undefined> {
  const command = new HeadObjectCommand(store.place('files', key));
  const head = await ignoreMissing(store.ask(command));
  return head?.ContentLength;
}

/** Removes the parts of an unfinished upload. Idempotent. */
export async function abortUpload(store: S3Store, { key, state }: UploadHandle): Promise<void> {
  const command = new AbortMultipartUploadCommand({
    ...store.place('files', checkedKey(key)),
    UploadId: state,
  });
  await ignoreMissing(store.ask(command));
}

/** Aborts every multipart upload of this key, also those whose ids nobody recorded. */
async function abortUploads(store: S3Store, key: string): Promise<void> {
  const { Key } = store.place('files', checkedKey(key));
  const states: string[] = [];
  for await (const { Key: found, UploadId } of listUploads(store, `files/${key.slice(0, 2)}/${key}`)) {
    if (found === Key && UploadId) states.push(UploadId);
  }
  for (const state of states) await abortUpload(store, { key, state });
}

/** Removes the parts and the finished object. Idempotent. */
export async function discardUpload(store: S3Store, key: string): Promise<void> {
  await abortUploads(store, key);
  const command = new DeleteObjectCommand(store.place('files', key));
  await ignoreMissing(store.ask(command));
}

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
    return undefined;
  }
}

// Passes the bytes of a chunk on, and checks them on the way.

/** The number of bytes that `inspect` receives, unless the chunk is shorter. */
const headBytes = 16;

type Rules = Pick<ChunkWrite, 'expectedSha256' | 'inspect' | 'onProgress' | 'confirm'> & {
  exactBytes: number;
  /** Called with the SHA-256 of the whole chunk, in lower-case hex. */
  onDigest?(sha256: string): void;
};

/**
 * Yields the pieces of a chunk. Holds the last one back until the size and the digest of the whole chunk have been checked and
 * `confirm` has agreed, so that a wrong chunk never becomes complete.
 * @throws ChunkError, or the error of `inspect` or of the body
 */
async function* checkedPieces(body: Readable, rules: Rules): AsyncGenerator<Buffer> {
  const { exactBytes, expectedSha256 } = rules;
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer = Buffer.alloc(0);
  let isInspected = rules.inspect === undefined;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > exactBytes) {
      throw new ChunkError('wrong_size', `The chunk is larger than the ${exactBytes} bytes it should have`);
    }
    rules.onProgress?.();
    hash.update(piece);
    if (isInspected) {
      if (held.length > 0) yield held;
      held = piece;
      continue;
    }
    held = Buffer.concat([held, piece]);
    if (held.length < headBytes) continue;
    rules.inspect?.(held.subarray(0, headBytes));
    isInspected = true;
  }
  if (!isInspected) rules.inspect?.(held.subarray(0, headBytes));
  if (size !== exactBytes) {
    throw new ChunkError('wrong_size', `The chunk has ${size} bytes instead of ${exactBytes}`);
  }
  const sha256 = hash.digest('hex');
  rules.onDigest?.(sha256);
  if (expectedSha256 !== undefined && sha256 !== expectedSha256) {
    throw new ChunkError('wrong_digest', 'The chunk does not have the SHA-256 it was announced with');
  }
  await rules.confirm?.();
  if (held.length > 0) yield held;
}
