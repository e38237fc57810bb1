// Library folders: scanning them, and the review and adding of what is found.
import { plainName } from '@cellar/contract/folders/rules/library-files.ts';
import type { OwnPlatform } from '@cellar/contract/games/platforms.ts';
import type { PlatformAliases } from '@cellar/contract/games/rules/name-facts.ts';
import { createExportedGames } from '#folders/export/exported-games.service.ts';
import { createFolderInspector } from '#folders/folder-thread.ts';
import { createLibraryFolders } from '#folders/folders.service.ts';
import { createItemAdding } from '#folders/items/adding.service.ts';
import { createFolderContents } from '#folders/items/folder-contents.service.ts';
import { createItemsService } from '#folders/items/items.service.ts';
import { createLibraryPaths } from '#folders/library-paths.ts';
import { createItemSamples } from '#folders/scans/item-samples.service.ts';
import { createLibraryScans } from '#folders/scans/library-scans.service.ts';
import { createFolderChecks, createFolderWatches } from '#folders/watching/folder-watches.service.ts';
import type { Core } from './core.ts';
import type { Games } from './games.ts';

export type Folders = ReturnType<typeof createFolders>;

/** `addSoon` starts the jobs that add items, `removeSoon` the one that removes folders. */
export function createFolders(
  used: Core & Games,
  { addSoon, removeSoon }: { addSoon(): void; removeSoon(): void },
) {
  const { files, platforms } = used;
  const inspector = createFolderInspector();
  const itemSamples = createItemSamples({ ...used, inspector });
  const items = createItemsService({ ...used, addSoon });
  const paths = createLibraryPaths({ ...used, inspector });
  const exportedGames = createExportedGames(used);
  const scans = createLibraryScans({
    ...used,
    inspector,
    exportedGames,
    paths,
    platformAliases: async () => aliasesOf(await platforms.list()),
    contentChanged: files.contentChanged,
    addCertain: items.addCertain,
    addExtras: items.addExtras,
  });
  const contents = createFolderContents(used);
  return {
    items,
    itemAdding: createItemAdding({ ...used, itemSamples }),
    itemSamples,
    exportedGames,
    folderWatches: createFolderWatches({ ...used, ...scans, paths, inspector }),
    folderChecks: createFolderChecks({ ...used, ...scans, paths, inspector }),
    libraryScans: scans,
    libraryFolders: createLibraryFolders({ ...used, ...scans, paths, removeSoon, contents }),
  };
}

/** Returns the names of own platforms by their aliases. */
function aliasesOf(platforms: readonly OwnPlatform[]): PlatformAliases {
  return Object.fromEntries(
    platforms.flatMap(({ name, aliases }) => [name, ...aliases].map((word) => [plainName(word), name])),
  );
}
