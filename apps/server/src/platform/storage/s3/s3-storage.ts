// Storage in a bucket of an S3 store.

import { mkdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { HeadObjectCommand, type Part, PutObjectCommand } from '@aws-sdk/client-s3';
import type { FileDigests } from '../digests.ts';
import { storageError } from '../disk/disk-errors.ts';
import { diskFolders, listTempFolder, removeFromTempFolder } from '../disk/disk-folders.ts';
import { removeLeftovers, spool } from '../disk/disk-uploads.ts';
import {
  type ChunkWrite,
  type ChunkWritten,
  FileMissingError,
  type NamedPicture,
  type PictureStorage,
  type Spooled,
  type Storage,
  type StoragePlace,
  StorageUnavailableError,
  type StoredFile,
  type TempEntry,
  UnreadableError,
  type UploadHandle,
} from '../storage.ts';
import { checkedKey, isStorageKey } from '../storage-key.ts';
import { streamOf } from '../whole-files.ts';
import { type S3Config, s3MaxChunkBytes, s3MinChunkBytes } from './s3-address.ts';
import type { DigestWorkerData } from './s3-digest-worker.ts';
import * as files from './s3-files.ts';
import { deleteObject, listObjects, openFile } from './s3-files.ts';
import { S3Store } from './s3-store.ts';
import * as uploads from './s3-uploads.ts';
import { abortUpload, listParts, listUploads } from './s3-uploads.ts';

/** Starting a thread takes longer than hashing a file of this size. */
const smallBytes = 8 * 1024 ** 2;

interface Options {
  /** The id in the mark of the bucket. */
  library: string;
  /** A local folder for bodies whose length is unknown. */
  localDir: string;
}

/** Connects to a bucket. Read its mark before creating a storage in it. */
export function openBucket(config: S3Config) {
  const store = new S3Store(config);
  return {
    store,
    place: s3Place(store),
    createStorage: (options: Options) => createS3Storage(store, options),
    close: () => store.close(),
  };
}

async function createS3Storage(store: S3Store, { library, localDir }: Options): Promise<Storage> {
  const local = diskFolders(localDir);
  await mkdir(local.uploads, { recursive: true });
  await removeLeftovers(local);
  const place = s3Place(store);

  const spoolLocally = (body: Readable, maxBytes: number, onProgress?: () => void): Promise<Spooled> =>
    spool(local, body, maxBytes, onProgress).catch((error) => {
      throw storageError(error);
    });

  /** A part must be sent with its length. */
  async function writeChunk(upload: UploadHandle, body: Readable, chunk: ChunkWrite): Promise<ChunkWritten> {
    const { exactBytes } = chunk;
    if (exactBytes !== undefined) return uploads.writePart(store, upload, body, { ...chunk, exactBytes });
    const spooled = await spoolLocally(body, chunk.maxBytes, chunk.onProgress);
    try {
      return await uploads.writePart(store, upload, spooled.open(), { ...chunk, exactBytes: spooled.size });
    } finally {
      await spooled.discard();
    }
  }

  return {
    isExclusive: true,
    limits: { minChunkBytes: s3MinChunkBytes, maxChunkBytes: s3MaxChunkBytes, maxChunks: 10_000 },
    beginUpload: (key) => uploads.beginUpload(store, key),
    writeChunk,
    finishUpload: (upload, finished) => uploads.finishUpload(store, upload, finished),
    discardUpload: (key) => uploads.discardUpload(store, key),
    storeFile: (key, body) => files.storeFile(store, key, body),
    async copyFile(key, file, options) {
      const body = streamOf(file, options);
      const { fileSize, sha256 } = await files.storeFile(store, key, body, file.size);
      const read =
        fileSize > smallBytes
          ? (await digestInWorker({ config: store.config, key }, options.signal)).sha256
          : (await files.hashFile(store, key, options)).sha256;
      return { fileSize, sha256: read, sourceSha256: sha256 };
    },
    listTemp: async () => [
      ...(await listMultipartUploads(store)),
      ...(await listTempFolder(localDir, 'temp', 'temp/uploads')),
    ],
    async deleteTemp(id) {
      if (!(await abortListedUpload(store, id))) await removeFromTempFolder(localDir, 'temp', id);
    },
    spool: (body, maxBytes) => spoolLocally(body, maxBytes),
    openFile: async (key) => files.openFile(store, 'files', checkedKey(key)),
    handOver: async (key, facts) => ({ kind: 'redirect', url: await files.signedUrl(store, key, facts) }),
    digestFile: async (key, signal) => (await digestInWorker({ config: store.config, key }, signal)).sha256,
    digestFileInPieces: (key, pieceLength, signal) =>
      digestInWorker({ config: store.config, key, pieceLength }, signal),
    deleteFile: async (key) => files.deleteObject(store, 'files', checkedKey(key)),
    listFiles: () => files.listObjects(store, 'files'),
    pictures: new S3Pictures(store),
    freeBytes: async () => undefined,
    async check() {
      if ((await place.readMark()) === library) return;
      throw new StorageUnavailableError(`${place.name} is not the storage of this library`);
    },
  };
}

/** Hashing a large file would slow down every request of this thread. */
function digestInWorker(workerData: DigestWorkerData, signal?: AbortSignal): Promise<FileDigests> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL('./s3-digest-worker.ts', import.meta.url), { workerData });
    const cancel = () => {
      reject(signal?.reason);
      void worker.terminate();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    worker.once('message', ({ digests, message, isMissing, isUnreadable }) => {
      if (digests) resolve(digests);
      else if (isMissing) reject(new FileMissingError(message));
      else reject(isUnreadable ? new UnreadableError(message) : new StorageUnavailableError(message));
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      signal?.removeEventListener('abort', cancel);
      reject(new Error('the digest worker ended without an answer'));
    });
  });
}

