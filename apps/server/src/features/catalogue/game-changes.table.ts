import type { Generated } from 'kysely';

/** The log of catalogue changes. Triggers write it; the catalogue reads and trims it. */
export interface GameChangesTable {
  version: Generated<number>;
  /** Null for a change that belongs to no game. */
  gameId: string | null;
}
