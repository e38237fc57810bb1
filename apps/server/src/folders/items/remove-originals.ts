// Removes the files of items that were moved into the storage: only after the platform file was added, and only files that have
// not changed since they were copied. The item's row does not tell: a scan may have
// written newer facts into it. The next run finishes an interrupted removal.

import { constants } from 'node:fs';
import { open, opendir, readlink, realpath, rmdir, unlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from '#platform/error-facts.ts';
import type { RunOnDisk } from '#platform/storage/disk/read-range.ts';
import { FileMissingError, hasSameFacts, StorageUnavailableError } from '#platform/storage/storage.ts';
import { openFileAt } from '../in-place/file-in-place.ts';
import type { AddingDeps } from './add-item.ts';
import type { MarkedItem } from './adding.repository.ts';
import * as repository from './adding.repository.ts';

interface Original {
  /** Relative to the library folder. */
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  /** Of a link. */
  target: string | null;
}

const itemsAtOnce = 50;
const membersAtOnce = 500;

/** Ids of the folders in which files could not be removed in this run of the job. The next run tries again. */
export type StuckFolders = Set<string>;

/** Removes what earlier runs have left. */
export async function finishMoves(deps: AddingDeps, stuck: StuckFolders, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const wanted = { after, without: [...stuck], limit: itemsAtOnce };
    const ids: string[] = await repository.listMoving(deps.db, wanted);
    for (const id of ids) {
      if (signal.aborted) return;
      await removeOriginals(deps, id, stuck);
    }
    after = ids.at(-1);
  }
}

/** Logs the first error in a folder, and leaves the folder out from then on: its items are added, and their files may stay. */
export async function removeOriginals(
  { db, log, findRoot, libraryBytes }: AddingDeps,
  itemId: string,
  stuck: StuckFolders,
): Promise<void> {
  const item = await repository.findMoving(db, itemId);
  if (!item || stuck.has(item.folderId)) return;
  const facts = { itemId, path: item.path };
  const run = libraryBytes.gateOf(item.folderId);
  const look = <Result>(work: () => Promise<Result>) => run(work, () => undefined);
  try {
    if (!(await look(() => findRoot(item.folderPath))))
      throw new StorageUnavailableError('LIBRARY_ROOTS no longer permits the library folder');
    const originals = await listOriginals(db, item);
    if (item.fingerprint !== item.movingFingerprint || !(await areUnchanged(item, originals, run))) {
      log.warn(facts, 'files that were to be moved have changed since they were copied, so they stay');
      return await repository.keepOriginals(db, itemId);
    }
    if (!(await look(() => hasEntries(item.folderPath))))
      throw new StorageUnavailableError('the library folder is empty, so it may not be mounted');
    for (const { path } of originals)
      if (!path.endsWith('/')) await removeEntry(item, path, { remove: unlink, run });
    if (item.kind === 'folder') await removeEmptyFolders(item, originals, run);
    await repository.deleteMoved(db, itemId);
  } catch (error) {
    stuck.add(item.folderId);
    const inFolder = { ...facts, folderId: item.folderId, err: error };
    log.error(
      inFolder,
      'files that were moved into the storage could not be removed from this library folder yet',
    );
  }
}

async function listOriginals(db: AddingDeps['db'], item: MarkedItem): Promise<Original[]> {
  const { kind, path, size, modifiedAt } = item;
  if (kind === 'file') return [{ path, size, modifiedAt, target: null }];
  const folder = kind === 'folder' ? path : posix.dirname(path);
  const originals: Original[] = [];
  for (let after = -1; ; ) {
    const members = await repository.listMembers(db, item.id, after, membersAtOnce);
    originals.push(...members.map((member) => ({ ...member, path: posix.join(folder, member.path) })));
    const last = members.at(-1);
    if (last === undefined) return originals;
    after = last.position;
    await setImmediate();
  }
}

