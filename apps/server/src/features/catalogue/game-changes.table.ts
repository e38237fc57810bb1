import type { Generated } from 'kysely';

/** The log of catalogue changes. Triggers write it; the catalogue reads and trims it. */
export interface GameChangesTable {
  version: Generated<number>;
  /** Null: cached pages are outdated, but no game has moved. */
  gameId: string | null;
}
