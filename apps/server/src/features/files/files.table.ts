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

/** Stored files to remove. Written when the owning row is deleted, deleted once the file is gone. */
export interface RemovalsTable {
  storageKey: string;
}

/** Files stored before the row that will own them. Files that a crash left without an owner are removed a day later. */
export interface StoredAheadTable {
  storageKey: string;
  createdAt: string;
}
