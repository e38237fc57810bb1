// Finds the item whose bytes are wanted if its library folder can be used, and explains why they could not be read.

import { opendir, realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import type { Db } from '#db/schema.ts';
import { withinMs } from '#platform/call-limits.ts';
import { type Clock, isoAt, minuteMs } from '#platform/clock.ts';
import type { RunOnDisk } from '#platform/storage/disk/read-range.ts';
import { FileChangedError, FileMissingError, StorageUnavailableError } from '#platform/storage/storage.ts';
import type { ItemInPlace } from './in-place.repository.ts';
import * as repository from './in-place.repository.ts';

export interface Reach {
  db: Db;
  clock: Clock;
  gates: FolderGates;
  findRoot: RootFinder;
}

/** Scans that failed downloads request are at least this far apart. */
const rescanMs = minuteMs;

/** @throws FileMissingError for an unknown item, StorageUnavailableError if its folder can't be used */
export async function findReachable({ db, gates, findRoot }: Reach, itemId: string): Promise<ItemInPlace> {
  const item = await repository.findItem(db, itemId);
  if (!item) throw new FileMissingError('the item of the library folder is gone');
  // The disk or share is not touched then: it may not answer.
  if (item.folderProblem) throw new StorageUnavailableError(`the library folder is ${item.folderProblem}`);
  const root = await gates(item.folderId)(
    () => findRoot(item.folderPath),
    () => undefined,
  );
  if (!root) throw new StorageUnavailableError('LIBRARY_ROOTS no longer permits the library folder');
  return item;
}

/** Passes on the pieces of a file. @throws what `throwExplained` throws if reading fails */
export async function* reporting(
  context: Reach,
  item: ItemInPlace,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* pieces;
  } catch (error) {
    await throwExplained(context, item, error);
  }
}

/** Requests a scan for a file that is not as it was found. Files of a folder that is not mounted are not missing. */
export async function throwExplained(context: Reach, item: ItemInPlace, error: unknown): Promise<never> {
  if (error instanceof FileMissingError && !(await hasEntries(context, item))) {
    throw new StorageUnavailableError('the library folder is empty or missing', { cause: error });
  }
  const isNews = error instanceof FileMissingError && item.missingSince === null;
  if (isNews || error instanceof FileChangedError) {
    const { db, clock } = context;
    const since = isoAt(clock, -rescanMs);
    await repository.requestScan(db, item.folderId, { now: isoAt(clock), unlessAfter: since });
  }
  throw error;
}

async function hasEntries({ gates }: Reach, { folderId, folderPath }: ItemInPlace): Promise<boolean> {
  return gates(folderId)(
    async () => {
      const folder = await opendir(folderPath).catch(() => undefined);
      const entry = await folder?.read().catch(() => null);
      await folder?.close();
      return !!entry;
    },
    () => undefined,
  );
}

// Finds out under which of LIBRARY_ROOTS a library folder is. The variable may have changed since the folder was added.

interface RootOfFolder {
  /** The place of the root in LIBRARY_ROOTS, from 1. */
  number: number;
  /** The path of the folder below the root, separated by `/`. Empty if the root itself is the folder. */
  path: string;
}

export type RootFinder = (folderPath: string) => Promise<RootOfFolder | undefined>;

/** `roots`: as configured. They may be symbolic links, which are resolved once. */
export function createRootFinder(roots: readonly string[]): RootFinder {
  const resolved = new Map<string, string>();

  async function resolve(root: string): Promise<string> {
    const known = resolved.get(root);
    if (known !== undefined) return known;
    const path = await realpath(root).catch(() => undefined);
    if (path !== undefined) resolved.set(root, path);
    return path ?? root;
  }

  return async (folderPath) => {
    for (const [index, root] of roots.entries()) {
      const path = await resolve(root);
      if (folderPath !== path && !folderPath.startsWith(path + sep)) continue;
      return { number: index + 1, path: relative(path, folderPath).split(sep).join('/') };
    }
    return undefined;
  };
}

// Limits how many of Node's few file threads wait for the disk or share of a library folder, which may stop answering at any time.
// Everything else that the server reads keeps its threads.

/** Of 16 threads (UV_THREADPOOL_SIZE). `threadsInAll` includes those of operations that are late, `threadsAtOnce` does not. */
const [threadsPerFolder, threadsAtOnce, threadsInAll] = [2, 8, 12];
/** With more late operations than this, no folder gets a thread. */
const maxLate = 8;
/** A disk that was switched off to save energy needs up to 20 seconds to start. */
const answerWithinMs = 30_000;

interface Gate {
  limit: LimitFunction;
  /** The number of operations that were not answered in time and still are not. */
  late: number;
}

type FolderGates = (folderId: string) => RunOnDisk;

/**
 * The operations of a gate reject with a StorageUnavailableError if the disk does not answer within 30 seconds, and immediately
 * as long as an earlier operation of the folder, or more than eight of all folders, still wait for their disks.
 */
export function createFolderGates(): FolderGates {
  const limitAll = pLimit(threadsAtOnce);
  const gates = new Map<string, Gate>();
  const lateInAll = () => [...gates.values()].reduce((sum, { late }) => sum + late, 0);
  /** An operation that is late gives its place to another one, but keeps its thread. */
  const countLate = (gate: Gate, change: 1 | -1) => {
    gate.late += change;
    limitAll.concurrency = Math.max(1, Math.min(threadsAtOnce, threadsInAll - lateInAll()));
  };
  const requireAnswers = (gate: Gate) => {
    if (gate.late > 0 || lateInAll() > maxLate) throw noAnswer();
  };
  return (folderId) => {
    const gate = gates.get(folderId) ?? { limit: pLimit(threadsPerFolder), late: 0 };
    gates.set(folderId, gate);
    return async (operation, discard) => {
      requireAnswers(gate);
      return gate.limit(() =>
        limitAll(() => {
          // The disk may have stopped answering while this operation waited for its place.
          requireAnswers(gate);
          return inTime(operation, discard, (change) => countLate(gate, change));
        }),
      );
    };
  };
}

function inTime<Result>(
  operation: () => Promise<Result>,
  discard: (late: Result) => unknown,
  countLate: (change: 1 | -1) => void,
): Promise<Result> {
  const work = operation();
  return withinMs(answerWithinMs, work, () => {
    countLate(1);
    work
      .then(discard)
      .catch(() => undefined)
      .finally(() => countLate(-1));
    return noAnswer();
  });
}

function noAnswer(): StorageUnavailableError {
  return new StorageUnavailableError('the library folder does not answer');
}
