// Storage on a local disk: unfinished uploads in temp/uploads, files in files/, both on one filesystem.
import { constants, createReadStream, type Stats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '#platform/tokens.ts';
import { digestInWorker } from './digest-file.ts';
import { roomIn } from './disk-room.ts';
import { flushFile } from './flush-file.ts';
import { flushFolder } from './flush-folder.ts';
import { requireMark } from './library-mark.ts';
import { linkOrCopy } from './link-or-copy.ts';
import { onlyWhile } from './only-while.ts';
import {
  BytesLostError,
  type ChunkWrite,
  type ChunkWritten,
  FileMissingError,
  type Storage,
  type StorageEntry,
  type StoredFile,
} from './storage.ts';
import { listTempFolder, removeFromTempFolder } from './temp-folder.ts';
import { type WriteRules, writeStreamAt } from './write-stream-at.ts';

const partSuffix = '.part';
/** Opened for writing where it is, made when it is not there; never truncated. */
const writeInPlace = constants.O_RDWR | constants.O_CREAT;
const leftoverAgeMs = 24 * 3600 * 1000;
const keyPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** `library`: the id that the folder is marked with (library-mark.ts). Where the mark is not, neither are the files. */
export async function createDiskStorage(root: string, library: string): Promise<Storage> {
  await requireMark(root, library);
  const uploadsDir = join(root, 'temp', 'uploads');
  const filesDir = join(root, 'files');
  await mkdir(uploadsDir, { recursive: true });
  await mkdir(filesDir, { recursive: true });
  await removeLeftovers(uploadsDir);

  const partPath = (handle: string) => join(uploadsDir, `${checked(handle)}${partSuffix}`);
  const chunkPath = (handle: string, chunkNumber: number) => `${partPath(handle)}.${chunkNumber}`;
  const filePath = (key: string) => join(filesDir, pathOf(key));

  async function writeChunk(handle: string, body: Readable, chunk: ChunkWrite) {
    const aside = chunkPath(handle, chunk.chunkNumber);
    // What an earlier try left aside must never be put over this one.
    await rm(aside, { force: true });
    const { offset } = chunk;
    const rules = { ...chunk, folder: uploadsDir };
    if (offset !== undefined) return writeFlushed(partPath(handle), offset, body, rules);
    return writeFlushed(aside, 0, body, rules).catch(async (error) => {
      await rm(aside, { force: true });
      throw error;
    });
  }

  async function placeChunk(handle: string, chunkNumber: number, offset: number): Promise<void> {
    const source = chunkPath(handle, chunkNumber);
    if (!(await exists(source))) return;
    await writeFlushed(partPath(handle), offset, createReadStream(source), {
      maxBytes: Number.MAX_SAFE_INTEGER,
      folder: uploadsDir,
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
    try {
      await cutToSize(handle, upload.size);
      await makeFolderOf(target);
      await rename(partPath(handle), target);
    } catch (error) {
      // Another node has just done the same.
      if ((await exists(partPath(handle))) || !(await exists(target))) throw error;
    }
    await flushFolder(dirname(target));
    await flushFolder(uploadsDir);
    await removeParts(handle);
  }

  async function makeFolderOf(path: string): Promise<void> {
    if (await mkdir(dirname(path), { recursive: true })) await flushFolder(filesDir);
  }

  /** A last chunk that was refused may have been longer than the one that was stored: its rest was never acknowledged. */
  async function cutToSize(handle: string, size: number): Promise<void> {
    await withFile(partPath(handle), constants.O_RDWR, async (file) => {
      const found = (await file.stat()).size;
      if (found < size)
        throw new BytesLostError(`upload ${handle} has ${found} bytes on disk, ${size} on record`);
      if (found > size) await file.truncate(size);
      await flushFile(file.fd);
    }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BytesLostError(`upload ${handle} has nothing on disk`) : error;
    });
  }

  async function removeParts(handle: string): Promise<void> {
    for (const name of await readdir(uploadsDir)) {
      if (name.startsWith(`${checked(handle)}.`)) await rm(join(uploadsDir, name), { force: true });
    }
  }

  async function discardUpload(handle: string): Promise<void> {
    await removeParts(handle);
    await rm(filePath(handle), { force: true });
  }

  async function duplicateFile(key: string, count: number): Promise<string[]> {
    // Side by side in one folder, so that one flush will do for all.
    const folder = newId().slice(0, 2);
    const keys = Array.from({ length: count }, () => folder + newId().slice(folder.length));
    const [first] = keys;
    if (first === undefined) return [];
    await makeFolderOf(filePath(first));
    try {
      let source = filePath(key);
      for (const copy of keys) source = await linkOrCopy(source, filePath(copy));
      await flushFolder(dirname(filePath(first)));
    } catch (error) {
      for (const copy of keys) await rm(filePath(copy), { force: true });
      return missing(error as NodeJS.ErrnoException);
    }
    return keys;
  }

  async function openFile(key: string): Promise<StoredFile> {
    const file = await open(filePath(key), 'r').catch(missing);
    const { size, mtime } = await describe(file).catch(async (error) => {
      await file.close();
      throw error;
    });
    return {
      path: pathOf(key),
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
        writeStreamAt(file, 0, body, { maxBytes, folder: uploadsDir }),
      );
      return { size, open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  const storage: Storage = {
    writeChunk,
    placeChunk,
    finishUpload,
    discardUpload,
    listTemp: () => listTempFolder(root, 'temp', 'temp/uploads'),
    deleteTemp: (path) => removeFromTempFolder(root, 'temp', path),
    spool,
    duplicateFile,
    openFile,
    digestFile: async (key, signal) => digestInWorker(filePath(key), signal),
    deleteFile: async (key) => rm(filePath(key), { force: true }),
    listFiles: () => listStoredFiles(filesDir),
    freeBytes: () => roomIn(root),
    async check() {
      const path = join(uploadsDir, `${newId()}.check`);
      // Not flushed: it would wait for everything that is written at the moment.
      await withFile(path, writeInPlace, (file) => file.write(Buffer.alloc(1)));
      await rm(path);
    },
  };
  return onlyWhile(() => requireMark(root, library), storage);
}

/** What a process that was killed had kept aside. Another one may be at work here, so only what is long forgotten goes. */
async function removeLeftovers(folder: string): Promise<void> {
  const before = Date.now() - leftoverAgeMs;
  for (const name of await readdir(folder)) {
    if (!/\.(spool|check)$/.test(name)) continue;
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (info && info.mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}

/** Keys come from the database, yet nothing but an id may ever become a path. */
function checked(key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a storage key');
  return key;
}

/** Two characters of the key spread the files over folders, so that none grows beyond what tools like to list. */
function pathOf(key: string): string {
  return `${checked(key).slice(0, 2)}/${key}`;
}

async function withFile<T>(path: string, flags: number, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o640);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function writeFlushed(
  path: string,
  offset: number,
  body: Readable,
  rules: WriteRules,
): Promise<ChunkWritten> {
  return withFile(path, writeInPlace, async (file) => {
    const written = await writeStreamAt(file, offset, body, rules);
    await flushFile(file.fd, { dataOnly: true });
    return written;
  });
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

/** A folder opens like a file, and fails only once it is read. */
async function describe(file: FileHandle): Promise<Stats> {
  const info = await file.stat();
  if (info.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  return info;
}

function missing(error: NodeJS.ErrnoException): never {
  if (['ENOENT', 'ENOTDIR'].includes(error.code ?? ''))
    throw new FileMissingError('the stored file is missing');
  throw error;
}

/** Of what is ours: files that others have put there are none of our business. One after the other: there may be 100,000. */
async function listStoredFiles(filesDir: string): Promise<StorageEntry[]> {
  const entries: StorageEntry[] = [];
  for (const folder of await readdir(filesDir, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const key of await readdir(join(filesDir, folder.name))) {
      if (!keyPattern.test(key) || key.slice(0, 2) !== folder.name) continue;
      const info = await stat(join(filesDir, folder.name, key)).catch(() => undefined);
      if (info?.isFile()) entries.push({ key, size: info.size, modifiedAt: info.mtime });
    }
  }
  return entries;
}
