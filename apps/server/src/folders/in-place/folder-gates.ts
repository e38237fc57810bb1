// Limits how many of Node's few file threads wait for the disk or share of a library folder, which may stop answering at any time.
// Everything else that the server reads keeps its threads.
import pLimit, { type LimitFunction } from 'p-limit';
import type { RunOnDisk } from '#platform/storage/disk/read-range.ts';
import { StorageUnavailableError } from '#platform/storage/storage.ts';

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

export type FolderGates = (folderId: string) => RunOnDisk;

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

async function inTime<Result>(
  operation: () => Promise<Result>,
  discard: (late: Result) => unknown,
  countLate: (change: 1 | -1) => void,
): Promise<Result> {
  const work = operation();
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    countLate(1);
    work
      .then(discard)
      .catch(() => undefined)
      .finally(() => countLate(-1));
    silence.reject(noAnswer());
  }, answerWithinMs);
  try {
    return await Promise.race([work, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(): StorageUnavailableError {
  return new StorageUnavailableError('the library folder does not answer');
}
