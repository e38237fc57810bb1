import { createBulkChanges } from '#games/bulk-changes/bulk-changes.service.ts';
import { createGamesSummary } from '#games/bulk-changes/games-summary.service.ts';
import type { Core } from './core.ts';
import type { Library } from './library.ts';
import type { Metadata } from './metadata.ts';

export type BulkChanges = ReturnType<typeof createBulkChangeServices>;

/** Changes of many games at once. `removeSoon` starts the job that removes the bytes of deleted files. */
export function createBulkChangeServices(used: Core & Library & Metadata, removeSoon: () => void) {
  return {
    bulkChanges: createBulkChanges({ ...used, removeSoon }),
    gamesSummary: createGamesSummary(used),
  };
}
