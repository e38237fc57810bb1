import { createFolderEyes } from '#features/library/folders/folder-thread.ts';
import { createItemAdding } from '#features/library/items/adding.service.ts';
import { createFolderContents } from '#features/library/items/folder-contents.service.ts';
import { createItemsService } from '#features/library/items/items.service.ts';
import { createItemSamples } from '#features/library/scanning/item-samples.service.ts';
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
