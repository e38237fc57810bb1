// Collects what a bulk change did to each game.
import type { BulkResult } from '@cellar/contract/games/bulk-changes.ts';
import type { GameOutcome } from '../many-games.service.ts';

/** At most this many games are named in an answer. */
const named = 50;

export interface Tally {
  changed: { id: string; undo: object }[];
  counts: Omit<BulkResult, 'change'>;
}

export function newTally(): Tally {
  return { changed: [], counts: { changed: 0, unchanged: 0, missing: 0, skipped: 0, skippedGames: [] } };
}

/** `asked`: the number of games, some of which may not exist. */
export function countOutcomes({ changed, counts }: Tally, asked: number, outcomes: GameOutcome[]): void {
  counts.missing += asked - outcomes.length;
  for (const { id, title, undo, skipped } of outcomes) {
    if (undo) changed.push({ id, undo });
    else if (!skipped) counts.unchanged += 1;
    if (!skipped) continue;
    counts.skipped += 1;
    if (counts.skippedGames.length < named) counts.skippedGames.push({ _id: id, title, reason: skipped });
  }
  counts.changed = changed.length;
}
