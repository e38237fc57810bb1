// Lists the files of one item, in the thread of a scan.

import { createHash } from 'node:crypto';
import { dayMs } from '#platform/clock.ts';
import { nameForWindows } from '#platform/zip/member-names.ts';
import { isPartialDownload } from './entry-names.ts';
import { createDescent, type Descent, type Level, type Progress, readFolder } from './read-folder.ts';
import { type Entry, joinPath, membersOf } from './recognize.ts';
import {
  type FoundItem,
  type ItemMember,
  ItemMissingError,
  type MemberBatch,
  type ScannedFolder,
  type WalkRules,
} from './scan-types.ts';

interface Use {
  descent: Descent;
  output: Progress;
  add(member: ItemMember): void;
  /** Called for each link that leads out of the item. `path` is relative to the library folder. */
  leftOut(path: string): void;
}

/**
 * Calls `add` with all files, links and empty folders at and below the level, in the order of their paths. `prefix`: ends with `/`
 * or is empty.
 */
export function eachMember(
  level: Level,
  { entries, prefix }: { entries: readonly Entry[]; prefix: string },
  use: Use,
): void {
  for (const { name, isFolder, ...facts } of entries) {
    const path = prefix + name;
    if (facts.target !== undefined && !staysInside(facts.target, path))
      use.leftOut(joinPath(level.path, name));
    else if (!isFolder) use.add({ path, ...facts });
    else
      use.descent.enter(level, name, (opened) => {
        const below = readFolder(opened.folder, opened, use.output);
        if (below.length === 0) use.add({ path: `${path}/`, ...facts, size: 0 });
        eachMember(opened, { entries: below, prefix: `${path}/` }, use);
      });
  }
}

/**
 * Whether a link leads to something inside its item, whatever other links it passes: `..` stands only at its beginning, where the
 * folders are no links. The target must mean the same to all unpackers.
 */
function staysInside(target: string, path: string): boolean {
  const bytes = Buffer.from(target);
  if (target.startsWith('/') || target.includes('\u{fffd}') || nameForWindows(bytes) !== bytes) return false;
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  const upwards = steps.findIndex((step) => step !== '..');
  const down = upwards < 0 ? [] : steps.slice(upwards);
  const depth = path.split('/').length - 1;
  return steps.length > 0 && !down.includes('..') && steps.length - down.length <= depth;
}

export function isApp({ path, kind }: Pick<FoundItem, 'path' | 'kind'>): boolean {
  return kind === 'folder' && /\.app$/i.test(path);
}

type Item = Pick<FoundItem, 'path' | 'kind'>;

interface MemberOutput extends Progress {
  member(member: ItemMember): void;
}

const never = () => false;

/** Throws ItemMissingError and FolderUnavailableError. */
export function listItem(
  folder: ScannedFolder,
  item: Item,
  rules: WalkRules,
  output: MemberOutput,
): NonNullable<MemberBatch['total']> {
  const descent = createDescent(folder, rules.maxDepth, output);
  const summary = createSummary(never);
  let single: ItemMember | undefined;
  const add = (member: ItemMember) => {
    if (item.kind === 'file') single = member;
    summary.add(member);
    output.member(member);
  };
  const parts = item.path.split('/');
  const lead = item.kind === 'folder' ? undefined : parts.pop();
  descent.top((top) =>
    descend(descent, top, parts, (level) => {
      const entries = readFolder(level.folder, level, output);
      const leftOut = () => undefined;
      if (lead === undefined)
        return eachMember(level, { entries, prefix: '' }, { descent, output, add, leftOut });
      const files = entries.filter(({ target }) => target === undefined);
      const wanted = new Set(item.kind === 'set' ? membersOf(lead, files) : [lead]);
      for (const { name, isFolder, size, modifiedAtMs } of files)
        if (!isFolder && wanted.has(name)) add({ path: name, size, modifiedAtMs, isExecutable: false });
    }),
  );
  const { isFresh: _, ...total } = single ? summaryOfFile(single, never) : summary.total(isApp(item));
  if (total.fileCount === 0) throw new ItemMissingError('the item has no files');
  return total;
}

function descend(descent: Descent, level: Level, parts: string[], use: (level: Level) => void): void {
  const [name, ...rest] = parts;
  if (name === undefined) use(level);
  else descent.enter(level, name, (opened) => descend(descent, opened, rest, use));
}

// Adds up the files of an item, and computes its fingerprint while they are listed.

export type ItemTotal = Pick<FoundItem, 'size' | 'fileCount' | 'modifiedAtMs' | 'fingerprint' | 'isFresh'>;

const digits = 32;

/** Whether a file with this modification time may still be being copied. */
export type IsFresh = (modifiedAtMs: number) => boolean;

/**
 * Takes the members in the order of their paths. The fingerprint of a folder without links, empty folders, programs and `.app` is
 * that of earlier versions, so that they need not be read again.
 */
export function createSummary(isFreshAt: IsFresh): {
  add(member: ItemMember): void;
  /** `isApp`: the item is a folder whose name ends with `.app`. */
  total(isApp?: boolean): ItemTotal;
} {
  const digest = createHash('sha256');
  const programs = createHash('sha256');
  let [size, fileCount, programCount, modifiedAtMs, isFresh] = [0, 0, 0, 0, false];

  /** Of some file systems, all files are executable, which says nothing. */
  function fingerprint(isApp: boolean): string {
    if (programCount > 0 && programCount < fileCount)
      digest.update(`\0programs\0${programs.digest('hex')}\n`);
    if (isApp) digest.update('\0app\n');
    return digest.digest('hex').slice(0, digits);
  }

  return {
    add(member) {
      if (member.target !== undefined || member.path.endsWith('/')) {
        digest.update(`${member.path}\0${member.target ?? ''}\n`);
        return;
      }
      digest.update(`${member.path}\0${member.size}\0${member.modifiedAtMs}\n`);
      if (member.isExecutable) {
        programs.update(`${member.path}\n`);
        programCount += 1;
      }
      size += member.size;
      fileCount += 1;
      modifiedAtMs = Math.max(modifiedAtMs, member.modifiedAtMs);
      isFresh ||= isFreshAt(member.modifiedAtMs) || isBeingDownloaded(member);
    },
    total: (isApp = false) => ({
      size,
      fileCount,
      modifiedAtMs,
      isFresh,
      fingerprint: fingerprint(isApp),
    }),
  };
}

/** Games have files with such names too, which stay as they are. */
function isBeingDownloaded({ path, modifiedAtMs }: ItemMember): boolean {
  return isPartialDownload(path) && modifiedAtMs > Date.now() - dayMs;
}

/** The same for a single file. Size and time have room in the fingerprint, so they need no digest, which would take longer. */
export function summaryOfFile(
  file: Pick<ItemMember, 'size' | 'modifiedAtMs'>,
  isFreshAt: IsFresh,
): ItemTotal {
  const { size, modifiedAtMs } = file;
  // Times before 1970 are negative.
  const fingerprint = padded(size) + padded(modifiedAtMs + 2 ** 52);
  return { size, fileCount: 1, modifiedAtMs, isFresh: isFreshAt(modifiedAtMs), fingerprint };
}

/** Safe integers have at most 16 decimal digits. */
function padded(count: number): string {
  return String(count).padStart(digits / 2, '0');
}
