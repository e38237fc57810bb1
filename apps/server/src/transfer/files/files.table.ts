import type { ExtraKind } from '@cellar/contract/transfer/rules/extras.ts';
import type { Generated } from 'kysely';

export interface GameFilesTable {
  id: string;
  gameId: string;
  platform: string;
  extension: string;
  /** Bytes of the download. */
  fileSize: number;
  /** Nothing is stored under this key if `libraryItemId` is set. */
  storageKey: string;
  sha256: string | null;
  createdAt: string;
  /** The item of a library folder that holds the bytes. Null: they are in storage. */
  libraryItemId: Generated<string | null>;
  /** Changes when the bytes in a library folder have changed. Null in storage, where bytes never change. */
  contentTag: Generated<string | null>;
  /** When `contentTag` last changed. Null: never. */
  contentChangedAt: Generated<string | null>;
  /** 1: the digests of the pieces of the present content are known. */
  hasPieces: Generated<number>;
}

/** Updates and extras of games. */
export interface GameExtrasTable {
  id: string;
  gameId: string;
  kind: ExtraKind;
  name: string;
  version: string;
  /** Null if the extra is for every platform. */
  platform: string | null;
  note: string;
  /** The sanitized name of the uploaded or found file, under which it is downloaded. */
  fileName: string;
  extension: string;
  fileSize: number;
  /** Nothing is stored under this key if `libraryItemId` is set. */
  storageKey: string;
  sha256: string | null;
  createdAt: string;
  /** As in `gameFiles`, like the next three. */
  libraryItemId: Generated<string | null>;
  contentTag: Generated<string | null>;
  contentChangedAt: Generated<string | null>;
  hasPieces: Generated<number>;
}

/** The pieces of a platform file or extra that has more than one. Triggers delete the row with its file. */
export interface FilePiecesTable {
  storageKey: string;
  /** The digest of the whole content to which the pieces belong. */
  sha256: string;
  pieceLength: number;
  /** The SHA-256 of each piece, one after the other, in Base64. */
  digests: string;
}

/** Stored files to remove. A row is added when the owning row is deleted, and deleted after the file is gone. */
export interface RemovalsTable {
  storageKey: string;
}

/** A download that was being sent when its file was deleted. The bytes stay while its connection is open, on whatever node. */
export interface RemovalHoldsTable {
  storageKey: string;
  downloadId: string;
}

/** Files stored before the row that will own them. If a crash leaves one without an owner, it is removed a day later. */
export interface StoredAheadTable {
  storageKey: string;
  createdAt: string;
}

/** A platform file or extra without a digest that a node is reading. */
export interface DigestClaimsTable {
  storageKey: string;
  holder: string | null;
  leaseUntil: string | null;
}
