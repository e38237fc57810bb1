// Storage on a local disk: unfinished uploads in temp/uploads, files in files/, both on one filesystem.
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { newId } from '#platform/tokens.ts';
import {
  type ChunkWrite,
  FileMissingError,
  type Storage,
  type StorageEntry,
  type StoredFile,
} from './storage.ts';
import { writeStreamAt } from './write-stream-at.ts';

const partSuffix = '.part';
/** Opened for writing where it is, made when it is not there; never truncated. */
const writeInPlace = constants.O_RDWR | constants.O_CREAT;
const keyPattern = /^[A-Za-z0-9_-]{8,64}$/;

export async function createDiskStorage(root: string): Promise<Storage> {
  const uploadsDir = join(root, 'temp', 'uploads');
  const filesDir = join(root, 'files');
  await mkdir(uploadsDir, { recursive: true });
  await mkdir(filesDir, { recursive: true });

  const partPath = (handle: string) => join(uploadsDir, `${checked(handle)}${partSuffix}`);
  const chunkPath = (handle: string, chunkNumber: number) => `${partPath(handle)}.${chunkNumber}`;
  // Two characters of the key spread the files over folders, so that none grows beyond what tools like to list.
  const filePath = (key: string) => join(filesDir, checked(key).slice(0, 2), key);

  async function writeChunk(handle: string, body: Readable, chunk: ChunkWrite) {
    const path = chunk.offset === undefined ? chunkPath(handle, chunk.chunkNumber) : partPath(handle);
    return withFile(path, writeInPlace, async (file) => {
      if (chunk.offset === undefined) await file.truncate(0);
      const written = await writeStreamAt(file, chunk.offset ?? 0, body, chunk);
      await file.datasync();
      return written;
    });
  }

  async function placeChunk(handle: string, chunkNumber: number, offset: number): Promise<void> {
    const source = chunkPath(handle, chunkNumber);
    if (!(await exists(source))) return;
    await withFile(partPath(handle), writeInPlace, async (file) => {
      await writeStreamAt(file, offset, createReadStream(source), { maxBytes: Number.MAX_SAFE_INTEGER });
      await file.datasync();
    });
    await rm(source);
  }

  async function finishUpload(
    handle: string,
    upload: { size: number; chunkSize: number; totalChunks: number },
  ) {
    const target = filePath(handle);
    // A crash came after the rename and before its record: the file is where it belongs.
    if (!(await exists(partPath(handle))) && (await exists(target))) return;
    // Only a last chunk that came before any other can still be waiting for its place.
    const last = upload.totalChunks - 1;
    await placeChunk(handle, last, last * upload.chunkSize);
    const { size } = await stat(partPath(handle));
    if (size !== upload.size)
      throw new Error(`upload ${handle} has ${size} bytes on disk, ${upload.size} on record`);
    await mkdir(dirname(target), { recursive: true });
    await rename(partPath(handle), target);
    await flushFolder(dirname(target));
    await flushFolder(uploadsDir);
  }

  async function discardUpload(handle: string): Promise<void> {
    const prefix = basename(partPath(handle));
    for (const name of await readdir(uploadsDir)) {
      if (name === prefix || name.startsWith(`${prefix}.`)) await rm(join(uploadsDir, name), { force: true });
    }
    await rm(filePath(handle), { force: true });
  }

  async function openFile(key: string): Promise<StoredFile> {
    const file = await open(filePath(key), 'r').catch(missing);
    const { size, mtime } = await file.stat();
    return {
      size,
      modifiedAt: mtime,
      read: async (buffer, offset, length, position) =>
        (await file.read(buffer, offset, length, position)).bytesRead,
      close: () => file.close(),
    };
  }

  async function spool(body: Readable, maxBytes: number) {
    const path = join(uploadsDir, `${newId()}.spool`);
    const discard = () => rm(path, { force: true });
    try {
      const { size } = await withFile(path, writeInPlace, (file) =>
        writeStreamAt(file, 0, body, { maxBytes }),
      );
      return { size, open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  return {
    writeChunk,
    placeChunk,
    finishUpload,
    discardUpload,
    listUploads: () => listEntries(uploadsDir, (name) => name.split('.')[0] ?? name),
    spool,
    openFile,
    digestFile: (key) => digestInWorker(filePath(key)),
    deleteFile: (key) => rm(filePath(key), { force: true }),
    async listFiles() {
      const folders = await readdir(filesDir);
      return (
        await Promise.all(folders.map((folder) => listEntries(join(filesDir, folder), (name) => name)))
      ).flat();
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    async check() {
      const path = join(uploadsDir, `${newId()}.check`);
      await withFile(path, writeInPlace, (file) => file.datasync());
      await rm(path);
    },
  };
}

/** Keys come from the database, yet nothing but an id may ever become a path. */
function checked(key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a storage key');
  return key;
}

async function withFile<T>(path: string, flags: number, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o640);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

function missing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new FileMissingError('the stored file is missing');
  throw error;
}

/** A rename is safe from a power cut once its folder is flushed. Windows can't open folders, and needs it not. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await withFile(path, constants.O_RDONLY, (folder) => folder.sync());
}

async function listEntries(folder: string, keyOf: (name: string) => string): Promise<StorageEntry[]> {
  const entries: StorageEntry[] = [];
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (info?.isFile()) entries.push({ key: keyOf(name), size: info.size, modifiedAt: info.mtime });
  }
  return entries;
}

function digestInWorker(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { workerData: { path } });
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? new FileMissingError('the stored file is missing') : error);
    });
    worker.once('exit', () => reject(new Error('the digest worker ended without an answer')));
  });
}
