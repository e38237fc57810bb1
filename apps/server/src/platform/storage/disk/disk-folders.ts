// The folders in which a disk storage keeps uploads and files.
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TempEntry } from '../storage.ts';
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

// Lists and removes temporary files. Never follows symbolic links.

/** The names of Cellar's temporary files, except for `ID.check`, which exists only for a moment. */
const patterns: [kind: TempEntry['kind'], pattern: RegExp][] = [
  ['part', /^([A-Za-z0-9_-]{8,64})\.part$/],
  ['chunk', /^([A-Za-z0-9_-]{8,64})\.part\.\d+$/],
  ['form', /^[A-Za-z0-9_-]{8,64}\.spool$/],
];

/** Lists all files below `base`. Only files in `folder` can be Cellar's own; all others are listed as unknown. */
export async function listTempFolder(root: string, base: string, folder: string): Promise<TempEntry[]> {
  const entries: TempEntry[] = [];
  const waiting = [base];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // `withFileTypes` does not report a link to a folder as a folder, so links are not followed.
    const found = await readdir(join(root, path), { withFileTypes: true }).catch(absent([]));
    for (const entry of found) {
      const entryPath = `${path}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(entryPath);
      else entries.push(...(await describe(root, entryPath, path === folder ? entry.name : '')));
    }
  }
  return entries;
}

async function describe(root: string, path: string, ownName: string): Promise<TempEntry[]> {
  const info = await lstat(join(root, path)).catch(absent(undefined));
  if (!info) return [];
  const [kind, match] = info.isFile() ? kindOf(ownName) : (['unknown', null] as const);
  // Some filesystems do not record when a file was created.
  const createdAt = info.birthtimeMs > 0 ? info.birthtime : info.mtime;
  return [
    {
      id: path,
      name: path,
      kind,
      key: match?.[1] ?? null,
      size: info.size,
      createdAt,
      modifiedAt: info.mtime,
    },
  ];
}

function kindOf(name: string): [TempEntry['kind'], RegExpExecArray | null] {
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(name);
    if (match) return [kind, match];
  }
  return ['unknown', null];
}

/** `path`: as listed. Idempotent. @throws if the path leads out of `base` or through a link */
export async function removeFromTempFolder(root: string, base: string, path: string): Promise<void> {
  const steps = path.split('/');
  if (steps[0] !== base || steps.length < 2 || steps.some((step) => ['', '.', '..'].includes(step)))
    throw new Error('not a temporary file');
  for (let end = 1; end < steps.length; end += 1) {
    const info = await lstat(join(root, ...steps.slice(0, end))).catch(absent(undefined));
    if (!info) return;
    if (!info.isDirectory()) throw new Error('not a temporary file');
  }
  await rm(join(root, ...steps), { force: true });
}

function absent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
