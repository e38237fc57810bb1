// Storage on a local disk or a mounted network share.

import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import {
  type CopiedFile,
  type CopyOptions,
  type PictureStorage,
  ReadFailure,
  type Storage,
  type StoredFile,
  UnreadableError,
} from '../storage.ts';
import { checkedKey } from '../storage-key.ts';
import { streamOf } from '../whole-files.ts';
import { digestFile, withDigest } from './digest-file.ts';
import { readingError, storageError } from './disk-errors.ts';
import { listStoredFiles, openFile } from './disk-files.ts';
import {
  type DiskFolders,
  diskFolders,
  filePath,
  listTempFolder,
  partPath,
  relativePath,
  removeFromTempFolder,
} from './disk-folders.ts';
import { DiskPictures } from './disk-pictures.ts';
import { roomIn } from './disk-room.ts';
import * as uploads from './disk-uploads.ts';
import { withFile, writeInPlace } from './disk-uploads.ts';
import { createFileThread, type FileRange, type FileThread, pieceBytes } from './file-thread.ts';
import { flushFile, flushFolder, makeFolder } from './flush.ts';
import { requireMark } from './library-mark.ts';

interface Options {
  root: string;
  /** The folder of the pictures, which need not be below `root`. */
  pictures: string;
  /** The id in the mark of the folder (library-mark.ts). Without this mark, the folder does not contain the library's files. */
  library: string;
  /** A path that describes `root` to admins in the list of temporary files. Empty if the files' own paths are enough. */
  shownRoot?: string;
}

/**
 * Every operation checks the mark first, and again after an error. Without the second check, files of a storage that became
 * unavailable in the meantime would look missing or lost. Operations that only read a file skip the first check.
 */
export async function createDiskStorage({ root, library, ...options }: Options): Promise<Storage> {
  await requireMark(root, library);
  const folders = diskFolders(root);
  for (const folder of [dirname(folders.uploads), folders.uploads, folders.files]) await makeFolder(folder);
  await uploads.removeLeftovers(folders);
  await uploads.checkUploads(folders);
  const pictures = new DiskPictures(options.pictures);
  await pictures.removeLeftovers();

  const guard =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>, isReadOnly = false) =>
    async (...args: Args): Promise<Result> => {
      if (!isReadOnly) await requireMark(root, library);
      try {
        return await work(...args);
      } catch (error) {
        await requireMark(root, library);
        throw storageError(error);
      }
    };
  async function* listFiles() {
    await requireMark(root, library);
    yield* listStoredFiles(folders);
  }
  return {
    isExclusive: false,
    limits: { minChunkBytes: 1, maxChunkBytes: Number.MAX_SAFE_INTEGER, maxChunks: Number.MAX_SAFE_INTEGER },
    beginUpload: async (key) => {
      checkedKey(key);
      return '';
    },
    writeChunk: guard(({ key }, body, chunk) => uploads.writeChunk(folders, key, body, chunk)),
    finishUpload: guard(({ key }, upload) => uploads.finishUpload(folders, key, upload)),
    discardUpload: guard((key) => uploads.discardUpload(folders, key)),
    storeFile: guard((key, body) => uploads.storeFile(folders, key, body)),
    copyFile: guard((key, file, options) => copyOpenFile(folders, key, file, options)),
    spool: guard((body, maxBytes) => uploads.spool(folders, body, maxBytes)),
    listTemp: guard(async () => [
      ...(await listTempFolder(root, 'temp', 'temp/uploads')).map((entry) => ({
        ...entry,
        name: options.shownRoot ? `${options.shownRoot}/${entry.name}` : entry.name,
      })),
      ...(await pictures.listDrafts()),
    ]),
    deleteTemp: guard(async (id) => {
      if (!(await pictures.removeDraft(id))) await removeFromTempFolder(root, 'temp', id);
    }),
    openFile: guard((key) => openFile(folders, key), true),
    handOver: async (key) => ({ kind: 'path', path: relativePath(key) }),
    digestFile: guard(
      async (key, signal) => (await digestFile(filePath(folders, key), { signal })).sha256,
      true,
    ),
    digestFileInPieces: guard(
      async (key, pieceLength, signal) => digestFile(filePath(folders, key), { pieceLength, signal }),
      true,
    ),
    deleteFile: guard(async (key) => rm(filePath(folders, key), { force: true })),
    listFiles,
    pictures: withStorageErrors(pictures),
    freeBytes: guard(() => roomIn(root)),
    check: guard(() => uploads.checkWritable(folders)),
  };
}

/** Files of a bucket have no descriptor, and pass through the main thread. */
async function copyOpenFile(
  folders: DiskFolders,
  key: string,
  { fd, ...file }: StoredFile,
  options: CopyOptions,
): Promise<CopiedFile> {
  if (fd !== undefined) return copyFile(folders, key, { fd, size: file.size }, options);
  const { fileSize, sha256 } = await uploads.storeFile(folders, key, streamOf(file, options));
  const read = await digestFile(filePath(folders, key), { signal: options.signal });
  return { fileSize, sha256: read.sha256, sourceSha256: sha256 };
}

