// Reads the entries of an open directory with their sizes and times.
import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import {
  isIgnored,
  isPathTooLong,
  isSystemName,
  type NameProblem,
  readName,
  shownPath,
} from './entry-names.ts';
import { type Entry, joinPath } from './recognize.ts';
import { identityOf, type OpenFolder, OpeningError, openFolder, reasonOf } from './safe-folder.ts';
import {
  compareBytes,
  FolderUnavailableError,
  type ProblemReason,
  type ScannedFolder,
} from './scan-types.ts';

/** What a scan tells while it reads. */
export interface Progress {
  /** Called for each entry. */
  entryRead(): void;
  folderRead(): void;
  problem(path: string, reason: ProblemReason, hidesItems: boolean): void;
}

/** Returns files, links and directories in the order of a scan. Throws what the file system throws if the directory can't be listed. */
export function readFolder(
  folder: OpenFolder,
  { path, absolute }: { path: string; absolute: string },
  progress: Progress,
): Entry[] {
  progress.folderRead();
  const entries: { key: string; entry: Entry }[] = [];
  for (const bytes of folder.list()) {
    progress.entryRead();
    const { text: name, problem } = readName(bytes);
    if (isSystemName(name)) continue;
    const entry = readEntry({ folder, path, absolute, name, problem }, progress);
    if (entry) entries.push({ key: entry.isFolder ? `${name}/` : name, entry });
  }
  folder.check();
  return entries.sort((a, b) => compareBytes(a.key, b.key)).map(({ entry }) => entry);
}

interface Raw {
  folder: OpenFolder;
  path: string;
  absolute: string;
  name: string;
  problem: NameProblem | undefined;
}

function readEntry({ folder, path, absolute, name, problem }: Raw, progress: Progress): Entry | undefined {
  const relative = joinPath(path, name);
  const report = (reason: ProblemReason, hidesItems: boolean) => {
    if (!isIgnored(name)) progress.problem(shownPath(relative), reason, hidesItems);
    return undefined;
  };
  if (problem) return report(problem, false);
  if (isPathTooLong(`${absolute}/${name}`, relative)) return report('pathTooLong', false);
  let stats: Stats;
  let target: string | undefined;
  try {
    stats = lstatSync(folder.base + name);
    if (stats.isSymbolicLink()) target = readlinkSync(folder.base + name);
  } catch (error) {
    return report(reasonOf(error), true);
  }
  const isFolder = stats.isDirectory();
  if (!isFolder && !stats.isFile() && target === undefined) return report('notAFile', false);
  const isExecutable = stats.isFile() && (stats.mode & 0o100) !== 0;
  return { name, isFolder, size: stats.size, modifiedAtMs: Math.floor(stats.mtimeMs), isExecutable, target };
}

// Goes down into the directories of a library folder, in the thread of a scan. A descriptor is open for each level.

/** An open directory of the library folder. */
export interface Level {
  folder: OpenFolder;
  path: string;
  absolute: string;
  depth: number;
}

export interface Descent {
  /** Throws FolderUnavailableError. */
  top<T>(use: (level: Level) => T): T;
  /** Calls `use` with an open sub-directory, or reports why that is not possible. */
  enter(above: Level, name: string, use: (level: Level) => void): void;
}

export function createDescent(folder: ScannedFolder, maxDepth: number, progress: Progress): Descent {
  /** The excluded directories, and those that are open: a mount can show them again further below. */
  const closed = new Set(folder.excluded.flatMap(identityAt));

  function within<T>(level: Level, use: (level: Level) => T): T {
    closed.add(level.folder.identity);
    try {
      return use(level);
    } finally {
      closed.delete(level.folder.identity);
      level.folder.close();
    }
  }

  function enter(above: Level, name: string, use: (level: Level) => void): void {
    const path = joinPath(above.path, name);
    const absolute = `${above.absolute}/${name}`;
    if (folder.excluded.includes(absolute)) return;
    try {
      if (above.depth >= maxDepth) throw new OpeningError('tooDeep');
      const opened = openFolder(above.folder.base + name, absolute);
      if (closed.has(opened.identity)) opened.close();
      else within({ folder: opened, path, absolute, depth: above.depth + 1 }, use);
    } catch (error) {
      progress.problem(path, problemOf(error), true);
    }
  }

  function top<T>(use: (level: Level) => T): T {
    try {
      const opened = openFolder(folder.path, folder.path);
      if (closed.has(opened.identity)) {
        opened.close();
        throw new FolderUnavailableError('excluded', 'the folder is excluded');
      }
      const result = within({ folder: opened, path: '', absolute: folder.path, depth: 0 }, use);
      checkAgain(opened.identity);
      return result;
    } catch (error) {
      throw error instanceof FolderUnavailableError ? error : unavailable(error);
    }
  }

  /** Something may have been mounted or unmounted here since the first look. */
  function checkAgain(identity: string): void {
    const again = openFolder(folder.path, folder.path);
    again.close();
    if (again.identity !== identity) throw new OpeningError('replaced');
  }

  return { top, enter };
}

function identityAt(path: string): string[] {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? [identityOf(stats)] : [];
}

/** Throws what is not an error of the file system. */
function problemOf(error: unknown): OpeningError['reason'] {
  if (error instanceof OpeningError) return error.reason;
  if (error instanceof Error && 'syscall' in error) return reasonOf(error);
  throw error;
}

function unavailable(error: unknown): FolderUnavailableError {
  const reason = problemOf(error);
  const message = `the library folder can't be read: ${reason}`;
  if (reason === 'vanished') return new FolderUnavailableError('absent', message);
  if (reason === 'denied' || reason === 'replaced') return new FolderUnavailableError(reason, message);
  return new FolderUnavailableError(reason === 'link' ? 'replaced' : 'failed', message);
}
