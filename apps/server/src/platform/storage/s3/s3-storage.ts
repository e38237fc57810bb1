// Storage in a bucket of an S3 store.
import { mkdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { storageError } from '../disk/disk-errors.ts';
import { diskFolders } from '../disk/disk-folders.ts';
import { removeLeftovers, spool } from '../disk/disk-uploads.ts';
import { listTempFolder, removeFromTempFolder } from '../disk/temp-folder.ts';
import type { FileDigests } from '../piece-digests.ts';
import {
  type ChunkWrite,
  type ChunkWritten,
  FileMissingError,
  type Spooled,
  type Storage,
  StorageUnavailableError,
  UnreadableError,
  type UploadHandle,
} from '../storage.ts';
import { checkedKey } from '../storage-key.ts';
import { streamOf } from '../stream-of.ts';
import { type S3Config, s3MaxChunkBytes, s3MinChunkBytes } from './s3-address.ts';
import type { DigestWorkerData } from './s3-digest-worker.ts';
import * as files from './s3-files.ts';
import { S3Pictures } from './s3-pictures.ts';
import { s3Place } from './s3-place.ts';
import { S3Store } from './s3-store.ts';
import { abortListedUpload, listMultipartUploads } from './s3-temp.ts';
import * as uploads from './s3-uploads.ts';

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
