// One run of a check: examines every file that the database knows, then every file in storage.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/schema.ts';
import type { LibraryBytes } from '#folders/in-place/library-bytes.service.ts';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoOfFile } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import {
  FileChangedError,
  FileMissingError,
  type Storage,
  StorageUnavailableError,
  UnreadableError,
} from '#platform/storage/storage.ts';
import { type CheckRow, insertProblems, type ProblemRow } from './storage-checks.repository.ts';
import {
  findStoredFile,
  listKnownKeys,
  listStoredFiles,
  type StoredFileRow,
} from './stored-files.repository.ts';

export type Progress = Pick<CheckRow, 'cursor' | 'checkedFiles' | 'checkedBytes'>;
type Finding = Pick<ProblemRow, 'kind'> & Partial<ProblemRow>;

export interface RunOptions {
  /** Skips the pauses that leave the disk to other requests. */
  withoutPauses?: boolean;
}

interface Run extends Pick<Base, 'db' | 'storage'>, RunOptions {
  libraryBytes: LibraryBytes;
  artwork: ArtworkService;
  signal: AbortSignal;
  /** Records the progress. */
  save(progress: Progress): Promise<void>;
}

/** Bytes, by storage key. All files of the storage, so it contains nothing else. */
type StoredSizes = Map<string, number>;

const batch = 500;
const saveEveryMs = 1000;
/** After computing a digest, the check pauses for the same time, but at most this long, so that downloads can use the disk. */
const longestPauseMs = 1000;

/** Continues a check from its cursor. Keeps the problems found so far if it throws. @throws the reason of the signal */
export async function runCheck(check: CheckRow, run: Run): Promise<{ files: number; bytes: number }> {
  const { db, storage, signal, artwork } = run;
  const stored: StoredSizes = new Map();
  for await (const { key, size } of storage.listFiles()) stored.set(key, size);
  const problems = createProblems(db, check);
  await checkKnown(check, stored, run, problems);
  await findOrphans(stored, run, problems);
  return artwork.measureFiles(signal);
}

type Problems = ReturnType<typeof createProblems>;

/** Writes problems in batches, because a missing storage causes one problem per file. */
function createProblems(db: Db, check: CheckRow) {
  const empty = { checkId: check.id, reason: null, foundSize: null, modifiedAt: null };
  let waiting: ProblemRow[] = [];
  return {
    add: (storageKey: string, finding: Finding) => waiting.push({ ...empty, storageKey, ...finding }),
    async flush(): Promise<void> {
      const problems = waiting;
      waiting = [];
      await insertProblems(db, check, problems);
    },
  };
}

async function checkKnown(check: CheckRow, stored: StoredSizes, run: Run, problems: Problems): Promise<void> {
  const yieldIfDue = createYielder();
  const progress: Progress = { ...check };
  const isDue = createTimer(saveEveryMs);
  const save = async () => {
    // Files before the cursor are not examined again, so their problems must be stored first.
    await problems.flush();
    const { cursor, checkedFiles, checkedBytes } = progress;
    await run.save({ cursor, checkedFiles, checkedBytes });
  };
  for (;;) {
    const files = await listStoredFiles(run.db, progress.cursor ?? '', batch);
    for (const file of files) {
      run.signal.throwIfAborted();
      const finding = await examine(file, stored.get(file.storageKey), check.kind, run);
      if (finding) problems.add(file.storageKey, finding);
      progress.cursor = file.storageKey;
      progress.checkedFiles += 1;
      progress.checkedBytes += file.fileSize;
      if (isDue()) await save();
      await yieldIfDue();
    }
    if (files.length < batch) return save();
    await problems.flush();
  }
}

/** Returns a function that returns true once per `ms`. */
function createTimer(ms: number): () => boolean {
  let last = performance.now();
  return () => {
    if (performance.now() - last < ms) return false;
    last = performance.now();
    return true;
  };
}

/** Returns the problem with a file, or undefined if there is none or the file was deleted. */
async function examine(
  file: StoredFileRow,
  listedSize: number | undefined,
  kind: CheckRow['kind'],
  run: Run,
): Promise<Finding | undefined> {
  const finding =
    file.libraryItemId === null
      ? await examineStored(file, listedSize, kind, run)
      : await examineInPlace(file, file.libraryItemId, kind, run);
  if (!finding) return undefined;
  const now = await findStoredFile(run.db, file.storageKey);
  return now ? finding : undefined;
}

