// Storage on a local disk or a mounted network share.
import { mkdir, rm } from 'node:fs/promises';
import { digestInWorker } from './digest-file.ts';
import { duplicateFile, listStoredFiles, openFile } from './disk-files.ts';
import { diskFolders, filePath } from './disk-folders.ts';
import { roomIn } from './disk-room.ts';
import * as uploads from './disk-uploads.ts';
import { requireMark } from './library-mark.ts';
import type { Storage } from './storage.ts';
import { listTempFolder, removeFromTempFolder } from './temp-folder.ts';

/**
 * `library`: the id in the mark of the folder (library-mark.ts). Without this mark, the folder does not contain the library's
 * files. Every operation checks the mark first, and again after an error. Without the second check, files of a storage that
 * became unavailable in the meantime would look missing or lost. Operations that only read a file skip the first check.
 */
export async function createDiskStorage(root: string, library: string): Promise<Storage> {
  await requireMark(root, library);
  const folders = diskFolders(root);
  await mkdir(folders.uploads, { recursive: true });
  await mkdir(folders.files, { recursive: true });
  await uploads.removeLeftovers(folders);

  const guard =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>, isReadOnly = false) =>
    async (...args: Args): Promise<Result> => {
      if (!isReadOnly) await requireMark(root, library);
      try {
        return await work(...args);
      } catch (error) {
        await requireMark(root, library);
        throw error;
      }
    };
  return {
    writeChunk: guard((handle, body, chunk) => uploads.writeChunk(folders, handle, body, chunk)),
    placeChunk: guard((handle, chunkNumber, offset) =>
      uploads.placeChunk(folders, handle, chunkNumber, offset),
    ),
    finishUpload: guard((handle, upload) => uploads.finishUpload(folders, handle, upload)),
    discardUpload: guard((handle) => uploads.discardUpload(folders, handle)),
    spool: guard((body, maxBytes) => uploads.spool(folders, body, maxBytes)),
    listTemp: guard(() => listTempFolder(root, 'temp', 'temp/uploads')),
    deleteTemp: guard((path) => removeFromTempFolder(root, 'temp', path)),
    duplicateFile: guard((key, count) => duplicateFile(folders, key, count)),
    openFile: guard((key) => openFile(folders, key), true),
    digestFile: guard(async (key, signal) => digestInWorker(filePath(folders, key), signal), true),
    deleteFile: guard(async (key) => rm(filePath(folders, key), { force: true })),
    listFiles: guard(() => listStoredFiles(folders)),
    freeBytes: guard(() => roomIn(root)),
    check: guard(() => uploads.checkWritable(folders)),
  };
}
