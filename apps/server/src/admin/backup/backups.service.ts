// Backups of the running library, and their verification. One runs at a time on all nodes, under a lease that also keeps
// deleted files in the storage until the backup has ended.

import { limits } from '@cellar/contract/rules/limits.ts';
import { type Database, isDatabaseUnavailable, isUniqueViolation } from '#db/database.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { type Clock, isoAt, minuteMs } from '#platform/clock.ts';
import { messageOf } from '#platform/error-facts.ts';
import { keepLease, LeaseLostError, newLease, released } from '#platform/lease.ts';
import { newId } from '#platform/tokens.ts';
import type { Config } from '#start/config.ts';
import type { AuditService } from '../audit.service.ts';
import { BackupError, listBackups, type Manifest, readManifest } from './backup-documents.ts';
import type { BackupProgress } from './backup-progress.ts';
import * as repository from './backups.repository.ts';
import { createBackup } from './create-backup.ts';
import { type BackupPlace, openExistingPlace, openPlaceFor, placeAt } from './place/backup-place.ts';
import { verifyBackup } from './verify-backup.ts';

interface Deps extends Pick<Base, 'storage' | 'clock' | 'log'> {
  config: Config;
  database: Database;
  audit: AuditService;
  version: string;
}

export type BackupsService = ReturnType<typeof createBackupsService>;

export interface RunOptions {
  /** The folder or address of the backups. */
  address: string;
  keep?: number;
  /** The email of the admin who started it. */
  actor?: string | undefined;
  onProgress?: (progress: BackupProgress) => void;
}

export interface RunResult {
  manifest: Manifest;
  copiedBytes: number;
  /** Missing and damaged files, of the library in a backup, of the backup in a verification. */
  problems: Manifest['problems'];
}

/** The server stops. Another node or the next start makes the backup instead. */
export const serverStopped = new BackupError('The server was stopped.');

const keptByDefault = limits.backupsKept;
type Kind = repository.BackupRow['kind'];

const leaseMs = minuteMs;
const saveEveryMs = 1000;

export function createBackupsService(deps: Deps) {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  function track<Result>(run: Promise<Result>): Promise<Result> {
    running.add(run);
    return run.finally(() => running.delete(run));
  }

  /** Records the run and starts it. The inner promise is that of its result. @throws AppError backup_under_way */
  async function start(kind: Kind, options: RunOptions): Promise<{ result: Promise<RunResult> }> {
    const row = await insert(deps, kind, options);
    const work = kind === 'backup' ? backUpTo(deps, options) : verifyAt(deps, options);
    const result = track(run({ ...deps, closing: closing.signal }, row, work, options.onProgress));
    result.catch(() => undefined);
    return { result };
  }

  return {
    start,

    /** @throws BackupError, AppError backup_under_way, and errors of the storages */
    backUp: async (options: RunOptions): Promise<RunResult> => (await start('backup', options)).result,

    /** Reads every file of the newest backup again. @throws as `backUp` */
    verify: async (options: RunOptions): Promise<RunResult> => (await start('verification', options)).result,

    async close(): Promise<void> {
      closing.abort(serverStopped);
      await Promise.allSettled(running);
    },
  };
}

type Work = (save: (progress: BackupProgress) => void, signal: AbortSignal) => Promise<RunResult>;

function backUpTo(deps: Deps, { address, keep = keptByDefault }: RunOptions): Work {
  return async (onProgress, signal) => {
    const { config, database, storage, version, clock } = deps;
    const { id } = await database.db.selectFrom('library').select('id').executeTakeFirstOrThrow();
    const wasUsed = await repository.wasUsed(database.db, placeAt(address));
    const place = await openPlaceFor({ library: id, wasUsed }, address, config);
    let copiedBytes = 0;
    try {
      const manifest = await createBackup({
        ...{ config, database, storage, place, version, keep, signal, now: clock.now() },
        onProgress(progress) {
          copiedBytes = progress.copiedBytes;
          onProgress(progress);
        },
      });
      return { manifest, copiedBytes, problems: manifest.problems };
    } finally {
      place.close();
    }
  };
}

function verifyAt({ config }: Deps, { address }: RunOptions): Work {
  return async (onProgress, signal) => {
    const place = await openExistingPlace(address, config);
    try {
      const manifest = await newestManifest(place);
      const problems = await verifyBackup(place, manifest, { signal, onProgress });
      return { manifest, copiedBytes: 0, problems };
    } finally {
      place.close();
    }
  };
}

