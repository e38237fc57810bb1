// Deletes many games. Other bulk changes are one transaction, but a game that is deleted has rows in a dozen tables, and on SQLite all
// requests that need the database wait for a transaction. A deletion can't be undone anyway, so it is made in steps, and each step
// records the games that it has deleted.
import type { BulkResult } from '@cellar/contract/bulk-changes.ts';
import { beginGameDeletion } from '#db/deletions.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { DownloadReferences } from '#features/downloads/download-references.service.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GamesService } from '#features/games/games.service.ts';
import type { Clock } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import * as repository from './bulk-changes.repository.ts';
import { newChange, present } from './record-change.ts';
import { countOutcomes, newTally, type Tally } from './tally.ts';

export interface DeletionDeps {
  db: Db;
  clock: Clock;
  audit: AuditService;
  downloadReferences: DownloadReferences;
  files: FilesService;
  games: GamesService;
  /** Starts the job that removes the bytes of deleted files. */
  removeSoon(): void;
}

interface Admin {
  email: string;
}

const gamesPerStep = 500;
const releasedAtOnce = 200;
const deletedAtOnce = 10;

/** If a step fails, the games of the earlier ones stay deleted. */
export async function deleteGames(
  deps: DeletionDeps,
  admin: Admin,
  ids: readonly string[],
): Promise<BulkResult> {
  const tally = newTally();
  let recorded: repository.ChangeRow | undefined;
  try {
    for (let at = 0; at < ids.length; at += gamesPerStep) {
      const step = ids.slice(at, at + gamesPerStep);
      await releaseDownloads(deps, step);
      recorded = await deps.db.transaction().execute(async (trx) => {
        await beginGameDeletion(trx);
        await deps.files.lockDownloadsOf(trx, step);
        const before = tally.counts.changed;
        await removeGames(deps, trx, { ids: step, tally });
        return record(deps, trx, { admin, deleted: tally.counts.changed - before, recorded });
      });
    }
  } finally {
    deps.removeSoon();
  }
  return { change: recorded ? present(recorded) : null, ...tally.counts };
}

async function releaseDownloads({ downloadReferences }: DeletionDeps, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += releasedAtOnce) {
    await downloadReferences.release('gameId', ...ids.slice(at, at + releasedAtOnce));
  }
}

async function removeGames(
  { games }: DeletionDeps,
  trx: Trx,
  { ids, tally }: { ids: readonly string[]; tally: Tally },
): Promise<void> {
  const yieldIfDue = createYielder();
  for (let at = 0; at < ids.length; at += deletedAtOnce) {
    const batch = ids.slice(at, at + deletedAtOnce);
    const removed = await games.removeGames(trx, batch);
    countOutcomes(
      tally,
      batch.length,
      removed.map((game) => ({ ...game, undo: {} })),
    );
    await yieldIfDue();
  }
}

/** Adds the deleted games to what earlier steps have recorded. */
async function record(
  { clock, audit }: DeletionDeps,
  trx: Trx,
  { admin, deleted, recorded }: { admin: Admin; deleted: number; recorded: repository.ChangeRow | undefined },
): Promise<repository.ChangeRow | undefined> {
  if (deleted === 0) return recorded;
  await audit.write(trx, { action: 'games_deleted', actor: admin.email, detail: String(deleted) });
  if (recorded) {
    await repository.addGames(trx, recorded.id, deleted);
    return { ...recorded, games: recorded.games + deleted };
  }
  const detail = JSON.stringify({ from: [], to: null });
  const row = newChange(clock, { kind: 'delete', actor: admin.email, detail, games: deleted, rules: '[]' });
  await repository.insertChange(trx, row);
  return row;
}
