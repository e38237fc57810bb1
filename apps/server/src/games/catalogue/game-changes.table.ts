import type { Generated } from 'kysely';

/** The log of catalogue changes. Triggers write it; the catalogue reads and trims it. */
export interface GameChangesTable {
  version: Generated<number>;
  /** Null if the names of the own platforms changed. */
  gameId: string | null;
}
