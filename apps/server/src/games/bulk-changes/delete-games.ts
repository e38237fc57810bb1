// Deletes many games. Other bulk changes are one transaction, but a game that is deleted has rows in a dozen tables, and on SQLite all
// requests that need the database wait for a transaction. A deletion can't be undone anyway, so it is made in steps, and each step
// records the games that it has deleted.

import type { BulkResult } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { beginGameDeletion } from '#db/deletions.ts';
import type { Trx } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { createYielder } from '#platform/event-loop.ts';
import { newId } from '#platform/tokens.ts';
import type { DownloadReferences } from '#transfer/downloads/download-references.service.ts';
import type { FilesService } from '#transfer/files/files.service.ts';
import type { GamesService } from '../games.service.ts';
import type { ChangeRow } from './bulk-changes.repository.ts';
import * as repository from './bulk-changes.repository.ts';
import { type Admin, newChange, newTally, present } from './record-change.ts';

export interface DeletionDeps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
  downloadReferences: DownloadReferences;
  files: FilesService;
  games: GamesService;
  /** Starts the job that removes the bytes of deleted files. */
  removeSoon(): void;
}

/** On SQLite, other requests wait for each step: for its statements, and for its commit, which writes every page that they have changed. */
const gamesPerStep = 10;

/** What the steps so far have written. */
interface Recorded {
  change: ChangeRow;
  auditEntryId: string;
}

/** If a step fails, the games of the earlier ones stay deleted. */
export async function deleteGames(
  deps: DeletionDeps,
  admin: Admin,
  ids: readonly string[],
): Promise<BulkResult> {
  const { counts } = newTally();
  const yieldIfDue = createYielder();
  let recorded: Recorded | undefined;
  try {
    for (let at = 0; at < ids.length; at += gamesPerStep) {
      const step = ids.slice(at, at + gamesPerStep);
      await deps.downloadReferences.release('gameId', ...step);
      const deleted = await deps.db.transaction().execute(async (trx) => {
        await beginGameDeletion(trx);
        await deps.files.lockDownloadsOf(trx, step);
        const games = (await deps.games.removeGames(trx, step)).games.length;
        return { games, recorded: await record(deps, trx, admin, { games, earlier: recorded }) };
      });
      recorded = deleted.recorded;
      counts.changed += deleted.games;
      counts.missing += step.length - deleted.games;
      await yieldIfDue();
    }
  } finally {
    deps.removeSoon();
  }
  return { change: recorded ? present(recorded.change) : null, ...counts };
}

/** Adds the games of a step to what earlier steps have recorded. */
async function record(
  { clock, audit }: DeletionDeps,
  trx: Trx,
  { email }: Admin,
  { games, earlier }: { games: number; earlier: Recorded | undefined },
): Promise<Recorded | undefined> {
  if (games === 0) return earlier;
  if (earlier) {
    const change = { ...earlier.change, games: earlier.change.games + games };
    await repository.addGames(trx, change.id, games);
    await audit.changeDetail(trx, earlier.auditEntryId, String(change.games));
    return { ...earlier, change };
  }
  const detail = JSON.stringify({ from: [], to: null });
  const change = newChange(clock, { kind: 'delete', actor: email, detail, games, rules: '[]' });
  await repository.insertChange(trx, change);
  const auditEntryId = newId();
  await audit.write(trx, { id: auditEntryId, action: 'games_deleted', actor: email, detail: String(games) });
  return { change, auditEntryId };
}
