// Takes samples of added items in the background, so that they are recognized after they were moved.
import type { Db } from '#db/schema.ts';
import type { FolderEyes } from '../folders/folder-thread.ts';
import * as repository from './item-samples.repository.ts';
import { sampleItems } from './item-samples.ts';

interface Deps {
  db: Db;
  longReads: Db;
  eyes: FolderEyes;
}

export function createItemSamples({ db, longReads, eyes }: Deps) {
  return {
    /** A job: takes the samples of all added items that have none. Those that can't be read are tried again by its next run. */
    async takeSamples(signal: AbortSignal): Promise<void> {
      for (let after = ''; ; ) {
        const items = await repository.listWithoutSample(longReads, after);
        const [first] = items;
        if (!first || signal.aborted) return;
        const ofFolder = items.filter(({ folderId }) => folderId === first.folderId);
        const folder = { path: first.folderPath };
        const samples = await sampleItems({ eyes, signal }, folder, ofFolder);
        for (const [index, item] of ofFolder.entries()) {
          const sample = samples[index];
          if (sample !== undefined) await repository.setSample(db, item, sample);
        }
        after = ofFolder.at(-1)?.id ?? '';
      }
    },
  };
}
