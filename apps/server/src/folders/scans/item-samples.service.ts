// Takes samples of items in place, so that they are recognized after they were moved: before they are added, and later in the
// background of those that have changed or could not be read.
import pLimit from 'p-limit';
import type { Unflushed } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { FolderEyes } from '../folder-thread.ts';
import { FolderNotRespondingError } from '../walk/scan-types.ts';
import type { UnsampledItem } from './item-samples.repository.ts';
import * as repository from './item-samples.repository.ts';
import { sampleItems } from './item-samples.ts';

interface Deps {
  db: Db;
  longReads: Db;
  unflushed: Unflushed;
  eyes: FolderEyes;
}

/** So that one that does not answer stops no other. */
const foldersAtOnce = 4;

export type ItemSamples = ReturnType<typeof createItemSamples>;

export function createItemSamples(deps: Deps) {
  return {
    /** Takes the samples of items that are about to be added. Those that can't be read stay without one. */
    async sampleBeforeAdding(ids: string[], signal: AbortSignal): Promise<void> {
      const items = await repository.listUnsampled(deps.db, ids);
      const byFolder = Map.groupBy(items, ({ folderId }) => folderId);
      await forEach([...byFolder.values()], (ofFolder) => takeSamplesOf(deps, ofFolder, signal));
    },

    /** A job: takes the samples of all added items that have none. Those that can't be read are tried again by its next run. */
    async takeSamples(signal: AbortSignal): Promise<void> {
      const folderIds = await repository.listFoldersToSample(deps.longReads);
      await forEach(folderIds, (id) => sampleFolder(deps, id, signal));
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
  { eyes, unflushed }: Deps,
  items: UnsampledItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const folder = { path: items[0]?.folderPath ?? '' };
  try {
    const samples = await sampleItems({ eyes, signal }, folder, items);
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
