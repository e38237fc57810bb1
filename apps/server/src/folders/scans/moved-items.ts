// Recognizes items that were renamed or moved, also to another library folder. The missing item gets the new path, and the new
// item is dropped, so the game with its facts, history and links stays.
import { posix } from 'node:path';
import type { FolderRow } from '../folders.repository.ts';
import { findFolder } from '../folders.repository.ts';
import { FolderNotRespondingError } from '../walk/scan-types.ts';
import { sampleItems } from './item-samples.service.ts';
import type { MissingItem, NewItem } from './moved-items.repository.ts';
import * as repository from './moved-items.repository.ts';
import { inTransaction, type ScanRun } from './scan-context.ts';

/** Returns the number of items that were recognized. */
export async function recognizeMoved(run: ScanRun): Promise<number> {
  if (!(await repository.hasMissing(run.longReads))) return 0;
  const search = createSearch(run);
  let moved = 0;
  for (const key of await repository.listFingerprints(run.longReads)) {
    moved += await search(await repository.listWithFingerprint(run.longReads, key));
  }
  // Copies have other times, so less is known about them.
  for (const size of await repository.listSizes(run.longReads)) {
    moved += await search(await repository.listWithSize(run.longReads, size));
  }
  return moved;
}

interface Candidates {
  missing: MissingItem[];
  found: NewItem[];
}

function createSearch(run: ScanRun) {
  const samples = new Map<string, Promise<string | undefined>>();
  const folders = new Map<string, Promise<FolderRow | undefined>>();
  const folderOf = (id: string) => remember(folders, id, () => findFolder(run.db, id));

  async function sampleOf(item: NewItem): Promise<string | undefined> {
    const folder = await folderOf(item.folderId);
    try {
      return folder && (await sampleItems(run, folder, [item]))[0];
    } catch (error) {
      if (!(error instanceof FolderNotRespondingError)) throw error;
      // Each of its items would take as long.
      folders.set(item.folderId, Promise.resolve(undefined));
      return undefined;
    }
  }

  async function digestOf(item: NewItem): Promise<string | undefined> {
    const folder = await folderOf(item.folderId);
    return folder && run.libraryBytes.digestFile({ ...item, folderPath: folder.path }, run.signal);
  }

  /** True if the new item has the content of the missing one. */
  async function isSame(missing: MissingItem, found: NewItem, isOnly: boolean): Promise<boolean> {
    const hasSameTimes = missing.fingerprint === found.fingerprint;
    // Of these nothing is offered to members, so a mistake is harmless.
    if (missing.state !== 'added') return hasSameTimes && (isOnly || nameOf(missing) === nameOf(found));
    if (missing.sampleSha256 !== null) {
      const sample = await remember(samples, found.id, () => sampleOf(found));
      if (sample !== missing.sampleSha256) return false;
      if (hasSameTimes || isSampledWhole(found)) return true;
    }
    if (missing.sha256 === null || found.kind !== 'file') return false;
    return (await digestOf(found)) === missing.sha256;
  }

  return async ({ missing, found }: Candidates): Promise<number> => {
    let moved = 0;
    const left = new Set(found);
    for (const item of missing) {
      const isOnly = missing.length === 1 && left.size === 1;
      for (const candidate of byLikeness(left, item)) {
        run.signal.throwIfAborted();
        if (!(await isSame(item, candidate, isOnly))) continue;
        left.delete(candidate);
        if (await take(run, item, candidate)) moved += 1;
        break;
      }
    }
    return moved;
  };
}

function remember<V>(known: Map<string, Promise<V>>, key: string, read: () => Promise<V>): Promise<V> {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

/** More candidates than this are not compared. */
const maxTries = 20;

/** Items of the same name first. */
function byLikeness(found: Iterable<NewItem>, { path }: MissingItem): NewItem[] {
  const name = posix.basename(path);
  const isNamed = (item: NewItem) => (posix.basename(item.path) === name ? 0 : 1);
  return [...found].sort((a, b) => isNamed(a) - isNamed(b)).slice(0, maxTries);
}

function nameOf({ path }: { path: string }): string {
  return posix.basename(path);
}

/** Samples contain all bytes of a small file. */
function isSampledWhole({ kind, size }: NewItem): boolean {
  return kind === 'file' && size <= 3 * 64 * 1024;
}

/** Returns false if one of the two has changed in the meantime. */
async function take(run: ScanRun, missing: MissingItem, found: NewItem): Promise<boolean> {
  return inTransaction(run, async (trx) => {
    if (!(await repository.dropNew(trx, found.id))) return false;
    if (!(await repository.movePath(trx, missing.id, found))) throw new Error('a missing item has changed');
    if (missing.state === 'added' && missing.fingerprint !== found.fingerprint) {
      await run.contentChanged(trx, missing.id);
    }
    return true;
  });
}
