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
import type { ChangeRow } from './bulk-changes.repository.ts';
import * as repository from './bulk-changes.repository.ts';
import { type Admin, newChange, present } from './record-change.ts';
import { newTally } from './tally.ts';

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

const gamesPerStep = 500;
const releasedAtOnce = 200;
const deletedAtOnce = 10;

/** If a step fails, the games of the earlier ones stay deleted. */
export async function deleteGames(
  deps: DeletionDeps,
  admin: Admin,
  ids: readonly string[],
): Promise<BulkResult> {
  const { counts } = newTally();
  let recorded: ChangeRow | undefined;
  try {
    for (let at = 0; at < ids.length; at += gamesPerStep) {
      const step = ids.slice(at, at + gamesPerStep);
      await releaseDownloads(deps, step);
      const deleted = await deps.db.transaction().execute(async (trx) => {
        await beginGameDeletion(trx);
        await deps.files.lockDownloadsOf(trx, step);
        const games = await removeGames(deps, trx, step);
        return { games, change: await record(deps, trx, admin, { games, earlier: recorded }) };
      });
      recorded = deleted.change;
      counts.changed += deleted.games;
      counts.missing += step.length - deleted.games;
    }
  } finally {
    deps.removeSoon();
  }
  return { change: recorded ? present(recorded) : null, ...counts };
}

async function releaseDownloads({ downloadReferences }: DeletionDeps, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += releasedAtOnce) {
    await downloadReferences.release('gameId', ...ids.slice(at, at + releasedAtOnce));
  }
}

/** Returns the number of games that existed. */
async function removeGames({ games }: DeletionDeps, trx: Trx, ids: readonly string[]): Promise<number> {
  const yieldIfDue = createYielder();
  let removed = 0;
  for (let at = 0; at < ids.length; at += deletedAtOnce) {
    removed += (await games.removeGames(trx, ids.slice(at, at + deletedAtOnce))).length;
    await yieldIfDue();
  }
  return removed;
}

/** Adds the games of a step to what earlier steps have recorded. */
async function record(
  { clock, audit }: DeletionDeps,
  trx: Trx,
  { email }: Admin,
  { games, earlier }: { games: number; earlier: ChangeRow | undefined },
): Promise<ChangeRow | undefined> {
  if (games === 0) return earlier;
  await audit.write(trx, { action: 'games_deleted', actor: email, detail: String(games) });
  if (earlier) {
    await repository.addGames(trx, earlier.id, games);
    return { ...earlier, games: earlier.games + games };
  }
  const detail = JSON.stringify({ from: [], to: null });
  const row = newChange(clock, { kind: 'delete', actor: email, detail, games, rules: '[]' });
  await repository.insertChange(trx, row);
  return row;
}
