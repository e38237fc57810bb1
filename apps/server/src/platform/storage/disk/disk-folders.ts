// The folders in which a disk storage keeps uploads and files.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedKey } from '../storage-key.ts';

export interface DiskFolders {
  root: string;
  /** Unfinished uploads. On the same filesystem as `files`. */
  uploads: string;
  files: string;
}

export function diskFolders(root: string): DiskFolders {
  return { root, uploads: join(root, 'temp', 'uploads'), files: join(root, 'files') };
}

/** Returns the path relative to the folder of files. Two characters of the key spread the files over many folders. */
export function relativePath(key: string): string {
  return `${checkedKey(key).slice(0, 2)}/${key}`;
}

export function filePath({ files }: DiskFolders, key: string): string {
  return join(files, relativePath(key));
}

/** The unfinished file of an upload. */
export function partPath({ uploads }: DiskFolders, handle: string): string {
  return join(uploads, `${checkedKey(handle)}.part`);
}

/** A chunk that waits for its offset. */
export function chunkPath(folders: DiskFolders, handle: string, chunkNumber: number): string {
  return `${partPath(folders, handle)}.${chunkNumber}`;
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