/** Files that are already gone were removed by an interrupted run. */
async function areUnchanged(
  { folderPath }: MarkedItem,
  originals: Original[],
  run: RunOnDisk,
): Promise<boolean> {
  for (const { path, size, modifiedAt, target } of originals) {
    if (path.endsWith('/')) continue;
    if (target !== null) {
      const now = await readTarget({ folderPath, path }, run);
      if (now !== undefined && now !== target) return false;
      continue;
    }
    const file = await openFileAt({ run, folderPath, path }).catch(unlessMissing);
    if (!file) continue;
    await file.close();
    if (!hasSameFacts(file, { size, modifiedAt: new Date(modifiedAt) })) return false;
  }
  return true;
}

/** Returns where a link leads now: nowhere if it was replaced by a file. Undefined: nothing is there any more. */
async function readTarget(
  { folderPath, path }: { folderPath: string; path: string },
  run: RunOnDisk,
): Promise<string | undefined> {
  let target: string | undefined;
  const read = async (opened: string) => {
    target = await readlink(opened).catch(({ code }) => (code === 'ENOENT' ? undefined : ''));
  };
  await run(
    () => withParentOf(folderPath, path, read),
    () => undefined,
  ).catch(unlessMissing);
  return target;
}

async function hasEntries(path: string): Promise<boolean> {
  const folder = await opendir(path);
  try {
    return (await folder.read()) !== null;
  } finally {
    await folder.close();
  }
}

/** Removes the folders inside the item, and the item's own folder, as far as they are empty. */
async function removeEmptyFolders(item: MarkedItem, originals: Original[], run: RunOnDisk): Promise<void> {
  const folders = new Set<string>();
  for (const { path } of originals) {
    let folder = path.endsWith('/') ? path.slice(0, -1) : posix.dirname(path);
    for (; folder.length >= item.path.length && !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder);
  }
  // A folder sorts before what it contains.
  for (const folder of [...folders].sort().reverse()) await removeEntry(item, folder, { remove: rmdir, run });
}

const kept = ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'];

async function removeEntry(
  { folderPath }: MarkedItem,
  path: string,
  { remove, run }: { remove(path: string): Promise<void>; run: RunOnDisk },
): Promise<void> {
  let isLate = false;
  // Once the disk answers again, there may be another file at this path.
  const removeInTime = async (opened: string) => {
    if (!isLate) await remove(opened);
  };
  try {
    await run(
      () => withParentOf(folderPath, path, removeInTime),
      () => undefined,
    );
  } catch (error) {
    isLate = true;
    if (!kept.includes(codeOf(error))) throw error;
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof FileMissingError)) throw error;
}

// Reaches an entry of a library folder through its open parent folder, so that no part of the path can be replaced by a
// symbolic link in between. Node has no unlinkat(2), but Linux offers the open folder as a path.

/**
 * Runs `work` with a path to the entry that is valid only until `work` has ended.
 * @param folderPath the library folder: absolute, without symbolic links
 * @param relativePath the path of the entry below it, separated by `/`
 * @throws FileMissingError if a part of the path is a symbolic link
 */
async function withParentOf(
  folderPath: string,
  relativePath: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const steps = relativePath.split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..'))
    throw new FileMissingError('the path leads out of the library folder');
  const parent = join(folderPath, ...steps.slice(0, -1));
  const name = posix.basename(relativePath);
  if (process.platform !== 'linux') {
    if ((await realpath(parent)) !== parent)
      throw new FileMissingError('a symbolic link is part of the path');
    return work(join(parent, name));
  }
  const folder = await open(parent, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const opened = `/proc/self/fd/${folder.fd}`;
    const actual = await readlink(opened, { encoding: 'buffer' });
    if (!actual.equals(Buffer.from(parent)))
      throw new FileMissingError('a symbolic link is part of the path');
    await work(join(opened, name));
  } finally {
    await folder.close();
  }
}
