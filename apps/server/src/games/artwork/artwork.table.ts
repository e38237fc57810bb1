import type { Generated } from 'kysely';

export interface ArtworksTable {
  /** `{sha256}.webp`, the digest of the full-size picture. */
  name: string;
  /** Width and height of the full-size picture, in pixels. */
  width: number;
  height: number;
  fileSize: number;
  /** Base64. */
  thumbhash: string;
  /** When the picture was last uploaded or assigned to a game. An unused picture is kept for a while after that. */
  createdAt: string;
}

/**
 * Pictures whose files must be removed. A row is added when the picture's row is deleted, and deleted after the files are gone.
 */
export interface ArtworkRemovalsTable {
  name: string;
  /** One node has claimed the removal until this time. */
  leaseUntil: Generated<string | null>;
}
