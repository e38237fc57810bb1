// What the parts of a scan share.

import type { FolderProblem } from '@cellar/contract/folders/folders.ts';
import type { PlatformAliases } from '@cellar/contract/games/rules/name-facts.ts';
import type { Updateable } from 'kysely';
import type { Trx } from '#db/schema.ts';
import type { SanitizationService } from '#games/sanitization/sanitization.service.ts';
import type { Base } from '#platform/base.ts';
import { LeaseLostError } from '#platform/lease.ts';
import type { ExportedGamesService } from '../export/exported-games.service.ts';
import type { FolderInspector } from '../folder-thread.ts';
import { type FolderRow, scanLeases } from '../folders.repository.ts';
import type { LibraryBytes } from '../in-place/library-bytes.service.ts';
import type { LibraryPaths } from '../library-paths.ts';
import type { LibraryFoldersTable } from '../tables.ts';

export interface ScanDeps extends Pick<Base, 'db' | 'longReads' | 'unflushed' | 'clock'> {
  paths: LibraryPaths;
  inspector: FolderInspector;
  libraryBytes: LibraryBytes;
  sanitization: SanitizationService;
  /** Facts of an earlier library that lie in the folder. */
  exportedGames: ExportedGamesService;
  /** The platforms that admins have added, by their aliases. */
  platformAliases(): Promise<PlatformAliases>;
  /** Called in the transaction that records that the files of an added item have changed. */
  contentChanged(trx: Trx, itemId: string): Promise<void>;
}

export interface ScanRun extends ScanDeps {
  folder: FolderRow;
  signal: AbortSignal;
}

/** The folder can't be scanned now, or what was found can't be true. */
export class ScanProblemError extends Error {
  readonly problem: FolderProblem;
  constructor(problem: FolderProblem) {
    super(`the folder can't be scanned: ${problem}`);
    this.problem = problem;
  }
}

/** Runs a transaction if the scan was not canceled and this node still has the lease. @throws LeaseLostError */
export async function inTransaction<T>(
  { unflushed, folder, signal }: ScanRun,
  work: (trx: Trx) => Promise<T>,
  changes: Updateable<LibraryFoldersTable> = {},
): Promise<T> {
  signal.throwIfAborted();
  return unflushed(async (trx) => {
    const isOurs = await scanLeases.update(trx, folder, { holder: folder.holder, ...changes });
    if (!isOurs) throw new LeaseLostError('the scan was canceled, or another node has taken it over');
    return work(trx);
  });
}