async function examineStored(
  file: StoredFileRow,
  listedSize: number | undefined,
  kind: CheckRow['kind'],
  run: Run,
): Promise<Finding | undefined> {
  // A file that differs from the listing may be newer than it, so the file is opened.
  const isAsListed = listedSize === file.fileSize;
  if (!isAsListed) return checkPresence(file, run.storage);
  return kind === 'full' ? checkContent(file, run) : undefined;
}

/**
 * A file that another program has changed is not damaged: opening it has requested a scan. Nothing is known about a folder that
 * can't be used, or a ZIP that is being prepared.
 */
async function examineInPlace(
  file: StoredFileRow,
  itemId: string,
  kind: CheckRow['kind'],
  run: Run,
): Promise<Finding | undefined> {
  try {
    await (await run.libraryBytes.open(itemId)).close();
    return kind === 'full' ? await checkContent(file, run) : undefined;
  } catch (error) {
    run.signal.throwIfAborted();
    const isUnknown = error instanceof StorageUnavailableError && !(error instanceof UnreadableError);
    if (isUnknown || error instanceof FileChangedError || error instanceof AppError) return undefined;
    return findingOf(error, 0);
  }
}

async function checkPresence(
  { storageKey, fileSize }: StoredFileRow,
  storage: Storage,
): Promise<Finding | undefined> {
  try {
    const file = await storage.openFile(storageKey);
    await file.close();
    if (file.size === fileSize) return undefined;
    return { kind: 'damaged', reason: 'size', foundSize: file.size };
  } catch (error) {
    return findingOf(error, 0);
  }
}

async function checkContent(
  { storageKey, fileSize, sha256, libraryItemId }: StoredFileRow,
  { storage, libraryBytes, signal, withoutPauses }: Run,
): Promise<Finding | undefined> {
  if (sha256 === null) return undefined;
  const begun = performance.now();
  try {
    const found = await (libraryItemId === null
      ? storage.digestFile(storageKey, signal)
      : libraryBytes.digest(libraryItemId, { signal }).then((digests) => digests.sha256));
    if (found === sha256) return undefined;
    return { kind: 'damaged', reason: 'digest', foundSize: fileSize };
  } catch (error) {
    signal.throwIfAborted();
    if (libraryItemId !== null && !(error instanceof UnreadableError)) throw error;
    return findingOf(error, fileSize);
  } finally {
    const pause = Math.min(longestPauseMs, performance.now() - begun);
    if (!withoutPauses) await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

function findingOf(error: unknown, foundSize: number): Finding {
  if (error instanceof FileMissingError) return { kind: 'missing' };
  if (error instanceof UnreadableError) return { kind: 'damaged', reason: 'unreadable', foundSize };
  throw error;
}

async function findOrphans(stored: StoredSizes, run: Run, problems: Problems): Promise<void> {
  const yieldIfDue = createYielder();
  let keys: string[] = [];
  for (const key of stored.keys()) {
    keys.push(key);
    if (keys.length < batch) continue;
    await addOrphans(keys, stored, run, problems);
    keys = [];
    await yieldIfDue();
  }
  await addOrphans(keys, stored, run, problems);
}

async function addOrphans(
  keys: string[],
  stored: StoredSizes,
  { db, storage, signal }: Run,
  problems: Problems,
): Promise<void> {
  signal.throwIfAborted();
  const known = await listKnownKeys(db, keys);
  for (const key of keys) {
    if (known.has(key)) continue;
    const orphan = await findOrphan(storage, key);
    if (orphan) problems.add(key, { kind: 'orphan', foundSize: stored.get(key) ?? null, ...orphan });
  }
  await problems.flush();
}

/** Returns undefined if the file no longer exists: one that was deleted after the listing has no row either. */
async function findOrphan(
  storage: Storage,
  key: string,
): Promise<Pick<ProblemRow, 'modifiedAt'> | undefined> {
  try {
    const file = await storage.openFile(key);
    await file.close();
    return { modifiedAt: isoOfFile(file.modifiedAt) };
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    // The file exists but cannot be opened.
    if (error instanceof UnreadableError) return { modifiedAt: null };
    throw error;
  }
}
