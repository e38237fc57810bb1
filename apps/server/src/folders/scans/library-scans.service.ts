// Runs the scans of library folders in the background: those that were requested, those that are due, and those that another node
// began and did not finish. One scan per folder, on all nodes.
import type { FolderProblem } from '@cellar/contract/folders/folders.ts';
import type { FastifyBaseLogger } from 'fastify';
import { isoAt, minuteMs } from '#platform/clock.ts';
import { LeaseLostError, released } from '#platform/lease.ts';
import type { FolderRow } from '../folders.repository.ts';
import * as folders from '../folders.repository.ts';
import { FolderNotRespondingError, FolderUnavailableError } from '../walk/scan-types.ts';
import { type ScanDeps, ScanProblemError } from './scan-context.ts';
import { type ScanOutcome, scanFolder } from './scan-run.ts';

interface Deps extends ScanDeps {
  log: FastifyBaseLogger;
  /** Begins to add items of a folder that are certain and were found after this time. */
  addCertain(folderId: string, foundSince: string): Promise<unknown>;
  /** Begins to add extras of games that are in the library. */
  addExtras(folderId: string): Promise<unknown>;
}

/** A scan mostly waits for a disk or share, so a few can run at the same time. */
const maxScans = 3;
/** After a problem that may be over soon. */
const tryAgainMs = 10 * minuteMs;
/** Files that were still being written are looked at again. */
const freshMs = minuteMs;

export function createLibraryScans(deps: Deps) {
  const { db, clock, log } = deps;
  const closing = new AbortController();
  const running = new Map<string, { canceled: AbortController; ended: Promise<void> }>();
  let lastStart = Promise.resolve();

  async function start(): Promise<void> {
    for (const id of await folders.listDue(db, isoAt(clock))) {
      if (closing.signal.aborted || running.size >= maxScans) return;
      if (running.has(id)) continue;
      const folder = await folders.claimScan(db, id, folders.scanLeases.begin(clock), isoAt(clock));
      if (folder) begin(folder);
    }
  }

  function begin(folder: FolderRow): void {
    const canceled = new AbortController();
    const ended = runClaimed(deps, folder, AbortSignal.any([closing.signal, canceled.signal]))
      .catch((error) => log.error({ err: error, folderId: folder.id }, 'a scan ended unexpectedly'))
      .finally(() => {
        running.delete(folder.id);
        // Another scan may have waited for this one.
        if (!closing.signal.aborted) startDue().catch(logFailure);
      });
    running.set(folder.id, { canceled, ended });
  }

  /** Begins the scans that are due. Their ends are not awaited. */
  function startDue(): Promise<void> {
    const started = lastStart.then(start);
    lastStart = started.catch(() => undefined);
    return started;
  }

  const logFailure = (error: unknown) => log.error({ err: error }, 'scans could not be started');

  return {
    startDue,
    scanSoon: () => void startDue().catch(logFailure),
    /** Stops the scan of a folder, if this node runs it. */
    stopScan: (id: string) => running.get(id)?.canceled.abort(new LeaseLostError('the scan was canceled')),

    /** Stops the running scans. Another node, or this one after its next start, begins them anew. */
    async close(): Promise<void> {
      closing.abort(new Error('the server stops'));
      await lastStart;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

async function runClaimed(deps: Deps, folder: FolderRow, signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  try {
    await folders.scanLeases.hold({ ...deps, closing: signal }, folder, async (live) =>
      end(deps, folder, await scanFolder({ ...deps, folder, signal: live })),
    );
  } catch (error) {
    const problem = problemOf(error);
    if (problem) await fail(deps, folder, problem);
    else if (error instanceof LeaseLostError || signal.aborted) {
      // Nothing changes if the scan was canceled or another node has it: the row has another holder then.
      await folders.scanLeases.update(db, folder, released);
    } else {
      // This tells nothing about the folder, whose files stay as available as they were.
      log.error({ err: error, folderId: folder.id }, 'a scan of a library folder failed');
      await tryAgain(deps, folder, {});
    }
  }
}

async function end(deps: Deps, folder: FolderRow, outcome: ScanOutcome): Promise<void> {
  const { db, clock } = deps;
  const now = isoAt(clock);
  await deps.addExtras(folder.id);
  const isOurs = await folders.scanLeases.update(db, folder, {
    ...ended(folder),
    problem: null,
    problemSince: null,
    firstScanAt: folder.firstScanAt ?? now,
    lastScanAt: now,
    lastScan: JSON.stringify(outcome.counts),
    factsKey: outcome.factsKey,
  });
  if (!isOurs) return;
  if (outcome.hasFresh) await folders.requestScan(db, folder.id, isoAt(clock, freshMs));
  if (folder.addsCertain === 1 && folder.firstScanAt !== null) {
    await deps.addCertain(folder.id, folder.firstScanAt);
  }
}

async function fail({ db, clock, log }: Deps, folder: FolderRow, problem: FolderProblem): Promise<void> {
  if (folder.problem !== problem) {
    log.warn({ path: folder.path, problem }, 'a library folder could not be scanned');
  }
  const problemSince = folder.problem === problem ? folder.problemSince : isoAt(clock);
  await tryAgain({ db, clock }, folder, { problem, problemSince });
}

async function tryAgain(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  folder: FolderRow,
  changes: Partial<FolderRow>,
): Promise<void> {
  if (!(await folders.scanLeases.update(db, folder, { ...ended(folder), ...changes }))) return;
  await folders.requestScan(db, folder.id, isoAt(clock, tryAgainMs));
}

/** A scan that was requested while this one ran stays requested. */
function ended({ acceptsMissing }: FolderRow) {
  return { ...released, scanStartedAt: null, ...(acceptsMissing === 1 ? { acceptsMissing: 0 } : {}) };
}

const problems: Record<FolderUnavailableError['reason'], FolderProblem> = {
  absent: 'missing',
  denied: 'not_readable',
  failed: 'not_readable',
  replaced: 'outside_roots',
  excluded: 'outside_roots',
};

function problemOf(error: unknown): FolderProblem | undefined {
  if (error instanceof ScanProblemError) return error.problem;
  if (error instanceof FolderUnavailableError) return problems[error.reason];
  return error instanceof FolderNotRespondingError ? 'not_responding' : undefined;
}
