// The finished files of an S3 store.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { withinMs } from '#platform/call-limits.ts';
import { createPieceDigests, digested, type FileDigests } from '../digests.ts';
import {
  FileMissingError,
  type HandOverFacts,
  type StorageEntry,
  StorageUnavailableError,
  type StoredFile,
  type StoredRange,
  type StoredStream,
} from '../storage.ts';
import { checkedKey } from '../storage-key.ts';
import type { S3Folder, S3Store } from './s3-store.ts';
import { idleMs, readOverSocket } from './socket-reader.ts';

/** Larger parts are used only if a file would have too many of them. A file of unknown size may have 156 GiB. */
const partBytes = 16 * 1024 * 1024;
const maxParts = 10_000;
/** A connection to the store that breaks is opened again this often without any bytes in between. */
const retries = 3;
const retryMs = 500;
/** A store that has sent nothing for so long is not asked again. */
const patienceMs = 20_000;
/** Larger ranges are worth a connection of their own. */
const largeBytes = 1024 * 1024;

/** `size`: that of the body in bytes, if known. */
export async function storeFile(
  store: S3Store,
  key: string,
  body: Readable,
  size = 0,
): Promise<StoredStream> {
  const { stream, result } = digested(body);
  let failure: unknown;
  stream.once('error', (error) => {
    failure = error;
  });
  const upload = new Upload({
    client: store.client,
    params: { ...store.place('files', checkedKey(key)), Body: stream },
    partSize: Math.max(partBytes, Math.ceil(size / maxParts)),
    queueSize: 2,
  });
  try {
    await store.run(() => upload.done());
    return { storageKey: key, ...result() };
  } catch (error) {
    body.destroy();
    // The store removes the parts with other unfinished uploads. The first error says what has failed.
    await upload.abort().catch(() => undefined);
    throw failure ?? error;
  }
}

/** @throws FileMissingError */
export async function openFile(store: S3Store, folder: S3Folder, name: string): Promise<StoredFile> {
  const place = store.place(folder, name);
  const head = await store.ask(new HeadObjectCommand(place));
  const { ContentLength: size = 0, LastModified: modifiedAt = new Date(0), ETag } = head;
  return {
    size,
    modifiedAt,
    stream: (range, signal) => readRange(store, { place, etag: ETag }, range, signal),
    close: async () => {},
  };
}

interface ReadInput {
  place: { Bucket: string; Key: string };
  etag: string | undefined;
}

/** Continues where a broken connection to the store has stopped. */
async function* readRange(
  store: S3Store,
  input: ReadInput,
  { start, end }: StoredRange,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  let position = start;
  let since = performance.now();
  for (let failures = 0; position <= end; ) {
    try {
      const rest = { start: position, end };
      const pieces = await readLarge(store, input, rest, signal);
      for await (const piece of pieces ?? readWithSdk(store, input, rest, signal)) {
        failures = 0;
        position += piece.length;
        yield piece;
        since = performance.now();
      }
      if (position <= end) throw new StorageUnavailableError('the object store has sent too few bytes');
    } catch (error) {
      signal?.throwIfAborted();
      failures += 1;
      const isHopeless = failures > retries || performance.now() - since > patienceMs;
      if (!(error instanceof StorageUnavailableError) || isHopeless) throw error;
      await sleep(retryMs * failures, undefined, signal ? { signal } : {}).catch(() =>
        signal?.throwIfAborted(),
      );
    }
  }
}

/** Returns undefined if the range is better read with the SDK, which reuses its connections. */
async function readLarge(
  store: S3Store,
  { place, etag }: ReadInput,
  range: StoredRange,
  signal?: AbortSignal,
): Promise<AsyncIterable<Buffer> | undefined> {
  if (range.end - range.start < largeBytes) return undefined;
  const command = new GetObjectCommand(place);
  const address = await store.run((client) => getSignedUrl(client, command, { expiresIn: 60 }), signal);
  return readOverSocket(new URL(address), range, { etag, signal });
}

async function* readWithSdk(
  store: S3Store,
  { place, etag }: ReadInput,
  { start, end }: StoredRange,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const input = { ...place, Range: `bytes=${start}-${end}`, ...(etag ? { IfMatch: etag } : {}) };
  const options = { requestTimeout: idleMs, ...(signal && { abortSignal: signal }) };
  const { Body } = await store.run((client) => client.send(new GetObjectCommand(input), options), signal);
  if (!(Body instanceof Readable)) throw new StorageUnavailableError('the object store has sent no body');
  const stop = () => Body.destroy();
  signal?.addEventListener('abort', stop);
  const pieces: AsyncIterator<Buffer> = Body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await store.run(() => withinMs(idleMs, pieces.next()), signal);
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    Body.destroy();
  }
}

interface HashOptions {
  signal?: AbortSignal | undefined;
  /** Omitted: the pieces are not digested. */
  pieceLength?: number | undefined;
}

/** Hashes in this thread. @throws FileMissingError, or the reason of the signal */
export async function hashFile(
  store: S3Store,
  key: string,
  { signal, pieceLength }: HashOptions,
): Promise<FileDigests> {
  const file = await openFile(store, 'files', checkedKey(key));
  const hash = createHash('sha256');
  const pieces = pieceLength === undefined ? undefined : createPieceDigests(pieceLength);
  if (file.size > 0) {
    for await (const bytes of file.stream({ start: 0, end: file.size - 1 }, signal)) {
      hash.update(bytes);
      pieces?.add(bytes);
    }
  }
  return { sha256: hash.digest('hex'), ...(pieces && { pieces: pieces.end() }) };
}

/** Returns an address at the store that sends the file under its name. */
export function signedUrl(store: S3Store, key: string, facts: HandOverFacts): Promise<string> {
  const command = new GetObjectCommand({
    ...store.place('files', key),
    ResponseContentDisposition: facts.disposition,
    ResponseContentType: facts.contentType,
    ResponseCacheControl: 'private, no-store',
  });
  return store.run(() => getSignedUrl(store.signer, command, { expiresIn: facts.seconds }));
}

/** Idempotent. Deletes one object at a time: not every store understands a request for many. */
export async function deleteObject(store: S3Store, folder: S3Folder, name: string): Promise<void> {
  try {
    await store.ask(new DeleteObjectCommand(store.place(folder, name)));
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
  }
}

/** Skips objects that are not Cellar's. */
export async function* listObjects(store: S3Store, folder: S3Folder): AsyncGenerator<StorageEntry> {
  const { Bucket, Key: Prefix } = store.placeAt(`${folder}/`);
  const pages = paginateListObjectsV2({ client: store.client }, { Bucket, Prefix });
  for (;;) {
    const { done, value } = await store.run(() => pages.next());
    if (done) return;
    for (const { Key, Size, LastModified } of value.Contents ?? []) {
      const key = Key?.split('/').at(-1) ?? '';
      if (Key !== store.place(folder, key).Key) continue;
      yield { key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
    }
  }
}