/** The pictures may be on another disk than the files, so the mark says nothing about them. */
function withStorageErrors(pictures: DiskPictures): PictureStorage {
  const translated =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      work(...args).catch((error) => {
        throw storageError(error);
      });
  return {
    write: translated((named) => pictures.write(named)),
    open: translated((name) => pictures.open(name)),
    read: translated((name) => pictures.read(name)),
    has: translated((name) => pictures.has(name)),
    remove: translated((names) => pictures.remove(names)),
    list: () => pictures.list(),
  };
}

// Copies a file of another disk storage, and reads the copy again, without passing its bytes through the main thread. Three threads
// work at the same time: while one copies a piece, another flushes the piece before, and the third hashes the flushed ones. Not by
// `fs.copyFile`: it can't be interrupted, its errors do not say whether reading or writing failed, and a copy that shares blocks
// with its source is lost together with it.

/** Two copies at the same time would take as long, but both would end late. */
const createCopier = () => ({ thread: createFileThread(), limit: pLimit(1) });
/** A share that stops answering while a file of a library folder is copied does not stop backups. */
const copiers = { ofStorage: createCopier(), ofLibraryFolders: createCopier() };
let lastDigest = 0;

/** An open file on a disk. */
interface Source {
  fd: number;
  size: number;
}

/** The copy gets its final name once it is complete and flushed. */
async function copyFile(
  folders: DiskFolders,
  key: string,
  source: Source,
  options: CopyOptions,
): Promise<CopiedFile> {
  const [part, target] = [partPath(folders, key), filePath(folders, key)];
  try {
    const digests = await withFile(part, writeInPlace, async (file) => {
      // A killed run may have left a part, which is overwritten.
      await file.truncate(source.size);
      return copyAndRead(source, file.fd, folders.uploads, options);
    });
    await makeFolder(dirname(target));
    await rename(part, target);
    await flushFolder(dirname(target));
    return { fileSize: source.size, ...digests };
  } catch (error) {
    for (const path of [part, target]) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Every piece of the copy is read after it has been flushed. */
async function copyAndRead(source: Source, to: number, folder: string, options: CopyOptions) {
  const { thread, limit } = options.isFromLibraryFolder ? copiers.ofLibraryFolders : copiers.ofStorage;
  let sourceSha256: string | null = null;
  const sha256 = await withDigest(async (digest) => {
    let failure: unknown;
    let flushed: Promise<unknown> = Promise.resolve();
    let hashed = flushed;
    const onPiece = (range: FileRange) => {
      flushed = flushed.then(() => flushFile(to));
      hashed = Promise.all([flushed, hashed]).then(() => {
        options.signal?.throwIfAborted();
        return failure === undefined ? digest.addRange(to, range) : 0;
      });
      hashed.catch((error) => {
        failure ??= error;
      });
      if (failure !== undefined) throw failure;
    };
    try {
      sourceSha256 = await limit(() => copyPieces(source, { thread, to, folder }, options, onPiece));
    } catch (error) {
      failure ??= error;
      throw error;
    } finally {
      // No thread may use the file after it is closed.
      await Promise.allSettled([flushed, hashed]);
    }
    await hashed;
  });
  return { sha256, sourceSha256 };
}

async function copyPieces(
  { fd: from, size }: Source,
  { thread, ...target }: { thread: FileThread; to: number; folder: string },
  { withDigest, signal, onProgress }: CopyOptions,
  onPiece: (range: FileRange) => void,
): Promise<string | null> {
  lastDigest += 1;
  const digest = withDigest ? { digestOf: lastDigest } : undefined;
  try {
    let position = 0;
    // An empty file is one piece, so that it is flushed too.
    do {
      signal?.throwIfAborted();
      const range = { position, length: Math.min(pieceBytes, size - position) };
      const request = { kind: 'copy', from, range, ...target, ...digest } as const;
      const copied = await thread.ask(request).catch(throwCopying);
      position += range.length;
      if (copied !== range.length)
        throwReadFailure(new UnreadableError(`the file ended before byte ${position}`));
      onPiece(range);
      onProgress?.(range.length);
    } while (position < size);
    return digest ? ((await thread.ask({ kind: 'digest', ...digest })) as string) : null;
  } catch (error) {
    if (digest) thread.ask({ kind: 'drop', ...digest }).catch(() => {});
    throw error;
  }
}

function throwCopying(error: NodeJS.ErrnoException): never {
  if (error.syscall === 'read') throwReadFailure(error);
  throw error;
}

function throwReadFailure(error: unknown): never {
  throw new ReadFailure('the file could not be read', { cause: readingError(error) });
}
