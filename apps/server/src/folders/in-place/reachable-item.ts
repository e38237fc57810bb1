// Finds the item whose bytes are wanted if its library folder can be used, and explains why they could not be read.
import { opendir } from 'node:fs/promises';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { minuteMs } from '#platform/durations.ts';
import { FileChangedError, FileMissingError, StorageUnavailableError } from '#platform/storage/storage.ts';
import type { FolderGates } from './folder-gates.ts';
import type { ItemInPlace } from './in-place.repository.ts';
import * as repository from './in-place.repository.ts';
import type { RootFinder } from './root-of-folder.ts';

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
