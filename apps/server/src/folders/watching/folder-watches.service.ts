// Watches library folders, and requests a scan when something changes in one. Shares do not report what other computers change on
// them, so their folders are scanned every few minutes instead.

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FolderProblem } from '@cellar/contract/folders/folders.ts';
import pLimit from 'p-limit';
import type { Base } from '#platform/base.ts';
import { type Clock, dayMs, hourMs, isoAt, isRecent, minuteMs } from '#platform/clock.ts';
import { codeOf, messageOf } from '#platform/error-facts.ts';
import type { FolderInspector } from '../folder-thread.ts';
import type { FolderRow } from '../folders.repository.ts';
import * as repository from '../folders.repository.ts';
import type { LibraryPaths } from '../library-paths.ts';
import { FolderNotRespondingError } from '../walk/scan-types.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'log'> {
  paths: LibraryPaths;
  inspector: FolderInspector;
  scanSoon(): void;
}

/** The job runs for this time, so that its successes are recorded. */
const runMs = 20 * minuteMs;
const lookMs = 5000;
/** Until the next run, the folders are still watched. */
const keptMs = minuteMs;
/** A scan begins this long after the last change, or at the latest this long after the first one. */
const quietMs = 2000;
const longestMs = 30_000;
const pollMs = 5 * minuteMs;

interface Watched {
  path: string;
  /** Undefined if the folder is polled. */
  watch: FolderWatch | undefined;
  firstChange: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface Context extends Deps {
  /** By the ids of the folders. */
  watched: Map<string, Watched>;
}

export function createFolderWatches(deps: Deps) {
  const context: Context = { ...deps, watched: new Map() };
  let closing: NodeJS.Timeout | undefined;

  function closeAll(): void {
    clearTimeout(closing);
    for (const id of context.watched.keys()) forget(context, id);
  }

  return {
    /** A job that runs for minutes. Its lease ensures that only one node watches. */
    async watch(signal: AbortSignal): Promise<void> {
      clearTimeout(closing);
      const until = performance.now() + runMs;
      try {
        while (!signal.aborted && performance.now() < until) {
          await update(context);
          await sleep(lookMs, undefined, { signal });
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        if (signal.aborted) closeAll();
        else closing = setTimeout(closeAll, keptMs).unref();
      }
    },

    /** Begins to watch folders, ends watching others, and requests the scans of polled folders that are due. */
    update: () => update(context),
    close: closeAll,
  };
}

async function update(context: Context): Promise<void> {
  const { db, clock, watched } = context;
  const folders = await repository.listFolders(db);
  const wanted = new Map(
    folders
      .filter(({ isWatched, problem }) => isWatched === 1 && problem === null)
      .map((row) => [row.id, row]),
  );
  for (const id of watched.keys()) if (!wanted.has(id)) forget(context, id);
  for (const folder of wanted.values()) {
    const known = watched.get(folder.id) ?? (await begin(context, folder));
    const isPollDue = !known.watch && !isRecent(clock, folder.lastScanAt, pollMs);
    if (isPollDue && folder.scanStartedAt === null) await requestScan(context, folder.id);
  }
}

async function begin(context: Context, folder: FolderRow): Promise<Watched> {
  const { paths, inspector, log, watched } = context;
  const known: Watched = { path: folder.path, watch: undefined, firstChange: undefined, timer: undefined };
  watched.set(folder.id, known);
  const state = await inspector.state(folder.path).catch(() => undefined);
  if (!state || networkFileSystems.has(state.fileSystem)) return known;
  known.watch = watchFolder(
    { path: folder.path, excluded: paths.ownFolders },
    {
      // Changes before this moment were not seen.
      onReady: () => change(context, folder.id, known),
      onChange: () => change(context, folder.id, known),
      onFailure(reason) {
        log.warn(
          { path: folder.path, reason },
          'a library folder is scanned every 5 minutes instead of watched',
        );
        known.watch?.close();
        known.watch = undefined;
      },
    },
  );
  return known;
}

function change(context: Context, id: string, known: Watched): void {
  const now = performance.now();
  known.firstChange ??= now;
  clearTimeout(known.timer);
  const wait = Math.max(0, Math.min(quietMs, known.firstChange + longestMs - now));
  known.timer = setTimeout(() => {
    known.firstChange = undefined;
    requestScan(context, id).catch((error) => {
      context.log.error({ err: error }, 'the scan of a changed library folder could not be requested');
    });
  }, wait);
  known.timer.unref();
}

async function requestScan({ db, clock, scanSoon }: Context, id: string): Promise<void> {
  await repository.requestScan(db, id, isoAt(clock));
  scanSoon();
}

function forget({ watched }: Context, id: string): void {
  const known = watched.get(id);
  clearTimeout(known?.timer);
  known?.watch?.close();
  watched.delete(id);
}

/** Types of statfs(2) whose files other computers or programs change without an event. */
const networkFileSystems = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x65735546, // FUSE
  0x01021997, // 9p
  0x5346414f, // AFS
  0x00c36400, // Ceph
  0x786f4256, // VirtualBox
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
]);

