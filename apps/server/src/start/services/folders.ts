import { createFolderEyes } from '#folders/folder-thread.ts';
import { createItemAdding } from '#folders/items/adding.service.ts';
import { createFolderContents } from '#folders/items/folder-contents.service.ts';
import { createItemsService } from '#folders/items/items.service.ts';
import { createItemSamples } from '#folders/scans/item-samples.service.ts';
import type { Core } from './core.ts';
import type { Library } from './library.ts';
import type { Metadata } from './metadata.ts';

export type Folders = ReturnType<typeof createFolders>;

type Used = Core & Library & Pick<Metadata, 'matches'>;

/** The review and adding of what is found in library folders. `addSoon` starts the jobs that add items. */
export function createFolders(used: Used, addSoon: () => void) {
  const eyes = createFolderEyes();
  const itemSamples = createItemSamples({ ...used, eyes });
  return {
    eyes,
    items: createItemsService({ ...used, addSoon }),
    itemAdding: createItemAdding({ ...used, itemSamples }),
    itemSamples,
    folderContents: createFolderContents(used),
  };
}
