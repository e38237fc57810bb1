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
