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

/** Pictures whose files must be removed. Written when the picture's row is deleted, deleted once the files are gone. */
export interface ArtworkRemovalsTable {
  name: string;
  /** Until then one node is removing the files. */
  leaseUntil: Generated<string | null>;
}
