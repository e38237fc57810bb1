// Checks whether every stored file is present and undamaged. One check runs at a time, with its progress in the database.

import type {
  CheckKind,
  CheckResult,
  CheckStatus,
  RemoveOrphansResponse,
} from '@cellar/contract/admin/storage.endpoints.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { LibraryBytes } from '#folders/in-place/library-bytes.service.ts';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { messageOf } from '#platform/error-facts.ts';
import { LeaseLostError, released } from '#platform/lease.ts';
import { FileMissingError } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import type { AuditService } from '../audit.service.ts';
import { orphanAgeMs, presentResult, type Results } from './check-result.ts';
import { type Progress, type RunOptions, runCheck } from './check-run.ts';
import * as repository from './storage-checks.repository.ts';
import {
  type CheckRow,
  checkLeases,
  deleteProblem,
  findLastCheck,
  isOrphanOf,
} from './storage-checks.repository.ts';
import { listKnownKeys, measureStoredFiles } from './stored-files.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'storage' | 'clock' | 'log'> {
  libraryBytes: LibraryBytes;
  artwork: ArtworkService;
  audit: AuditService;
}

export type StorageCheckService = ReturnType<typeof createStorageCheckService>;

const stopped = new Error('the check was stopped');

export function createStorageCheckService(deps: Deps) {
  const { db, clock, log } = deps;
  const closing = new AbortController();
  let lastRun = Promise.resolve();

  function begin(check: CheckRow, options?: RunOptions): Promise<void> {
    // The previous check has recorded its end or lost its lease, but may not have returned yet.
    const run = lastRun.then(() => runClaimed(deps, check, closing.signal, options));
    lastRun = run.catch(() => undefined);
    return run;
  }

  return {
    /** Starts a check in the background. @throws AppError check_under_way */
    async start(kind: CheckKind, admin: { email: string }): Promise<void> {
      const check = await insert(deps, kind, admin.email);
      begin(check).catch((error) => log.error({ err: error }, 'a storage check ended unexpectedly'));
    },

    /** Runs a whole check without pauses, for the command line. @throws AppError check_under_way */
    async runNow(kind: CheckKind): Promise<CheckResult> {
      const check = await insert(deps, kind, undefined);
      await begin(check, { withoutPauses: true });
      const last = await repository.findLastCheck(db);
      // This check was stopped or lost its lease, so the last result belongs to an earlier check.
      if (last?.id !== check.id) throw stopped;
      return presentResult(await readResults(db, last), clock.now());
    },

    /** A job: continues a check whose holder has died. */
    async continueCheck(): Promise<void> {
      if (closing.signal.aborted) return;
      const check = await repository.claimCheck(db, checkLeases.begin(clock), isoAt(clock));
      if (check) await begin(check);
    },

    async status(): Promise<CheckStatus> {
      const running = (await repository.findRunningCheck(db)) ?? null;
      for (let last = await repository.findLastCheck(db); last; ) {
        const results = await readResults(db, last);
        // The next check may have replaced this one and its problems while they were read.
        const newest = await repository.findLastCheck(db);
        if (newest?.id === last.id) return { running, last: presentResult(results, clock.now()) };
        last = newest;
      }
      return { running, last: null };
    },

    /** Returns the number and size of pictures that the last completed check found. */
    async measuredArtwork(): Promise<{ files: number; bytes: number } | null> {
      const last = await repository.findLastCheck(db);
      if (!last || last.artworkFiles === null) return null;
      return { files: last.artworkFiles, bytes: last.artworkBytes ?? 0 };
    },

    /** Stops the running check. Another node, or this one after its next start, continues it. */
    async close(): Promise<void> {
      closing.abort(stopped);
      await lastRun;
    },
  };
}

/** @throws AppError check_under_way */
async function insert(
  { db, longReads, clock, audit }: Deps,
  kind: CheckKind,
  actor: string | undefined,
): Promise<CheckRow> {
  const { files, bytes } = await measureStoredFiles(longReads);
  const check: CheckRow = {
    id: newId(),
    kind,
    startedAt: isoAt(clock),
    endedAt: null,
    running: 1,
    ...checkLeases.begin(clock),
    cursor: null,
    error: null,
    checkedFiles: 0,
    totalFiles: files,
    checkedBytes: 0,
    totalBytes: bytes,
    artworkFiles: null,
    artworkBytes: null,
  };
  try {
    await db.transaction().execute(async (trx) => {
      await repository.insertCheck(trx, check, check.startedAt);
      await audit.write(trx, { action: 'storage_checked', actor, detail: kind });
    });
    return check;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('check_under_way', 'A check is already running. Wait until it has ended.');
  }
}

