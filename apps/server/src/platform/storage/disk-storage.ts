// Storage on a local disk or a mounted network share.
import { mkdir, rm } from 'node:fs/promises';
import { digestInWorker } from './digest-file.ts';
import { duplicateFile, listStoredFiles, openFile } from './disk-files.ts';
import { diskFolders, filePath } from './disk-folders.ts';
import { roomIn } from './disk-room.ts';
import * as uploads from './disk-uploads.ts';
import { guardStorage } from './guard-storage.ts';
import { requireMark } from './library-mark.ts';
import type { Storage } from './storage.ts';
import { listTempFolder, removeFromTempFolder } from './temp-folder.ts';

/**
 * `library`: the id in the mark of the folder (library-mark.ts). Without this mark, the folder does not contain the library's
 * files.
 */
export async function createDiskStorage(root: string, library: string): Promise<Storage> {
  await requireMark(root, library);
  const folders = diskFolders(root);
  await mkdir(folders.uploads, { recursive: true });
  await mkdir(folders.files, { recursive: true });
  await uploads.removeLeftovers(folders);
  return guardStorage(() => requireMark(root, library), {
    writeChunk: (handle, body, chunk) => uploads.writeChunk(folders, handle, body, chunk),
    placeChunk: (handle, chunkNumber, offset) => uploads.placeChunk(folders, handle, chunkNumber, offset),
    finishUpload: (handle, upload) => uploads.finishUpload(folders, handle, upload),
    discardUpload: (handle) => uploads.discardUpload(folders, handle),
    spool: (body, maxBytes) => uploads.spool(folders, body, maxBytes),
    listTemp: () => listTempFolder(root, 'temp', 'temp/uploads'),
    deleteTemp: (path) => removeFromTempFolder(root, 'temp', path),
    duplicateFile: (key, count) => duplicateFile(folders, key, count),
    openFile: (key) => openFile(folders, key),
    digestFile: async (key, signal) => digestInWorker(filePath(folders, key), signal),
    deleteFile: async (key) => rm(filePath(folders, key), { force: true }),
    listFiles: () => listStoredFiles(folders),
    freeBytes: () => roomIn(root),
    check: () => uploads.checkWritable(folders),
  });
}
