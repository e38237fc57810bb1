// What a scan of a library folder takes and finds. Paths are relative to the folder, with `/`, in the text that their UTF-8 bytes
// stand for; the folder itself is the empty path.
import type { ExtraKind } from '@cellar/contract/folders/rules/library-files.ts';
import type { PlatformAliases } from '@cellar/contract/games/rules/name-facts.ts';

export interface ScannedFolder {
  /** Absolute, without links. */
  path: string;
  /** Absolute paths of directories that are not entered, such as the data folder. They need not exist. */
  excluded: readonly string[];
}

/** An admin's decision about one path: one game as a whole, a folder of games, or nothing at all. */
export type PathDecision = 'asOne' | 'open' | 'skip';

export interface WalkRules {
  /** In lower case with the dot, besides those of the contract. */
  addedExtensions: readonly string[];
  /** Platforms by the name of a sub-folder, as `plainName` returns it. */
  platformsOfFolders: Readonly<Record<string, string>>;
  platformAliases: PlatformAliases;
  decisions: Readonly<Record<string, PathDecision>>;
  /** A file modified within this time may still be being copied. */
  freshMs: number;
  /** Directories nested deeper are reported as problems. Each level keeps a descriptor open. */
  maxDepth: number;
  /** A scan that gets nothing from the file system for this long has failed. */
  answerWithinMs: number;
}

export const defaultWalkRules: WalkRules = {
  addedExtensions: [],
  platformsOfFolders: {},
  platformAliases: {},
  decisions: {},
  freshMs: 30_000,
  maxDepth: 100,
  answerWithinMs: 60_000,
};

export type ItemKind = 'file' | 'set' | 'folder';

/** A file, a set of files in one directory, or a directory that is one game. */
export interface FoundItem {
  /** Of a set: the path of the file that one would open, such as the first volume. */
  path: string;
  kind: ItemKind;
  /** Bytes of all files. */
  size: number;
  fileCount: number;
  /** The newest of all files, in whole milliseconds. */
  modifiedAtMs: number;
  /**
   * 32 hexadecimal digits: of a file from its size and modification time, otherwise a digest of these and the path of each file. The
   * paths begin inside the item, so the fingerprint of a file or folder stays the same when it is renamed or moved.
   */
  fingerprint: string;
  /** Of a file in lower case with the dot; `.zip` for sets and folders. */
  extension: string;
  /** A file was modified a moment ago, or is a partial download. */
  isFresh: boolean;
  /** A volume or disc of the set is missing. */
  isIncomplete: boolean;
  /** The number of links that lead out of the folder. They are not part of the item. */
  leftOutLinks: number;
  names: ItemNames;
}

/** The names from which `itemFacts` reads title, year, ids and platform. */
export interface ItemNames {
  file: string;
  folder: string;
  isFolder: boolean;
  platform: string;
}

export type ProblemReason =
  | 'notUtf8'
  | 'controlCharacter'
  | 'pathTooLong'
  | 'link'
  | 'notAFile'
  | 'denied'
  | 'vanished'
  | 'replaced'
  | 'tooDeep'
  | 'unreadable';

export interface ScanProblem {
  type: 'problem';
  /** Characters that can't be shown are replaced by U+FFFD. */
  path: string;
  reason: ProblemReason;
  /** True if items may exist at or below this path that this scan could not see. They are not to be treated as missing. */
  hidesItems: boolean;
}

export type ScanRecord =
  | { type: 'item'; item: FoundItem }
  /** `ownerPath`: the path of the item or of the game's folder; empty if no game is known. */
  | { type: 'extra'; item: FoundItem; extraKind: ExtraKind; ownerPath: string }
  | ScanProblem;

export interface ScanSummary {
  /** The folder has no entries at all, which may be an empty mount point. */
  isEmpty: boolean;
  entryCount: number;
  folderCount: number;
  /** All problems, of which at most 1,000 are reported, and all that hide items. */
  problemCount: number;
}

export interface WalkBatch {
  /** At most 500. Items and extras are in the order of `orderKey`. A batch without records only tells that the scan goes on. */
  records: ScanRecord[];
  /** What has been read so far. `isFinal` with the last batch. */
  summary: ScanSummary & { isFinal: boolean };
}

/** A file, a link that stays inside the item, or an empty folder. */
export interface ItemMember {
  /** Relative to the item's directory: inside the folder, or beside the other files of the set. That of a folder ends with `/`. */
  path: string;
  /** Bytes: of a link, those of its target. */
  size: number;
  modifiedAtMs: number;
  isExecutable: boolean;
  /** Where a link leads, relative to its own folder. */
  target?: string | undefined;
}

export interface MemberBatch {
  /** At most 500, in the order of the bytes of their paths. */
  members: ItemMember[];
  problems: ScanProblem[];
  /** With the last batch: what `walkFolder` would report. */
  total?: Pick<FoundItem, 'size' | 'fileCount' | 'modifiedAtMs' | 'fingerprint'>;
}

/** The folder itself can't be read. */
export class FolderUnavailableError extends Error {
  override name = 'FolderUnavailableError';
  readonly reason: 'absent' | 'denied' | 'replaced' | 'excluded' | 'failed';
  constructor(reason: FolderUnavailableError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The file system has not answered in time. The thread that waits for it ends when it answers. */
export class FolderNotRespondingError extends Error {
  override name = 'FolderNotRespondingError';
}

/** The item is gone, or is no longer a file, set or folder. */
export class ItemMissingError extends Error {
  override name = 'ItemMissingError';
}

/** Items sorted by this text, by its UTF-8 bytes, are in the order of a scan: a folder comes where its contents would. */
export function orderKey({ path, kind }: Pick<FoundItem, 'path' | 'kind'>): string {
  return kind === 'folder' ? `${path}/` : path;
}

/** Compares two texts by their UTF-8 bytes, as SQLite and PostgreSQL with the collation "C" do. */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return byteRank(x) - byteRank(y);
  }
  return a.length - b.length;
}

/** UTF-16 puts surrogates before U+E000, UTF-8 puts their characters after U+FFFF. */
function byteRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