/** Runs a check that this process has claimed. */
async function runClaimed(
  deps: Deps,
  check: CheckRow,
  closing: AbortSignal,
  options?: RunOptions,
): Promise<void> {
  const { db, storage, libraryBytes, artwork } = deps;
  const save = async (progress: Progress) => {
    if (!(await checkLeases.update(db, check, progress))) throw new LeaseLostError();
  };
  try {
    const found = await checkLeases.hold({ ...deps, closing }, check, (signal) =>
      runCheck(check, { db, storage, libraryBytes, artwork, signal, save, ...options }),
    );
    await end(deps, check, { artworkFiles: found.files, artworkBytes: found.bytes });
  } catch (error) {
    // Another node continues this check, or this node does after its next start.
    if (error instanceof LeaseLostError || closing.aborted) {
      await checkLeases.update(db, check, released);
    } else await end(deps, check, { error: messageOf(error).slice(0, 500) });
  }
}

async function end({ db, clock, log }: Deps, check: CheckRow, outcome: Partial<CheckRow>): Promise<void> {
  const changes = { ...outcome, endedAt: isoAt(clock), running: null, ...released };
  if (!(await checkLeases.update(db, check, changes))) return;
  await repository.deleteOtherEndedChecks(db, check.id);
  if (outcome.error) log.error({ reason: outcome.error }, 'a check of the storage failed');
}

const listLimit = 200;
const countLimit = 10_000;

async function readResults(db: Db, check: CheckRow): Promise<Results> {
  const count = (kind: repository.ProblemRow['kind']) =>
    repository.countProblems(db, check.id, kind, countLimit);
  return {
    check,
    missing: await repository.listFileProblems(db, check.id, 'missing', listLimit),
    damaged: await repository.listFileProblems(db, check.id, 'damaged', listLimit),
    orphans: await repository.listOrphans(db, check.id, listLimit),
    counts: {
      missing: await count('missing'),
      damaged: await count('damaged'),
      orphans: await count('orphan'),
    },
  };
}

// Removes stored files that the database does not know. Only an admin can choose them; none is removed automatically.

interface OrphansDeps extends Pick<Base, 'db' | 'storage' | 'clock' | 'log'> {
  audit: AuditService;
}

type Reason = RemoveOrphansResponse['spared'][number]['reason'];

export type OrphansService = ReturnType<typeof createOrphansService>;

export function createOrphansService({ db, storage, audit, clock, log }: OrphansDeps) {
  /** Returns the number of bytes freed, or the reason for keeping the file. */
  async function remove(key: string, checkId: string): Promise<number | Reason> {
    if (!(await isOrphanOf(db, checkId, key))) return 'gone';
    const found = await inspect(key);
    if (!found) {
      await deleteProblem(db, checkId, key);
      return 'gone';
    }
    if (clock.now().getTime() - found.modifiedAt.getTime() <= orphanAgeMs) return 'recent';
    // Checked last, directly before the deletion.
    if ((await listKnownKeys(db, [key])).size > 0) return 'known';
    await storage.deleteFile(key);
    await deleteProblem(db, checkId, key);
    return found.size;
  }

  async function inspect(key: string): Promise<{ size: number; modifiedAt: Date } | undefined> {
    try {
      const file = await storage.openFile(key);
      await file.close();
      return file;
    } catch (error) {
      if (error instanceof FileMissingError) return undefined;
      throw error;
    }
  }

  return {
    /** Removes only files that the last check found. */
    async removeOrphans(admin: { email: string }, keys: string[]): Promise<RemoveOrphansResponse> {
      const checkId = (await findLastCheck(db))?.id ?? '';
      const removed: string[] = [];
      const spared: RemoveOrphansResponse['spared'] = [];
      let freedBytes = 0;
      for (const key of new Set(keys)) {
        const outcome = await remove(key, checkId);
        if (typeof outcome === 'string') {
          spared.push({ key, reason: outcome });
          continue;
        }
        removed.push(key);
        freedBytes += outcome;
      }
      if (removed.length > 0) {
        const detail = `${removed.length}, ${formatBytes(freedBytes)}`;
        await audit.write(db, { action: 'orphans_removed', actor: admin.email, detail });
        log.info({ keys: removed, freedBytes }, 'orphans removed');
      }
      const word = removed.length === 1 ? 'file' : 'files';
      return {
        message: `Removed ${removed.length} ${word} (${formatBytes(freedBytes)})`,
        removed,
        freedBytes,
        spared,
      };
    },
  };
}