export interface WatchTask {
  /** Absolute, without links. */
  path: string;
  /** Directories that are not watched. */
  excluded: readonly string[];
}

/** `limited`: the system permits no more watches, so not everything is watched. */
export type WatchMessage = 'ready' | 'changed' | 'limited';

interface FolderWatch {
  close(): void;
}

interface Events {
  onReady(): void;
  /** Called some times per second while something changes. */
  onChange(): void;
  /** The folder is not watched, or not all of it. */
  onFailure(reason: string): void;
}

/** Watches a library folder by the events of the system, in a thread of its own. */
function watchFolder(task: WatchTask, { onReady, onChange, onFailure }: Events): FolderWatch {
  const thread = new Worker(new URL('./watch-worker.ts', import.meta.url), { workerData: task });
  thread.unref();
  let isClosed = false;
  thread.on('message', (message: WatchMessage) => {
    if (isClosed) return;
    if (message === 'ready') onReady();
    else if (message === 'changed') onChange();
    else onFailure('the system permits no more watches');
  });
  thread.on('error', (error) => {
    if (!isClosed) onFailure(messageOf(error));
  });
  return {
    close() {
      isClosed = true;
      void thread.terminate();
    },
  };
}

// Looks once a minute whether scans are due, and whether library folders with a problem are there again; every ten minutes, whether the
// others still are, so that their disks can sleep. What it finds is stored, so no page waits for a disk or share.

interface FolderChecksDeps extends Pick<Base, 'db' | 'clock'> {
  paths: LibraryPaths;
  inspector: FolderInspector;
  scanSoon(): void;
}

const checksAtOnce = 4;
const lookAgainMs = 10 * minuteMs;

interface ChecksContext extends FolderChecksDeps {
  /** When a folder was last seen without a problem, by its id. */
  seen: Map<string, string>;
}

export function createFolderChecks(deps: FolderChecksDeps) {
  const context: ChecksContext = { ...deps, seen: new Map() };
  return {
    /** A job. */
    async check(): Promise<void> {
      const limit = pLimit(checksAtOnce);
      const folders = await repository.listFolders(deps.db);
      await Promise.all(folders.map((folder) => limit(() => checkFolder(context, folder))));
      deps.scanSoon();
    },
  };
}

async function checkFolder(context: ChecksContext, folder: FolderRow): Promise<void> {
  const { db, clock, seen } = context;
  // The scan finds out itself.
  if (folder.scanStartedAt !== null || folder.problem === 'being_removed') return;
  if (folder.problem !== null || !isRecent(clock, seen.get(folder.id) ?? null, lookAgainMs)) {
    const problem = await problemOf(context, folder);
    if (problem) {
      if (problem !== folder.problem) await repository.setProblem(db, folder, problem, isoAt(clock));
      return;
    }
    seen.set(folder.id, isoAt(clock));
  }
  // Only a scan can tell whether items are still gone; it is repeated less often.
  const isOver = folder.problem !== null && folder.problem !== 'items_gone';
  if (isOver || isDue(folder, clock)) await repository.requestScan(db, folder.id, isoAt(clock));
}

async function problemOf(deps: FolderChecksDeps, folder: FolderRow): Promise<FolderProblem | undefined> {
  const problem = await deps.paths.problemOf(folder.path);
  if (problem) return problem;
  try {
    const { isEmpty } = await deps.inspector.state(folder.path);
    return isEmpty && (await repository.hasItems(deps.db, folder.id)) ? 'empty' : undefined;
  } catch (error) {
    if (error instanceof FolderNotRespondingError) return 'not_responding';
    return codeOf(error) === 'ENOENT' ? 'missing' : 'not_readable';
  }
}

const periods = { hourly: hourMs, daily: dayMs };

function isDue({ frequency, lastScanAt, problem }: FolderRow, clock: Clock): boolean {
  if (frequency === 'off' || lastScanAt === null || problem !== null) return false;
  return !isRecent(clock, lastScanAt, periods[frequency]);
}
