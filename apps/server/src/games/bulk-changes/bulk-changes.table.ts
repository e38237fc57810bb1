import type { BulkKind } from '@cellar/contract/games/bulk-changes.ts';

/** Changes of many games at once. */
export interface BulkChangesTable {
  id: string;
  kind: BulkKind;
  at: string;
  /** The email address of the admin, because accounts can be deleted. */
  actor: string;
  /** JSON: `{ from: string[], to: string | null }`, as in the contract's `BulkChange`. */
  detail: string;
  /** The number of games that changed. */
  games: number;
  /** JSON: the spelling rules that a merge has changed (`RuleChange[]`). */
  rules: string;
  undoneAt: string | null;
  undoneBy: string | null;
}

/** What a bulk change did to each game, so that it can be undone. */
export interface BulkChangedGamesTable {
  changeId: string;
  gameId: string;
  /** JSON: `FactsUndo` (game-facts) or `PlatformUndo` (game-platforms). */
  undo: string;
}