// The unfinished uploads in an S3 store, as the page on temporary files shows them.

const ids = 's3:';

/** Lists the multipart uploads of this library, whether or not their rows still exist. */
async function listMultipartUploads(store: S3Store): Promise<TempEntry[]> {
  const entries: TempEntry[] = [];
  for await (const { Key = '', UploadId = '', Initiated = new Date() } of listUploads(store, 'files/')) {
    const key = Key.split('/').at(-1) ?? '';
    if (!isStorageKey(key) || Key !== store.place('files', key).Key) continue;
    const parts = await partsOf(store, key, UploadId);
    const times = parts.map(({ LastModified }) => LastModified?.getTime() ?? 0);
    entries.push({
      id: `${ids}${key}/${UploadId}`,
      name: Key,
      kind: 'part',
      key,
      size: parts.reduce((sum, { Size = 0 }) => sum + Size, 0),
      createdAt: Initiated,
      modifiedAt: new Date(Math.max(Initiated.getTime(), ...times)),
    });
  }
  return entries;
}

/** Aborts one multipart upload, and keeps a finished file with the same key. Returns false for another kind of id. */
async function abortListedUpload(store: S3Store, id: string): Promise<boolean> {
  if (!id.startsWith(ids)) return false;
  const [, key = '', state = ''] = /^([^/]*)\/(.*)$/s.exec(id.slice(ids.length)) ?? [];
  await abortUpload(store, { key, state });
  return true;
}

/** Returns nothing for an upload that has ended in the meantime. */
async function partsOf(store: S3Store, key: string, state: string): Promise<Part[]> {
  try {
    return await listParts(store, { key, state });
  } catch (error) {
    if (error instanceof FileMissingError) return [];
    throw error;
  }
}

/** The mark that names the library to which a folder of a bucket belongs. */
const markName = 'cellar-library';

function s3Place(store: S3Store): StoragePlace {
  const mark = store.placeAt(markName);
  return {
    name: `the bucket ${store.config.bucket}${store.config.prefix && ` (${store.config.prefix})`}`,
    mark: `object ${mark.Key}`,
    // Several machines can reach a bucket, so the other library may be running.
    mayBeTakenOver: false,

    async readMark() {
      try {
        return (await store.read(mark)).toString().trim() || undefined;
      } catch (error) {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      }
    },

    async writeMark(id) {
      const command = new PutObjectCommand({ ...mark, Body: `${id}\n`, ContentType: 'text/plain' });
      await store.ask(command);
    },

    async containsAny(keys) {
      for (const key of keys) if (await contains(store, checkedKey(key))) return true;
      return false;
    },
  };
}

async function contains(store: S3Store, key: string): Promise<boolean> {
  try {
    await store.ask(new HeadObjectCommand(store.place('files', key)));
    return true;
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
  }
  for await (const _ of listUploads(store, `files/${key.slice(0, 2)}/${key}`)) return true;
  return false;
}

const picturesAtOnce = 4;

/** The pictures of an S3 store. */
class S3Pictures implements PictureStorage {
  readonly #store: S3Store;

  constructor(store: S3Store) {
    this.#store = store;
  }

  async write(pictures: NamedPicture[]): Promise<void> {
    for (let at = 0; at < pictures.length; at += picturesAtOnce) {
      await Promise.all(pictures.slice(at, at + picturesAtOnce).map((picture) => this.#writeOne(picture)));
    }
  }

  async #writeOne({ name, bytes }: NamedPicture): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#store.place('artwork', name),
      Body: bytes,
      ContentType: 'image/webp',
    });
    await this.#store.ask(command);
  }

  open(name: string): Promise<StoredFile | undefined> {
    return unlessMissing(openFile(this.#store, 'artwork', name));
  }

  read(name: string): Promise<Buffer | undefined> {
    return unlessMissing(this.#store.read(this.#store.place('artwork', name)));
  }

  async has(name: string): Promise<boolean> {
    return (await this.open(name)) !== undefined;
  }

  async remove(names: string[]): Promise<void> {
    for (const name of names) await deleteObject(this.#store, 'artwork', name);
  }

  list() {
    return listObjects(this.#store, 'artwork');
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
}
