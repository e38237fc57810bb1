// Looks at the library folders once a minute: whether they are there, and whether a scan is due. What it finds is stored, so no page
// waits for a disk or share.
import type { FolderProblem } from '@cellar/contract/folders/folders.ts';
import pLimit from 'p-limit';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt, isRecent } from '#platform/clock.ts';
import { dayMs, hourMs } from '#platform/durations.ts';
import type { FolderEyes } from './folder-thread.ts';
import type { FolderRow } from './folders.repository.ts';
import * as repository from './folders.repository.ts';
import type { LibraryPaths } from './library-paths.ts';
import { FolderNotRespondingError } from './walk/scan-types.ts';

interface Deps {
  db: Db;
  clock: Clock;
  paths: LibraryPaths;
  eyes: FolderEyes;
  scanSoon(): void;
}

const checksAtOnce = 4;

export function createFolderChecks(deps: Deps) {
  return {
    /** A job. */
    async check(): Promise<void> {
      const limit = pLimit(checksAtOnce);
      const folders = await repository.listFolders(deps.db);
      await Promise.all(folders.map((folder) => limit(() => checkFolder(deps, folder))));
      deps.scanSoon();
    },
  };
}

async function checkFolder(deps: Deps, folder: FolderRow): Promise<void> {
  const { db, clock } = deps;
  // The scan finds out itself.
  if (folder.scanStartedAt !== null || folder.problem === 'being_removed') return;
  const problem = await problemOf(deps, folder);
  if (problem) {
    if (problem !== folder.problem) await repository.setProblem(db, folder, problem, isoAt(clock));
    return;
  }
  // Only a scan can tell whether items are still gone; it is repeated less often.
  const isOver = folder.problem !== null && folder.problem !== 'items_gone';
  if (isOver || isDue(folder, clock)) await repository.requestScan(db, folder.id, isoAt(clock));
}

async function problemOf(deps: Deps, folder: FolderRow): Promise<FolderProblem | undefined> {
  const problem = await deps.paths.problemOf(folder.path);
  if (problem) return problem;
  try {
    const { isEmpty } = await deps.eyes.state(folder.path);
    return isEmpty && (await repository.hasItems(deps.db, folder.id)) ? 'empty' : undefined;
  } catch (error) {
    if (error instanceof FolderNotRespondingError) return 'not_responding';
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'not_readable';
  }
}

const periods = { hourly: hourMs, daily: dayMs };

function isDue({ frequency, lastScanAt, problem }: FolderRow, clock: Clock): boolean {
  if (frequency === 'off' || lastScanAt === null || problem !== null) return false;
  return !isRecent(clock, lastScanAt, periods[frequency]);
}
