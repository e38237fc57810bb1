// Storage on a local disk or a mounted network share.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CopiedFile, CopyOptions, PictureStorage, Storage, StoredFile } from '../storage.ts';
import { checkedKey } from '../storage-key.ts';
import { streamOf } from '../stream-of.ts';
import { copyFile } from './copy-file.ts';
import { digestFile } from './digest-file.ts';
import { storageError } from './disk-errors.ts';
import { listStoredFiles, openFile } from './disk-files.ts';
import { type DiskFolders, diskFolders, filePath, relativePath } from './disk-folders.ts';
import { DiskPictures } from './disk-pictures.ts';
import { roomIn } from './disk-room.ts';
import * as uploads from './disk-uploads.ts';
import { makeFolder } from './flush.ts';
import { requireMark } from './library-mark.ts';
import { listTempFolder, removeFromTempFolder } from './temp-folder.ts';

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
