export interface GameFilesTable {
  id: string;
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  storageKey: string;
  sha256: string | null;
  createdAt: string;
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

/** A file without a digest that a node is reading. */
export interface DigestClaimsTable {
  fileId: string;
  holder: string | null;
  leaseUntil: string | null;
}
