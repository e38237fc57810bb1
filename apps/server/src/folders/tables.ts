import type {
  FolderFrequency,
  FolderMode,
  FolderProblem,
  ItemKind,
  ItemProblem,
  ItemState,
  ScanProblemReason,
  Treatment,
} from '@cellar/contract/folders/folders.ts';
import type { ExtraKind } from '@cellar/contract/transfer/rules/extras.ts';
import type { Generated } from 'kysely';

export interface LibraryFoldersTable {
  id: string;
  /** Absolute, without symbolic links. */
  path: string;
  mode: FolderMode;
  /** The platform of items whose name does not say another one. Null: an admin chooses. */
  platform: string | null;
  /** JSON: `[{folder, platform}]`, for sub-folders of these names, at any depth. */
  platformFolders: string;
  /** JSON: extensions that count as games, besides the usual ones. */
  extensions: string;
  frequency: FolderFrequency;
  isWatched: number;
  /** 1: scans after the first one add items that are certain, without asking. */
  addsCertain: number;
  createdAt: string;
  /** Why the folder could not be read. Its items are not missing then. */
  problem: FolderProblem | null;
  problemSince: string | null;
  /** 1: the folder is being removed together with the games that are left without a platform file. */
  deletesGames: Generated<number>;
  /** The time at which a scan is to begin, until it does. In the future: a file was still being written, or the disk failed. */
  scanRequestedAt: string | null;
  /** 1: the next scan marks items as missing even if nearly all of them are gone. */
  acceptsMissing: Generated<number>;
  /** Set while a scan is running, or was interrupted. */
  scanStartedAt: string | null;
  /** The number of entries that the running scan has seen. */
  scannedEntries: Generated<number>;
  /** The lease of the node that scans. */
  holder: string | null;
  leaseUntil: string | null;
  /** When the first scan ended. What it has found is only added by an admin. */
  firstScanAt: Generated<string | null>;
  /** A digest of what decides on titles and platforms. If it has changed, a scan reads the names of all found items again. */
  factsKey: Generated<string | null>;
  /** When a scan last ended. Null until the first review list is complete. */
  lastScanAt: string | null;
  /** JSON: the counts of the last scan. */
  lastScan: string | null;
  /** Identifies the export in the folder that was last read (folders/export). Null without one. */
  exportTag: Generated<string | null>;
}

/** How an admin wants a sub-folder to be understood. */
export interface LibraryTreatmentsTable {
  folderId: string;
  path: string;
  treatment: Treatment;
}

/** Entries that the last scan could not use. */
export interface LibraryProblemsTable {
  folderId: string;
  path: string;
  reason: ScanProblemReason;
}

export interface LibraryItemsTable {
  id: string;
  folderId: string;
  /** Relative to the library folder, separated by `/`. Of a set: the path of its first file. */
  path: string;
  kind: ItemKind;
  /** With its dot, in lower case. `.zip` for sets and folders, because they are downloaded as a ZIP. */
  extension: string;
  /** Bytes on the disk. */
  size: number;
  fileCount: number;
  /** Milliseconds since 1970: the newest of its files. */
  modifiedAt: number;
  /** Changes with the names, sizes and times of its files, but not with its own name. */
  fingerprint: string;
  /** The digest of samples of an added item, to recognize it after a move. Null until it is computed. */
  sampleSha256: string | null;
  state: ItemState;
  title: string;
  titleKey: string;
  /** A stored platform. Null: nothing names one. */
  platform: string | null;
  /** The platform, or empty. */
  platformKey: string;
  version: string;
  year: number | null;
  /** JSON: ids of metadata providers found in the name, such as `{"steam": "220"}`. */
  ids: string;
  /** 1: an admin has chosen title or platform, so scans keep them. */
  isEdited: Generated<number>;
  /** 1: title and platform can be added without asking. */
  isCertain: number;
  /** 1: an admin has put it back into the review list, so only an admin adds it. */
  isReturned: Generated<number>;
  /** Why adding it failed. */
  problem: ItemProblem | null;
  /** Why its files can't be added. */
  defect: Generated<'incomplete' | null>;
  /** The number of links that lead out of its folder, which its ZIP does not contain. */
  leftOutLinks: Generated<number>;
  foundAt: string;
  /** When a scan first did not find it any more. */
  missingSince: string | null;
  /** The platform file's key in the storage, if the item was copied there. */
  storageKey: Generated<string | null>;
  /** What an update or extra is. Null for games. */
  extraKind: Generated<ExtraKind | null>;
  /** Of an extra: the path of its game's item, or of a folder with items of this game only. Empty if no game is known. */
  ownerPath: Generated<string | null>;
  /** Of an extra that is being added: the game that gets it. */
  ownerGameId: Generated<string | null>;
  /** The fingerprint of the files that were copied, as long as they are still to be removed from the disk. Null: none are. */
  movingFingerprint: Generated<string | null>;
}

/** The members of the ZIP of a set or folder that was added, sorted by path. The path of an empty folder ends with `/`. */
export interface LibraryItemFilesTable {
  itemId: string;
  position: number;
  /** Follows from the path, so it stays when the members are listed again. */
  id: string;
  /** Relative to the item's folder; of a set: relative to the folder that contains it. */
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  crc32: number | null;
  sha256: string | null;
  /** Null: an earlier version has listed it, and only its name tells. */
  isExecutable: number | null;
  /** Where a symbolic link leads, relative to its own folder. Null for files and folders. */
  target: string | null;
}

/** The ZIP as which a set or folder is downloaded. Without a row, its members are not listed. */
export interface LibraryItemZipsTable {
  itemId: string;
  /** The item's fingerprint when the members were listed. If the item has another one now, the list is outdated. */
  fingerprint: string;
  memberCount: number;
  /** The folder of the ZIP that contains all members, such as `Game.app`. Empty: there is none. */
  topFolder: Generated<string>;
  /** Bytes of the ZIP. */
  size: number;
  /** How many bytes of the ZIP were read for the checksums. */
  digestedBytes: Generated<number>;
  /** 1: the checksums of all members are known, so the ZIP can be sent. */
  isComplete: Generated<number>;
}

/** A game of an export that a scan found in a library folder. */
export interface ExportedGamesTable {
  folderId: string;
  /** The line of the game in the export. */
  position: number;
  /** JSON: `ExportedGame`. */
  game: string;
  /** When its facts were given to a game of this library. */
  appliedAt: string | null;
}

export interface ExportedFilesTable {
  folderId: string;
  position: number;
  platform: string;
  /** In lower case. */
  fileName: string;
  fileSize: number;
  sha256: string | null;
  libraryPath: string | null;
}