/** @throws BackupError */
export async function newestManifest({ documents, title }: BackupPlace): Promise<Manifest> {
  const [id] = await listBackups(documents);
  if (id === undefined) throw new BackupError(`${title} holds no complete backup.`);
  return readManifest(documents, id);
}

async function run(
  deps: Deps & { closing: AbortSignal },
  row: repository.BackupRow,
  work: Work,
  onProgress: RunOptions['onProgress'],
): Promise<RunResult> {
  const { database, clock, log, closing } = deps;
  const update = (changes: Partial<repository.BackupRow>) =>
    repository.updateRun(database.db, row, changes, isoAt(clock));
  const keeping = {
    ...{ clock, log, durationMs: leaseMs, closing, about: { backupId: row.id } },
    renew: (leaseUntil: string) => update({ leaseUntil }),
  };
  const save = saveNowAndThen(update, onProgress);
  try {
    const result = await keepLease(keeping, (signal) => work(save.onProgress, signal));
    await save.ended();
    await update({ ...save.latest(), ...ended(clock), error: describeProblems(result) });
    return result;
  } catch (error) {
    await save.ended();
    if (closing.aborted) {
      await update(released);
      throw serverStopped;
    }
    const explained = explain(error, row.place);
    await update({ ...ended(clock), error: messageOf(explained).slice(0, 500) });
    throw explained;
  }
}

/** The message of an error of the file system rarely names a path, and never says what is needed. */
function explain(error: unknown, place: string): unknown {
  if (error instanceof LeaseLostError) return new BackupError('Another node has taken over.');
  if (!(error instanceof Error && 'syscall' in error) || isDatabaseUnavailable(error)) return error;
  return new BackupError(
    `The backup in ${place} failed (${error.message}). It needs a folder in which this user may create, flush and rename files.`,
    { cause: error },
  );
}

function ended(clock: Clock) {
  return { endedAt: isoAt(clock), running: null, ...released };
}

/** Writes the progress once a second, so that other processes can show it. */
function saveNowAndThen(
  update: (changes: Partial<repository.BackupRow>) => Promise<boolean>,
  onProgress?: (progress: BackupProgress) => void,
) {
  let latest: Partial<BackupProgress> = {};
  let savedAt = performance.now();
  let saving: Promise<unknown> = Promise.resolve();
  return {
    onProgress(progress: BackupProgress) {
      latest = progress;
      onProgress?.(progress);
      if (performance.now() - savedAt < saveEveryMs) return;
      savedAt = performance.now();
      // The renewal of the lease notices if the row belongs to another run.
      saving = saving.then(() => update(progress)).catch(() => undefined);
    },
    latest: () => latest,
    ended: () => saving,
  };
}

/** @throws AppError backup_under_way */
async function insert(
  { database, clock, audit }: Deps,
  kind: Kind,
  { address, actor }: RunOptions,
): Promise<repository.BackupRow> {
  const row: repository.BackupRow = {
    id: newId(),
    kind,
    place: placeAt(address),
    startedAt: isoAt(clock),
    endedAt: null,
    running: 1,
    ...newLease(clock, leaseMs),
    doneFiles: 0,
    totalFiles: 0,
    doneBytes: 0,
    totalBytes: 0,
    copiedBytes: 0,
    error: null,
  };
  try {
    await database.db.transaction().execute(async (trx) => {
      await repository.insertRun(trx, row, row.startedAt);
      await audit.write(trx, { action: kind === 'backup' ? 'backup_started' : 'backup_verified', actor });
    });
    return row;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      'backup_under_way',
      'A backup is already running. Wait until it has ended. If the server was stopped during one, try again in a minute.',
    );
  }
}

const shownProblems = 10;

/** Returns null without problems. */
export function describeProblems({ problems }: Pick<RunResult, 'problems'>): string | null {
  if (problems.length === 0) return null;
  const shown = problems.slice(0, shownProblems).map(({ name, reason }) => `${name} (${reason})`);
  const more = problems.length - shown.length;
  const count = problems.length === 1 ? '1 file is' : `${problems.length} files are`;
  return `${count} missing or damaged: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
