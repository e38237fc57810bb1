import type { CheatPlatform, CheatType } from '@cellar/contract/games/rules/cheats.ts';

export interface CheatFilesTable {
  id: string;
  gameId: string;
  name: string;
  description: string;
  platform: CheatPlatform;
  type: CheatType;
  version: string;
  author: string;
  instructions: string;
  /** The file's sanitized name inside the ZIP. */
  originalFileName: string;
  /** The size of the ZIP. `sha256` is the digest of the ZIP, too. */
  fileSize: number;
  storageKey: string;
  sha256: string;
  downloadCount: number;
  createdAt: string;
}
