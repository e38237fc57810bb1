// Takes samples of items in place, so that they are recognized after they were moved: before they are added, and later in the
// background of those that have changed or could not be read.

import pLimit from 'p-limit';
import { whileUnchanged } from '#db/while-unchanged.ts';
import type { Base } from '#platform/base.ts';
import { type FolderInspector, samplesWithinMs } from '../folder-thread.ts';
import type { FolderRow } from '../folders.repository.ts';
import {
  defaultWalkRules,
  FolderNotRespondingError,
  FolderUnavailableError,
  type FoundItem,
  ItemMissingError,
} from '../walk/scan-types.ts';
import { listMembers } from '../walk/walk-folder.ts';
import type { UnsampledItem } from './item-samples.repository.ts';
import * as repository from './item-samples.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'stamp' | 'unflushed'> {
  inspector: FolderInspector;
}

/** So that one that does not answer stops no other. */
const foldersAtOnce = 4;

export type ItemSamples = ReturnType<typeof createItemSamples>;

export function createItemSamples(deps: Deps) {
  const listFolders = whileUnchanged(deps.stamp, () => repository.listFoldersToSample(deps.longReads), 1);
  return {
    /** Takes the samples of items that are about to be added. Those that can't be read stay without one. */
    async sampleBeforeAdding(ids: string[], signal: AbortSignal): Promise<void> {
      const items = await repository.listUnsampled(deps.db, ids);
      const byFolder = Map.groupBy(items, ({ folderId }) => folderId);
      await forEach([...byFolder.values()], (ofFolder) => takeSamplesOf(deps, ofFolder, signal));
    },

    /** A job: takes the samples of all added items that have none. Those that can't be read are tried again by its next run. */
    async takeSamples(signal: AbortSignal): Promise<void> {
      await forEach(await listFolders(''), (id) => sampleFolder(deps, id, signal));
    },
  };
}

async function forEach<Folder>(
  folders: readonly Folder[],
  work: (folder: Folder) => Promise<unknown>,
): Promise<void> {
  const limit = pLimit(foldersAtOnce);
  await Promise.all(folders.map((folder) => limit(() => work(folder))));
}

async function sampleFolder(deps: Deps, folderId: string, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
    const items = await repository.listAddedUnsampled(deps.longReads, folderId, after);
    if (items.length > 0 && !(await takeSamplesOf(deps, items, signal))) return;
    after = items.at(-1)?.id;
  }
}

/** Takes the samples of items of one folder. Returns false if the folder does not answer. */
async function takeSamplesOf(
  { inspector, unflushed }: Deps,
  items: UnsampledItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const folder = { path: items[0]?.folderPath ?? '' };
  try {
    const samples = await sampleItems({ inspector, signal }, folder, items);
    await unflushed(async (trx) => {
      for (const [index, item] of items.entries()) {
        const sample = samples[index];
        if (sample !== undefined) await repository.setSample(trx, item, sample);
      }
    });
    return true;
  } catch (error) {
    if (error instanceof FolderNotRespondingError) return false;
    throw error;
  }
}

// Digests of samples of items: enough to recognize a file that was moved without reading all of it.

type Item = Pick<FoundItem, 'path' | 'kind' | 'size'>;

interface Reading {
  inspector: FolderInspector;
  signal: AbortSignal;
}

/** Of an item with more files, only the first ones are read. */
const maxFiles = 20;

/** The others wait for a folder that does not answer. */
const rules = { ...defaultWalkRules, answerWithinMs: samplesWithinMs };

/**
 * Returns undefined for items that can't be read, and for files whose size is not the expected one.
 * @throws FolderNotRespondingError, or the reason of the signal
 */
export async function sampleItems(
  { inspector, signal }: Reading,
  folder: Pick<FolderRow, 'path'>,
  items: readonly Item[],
): Promise<(string | undefined)[]> {
  try {
    const files: string[][] = [];
    for (const item of items) files.push(await filesOf(folder, item, signal));
    const samples = await inspector.samples(folder.path, files);
    return items.map(({ kind, size }, index) => {
      const sample = samples[index];
      const isExpected = sample !== undefined && sample.size > 0 && (kind !== 'file' || sample.size === size);
      return isExpected ? sample.sha256 : undefined;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (isOfFileSystem(error)) return items.map(() => undefined);
    throw error;
  }
}

async function filesOf(folder: Pick<FolderRow, 'path'>, item: Item, signal: AbortSignal): Promise<string[]> {
  if (item.kind === 'file') return [item.path];
  const place = { path: folder.path, excluded: [] };
  const base = item.kind === 'folder' ? `${item.path}/` : item.path.replace(/[^/]*$/, '');
  try {
    for await (const { members } of listMembers(place, item, rules, signal)) {
      if (members.length > 0) return members.slice(0, maxFiles).map(({ path }) => base + path);
    }
  } catch (error) {
    if (!(error instanceof ItemMissingError)) throw error;
  }
  return [];
}

/** Errors of the file system have a code. Anything else is a bug. */
function isOfFileSystem(error: unknown): boolean {
  return error instanceof FolderUnavailableError || (error instanceof Error && 'code' in error);
}
