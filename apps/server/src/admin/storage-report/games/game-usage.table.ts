/** The space that each game uses, and when it was last used. Triggers keep it (migration 0039). */
export interface GameUsageTable {
  gameId: string;
  /** Platform files, extras and cheat files. */
  files: number;
  bytes: number;
  /** When the newest download began. */
  lastDownloadAt: string | null;
  /** `lastDownloadAt`, or when the game was added. */
  idleSince: string;
}
