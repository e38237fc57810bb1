// Reads the entries of an open directory with their sizes and times.
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import {
  isIgnored,
  isPathTooLong,
  isSystemName,
  type NameProblem,
  readName,
  shownPath,
} from './entry-names.ts';
import { type Entry, joinPath } from './recognize.ts';
import { type OpenFolder, reasonOf } from './safe-folder.ts';
import { compareBytes, type ProblemReason } from './scan-types.ts';

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
