import { dirname, resolve } from 'node:path';
import { plainName } from '@cellar/contract/folders/rules/library-files.ts';
import type { OwnPlatform } from '@cellar/contract/games/platforms.ts';
import type { PlatformAliases } from '@cellar/contract/games/rules/name-facts.ts';
import { createExportedGames } from '#folders/export/exported-games.service.ts';
import { createFolderChecks } from '#folders/folder-checks.service.ts';
import { createLibraryFolders } from '#folders/folders.service.ts';
import { createLibraryPaths } from '#folders/library-paths.ts';
import { createLibraryScans } from '#folders/scans/library-scans.service.ts';
import { createFolderWatches } from '#folders/watching/folder-watches.service.ts';
import type { Config } from '../config.ts';
import type { Core } from './core.ts';
import type { Folders } from './folders.ts';
import type { Library } from './library.ts';
import type { Metadata } from './metadata.ts';

export type LibraryFolderServices = ReturnType<typeof createLibraryFolderServices>;

type Used = Core & Library & Metadata & Folders;

/** Library folders and their scans. `removeSoon` starts the job that removes folders. */
export function createLibraryFolderServices(used: Used, removeSoon: () => void) {
  const { config, eyes, files, items, platforms } = used;
  const paths = createLibraryPaths({ eyes, roots: config.libraryRoots, ownFolders: ownFolders(config) });
  const exportedGames = createExportedGames(used);
  const scans = createLibraryScans({
    ...used,
    exportedGames,
    paths,
    platformAliases: async () => aliasesOf(await platforms.list()),
    contentChanged: files.contentChanged,
    addCertain: items.addCertain,
    addExtras: items.addExtras,
  });
  return {
    exportedGames,
    folderWatches: createFolderWatches({ ...used, ...scans, paths }),
    folderChecks: createFolderChecks({ ...used, ...scans, paths }),
    libraryScans: scans,
    libraryFolders: createLibraryFolders({
      ...{ ...used, ...scans, paths, removeSoon },
      contents: used.folderContents,
    }),
  };
}

/** Returns the names of own platforms by their aliases. */
function aliasesOf(platforms: readonly OwnPlatform[]): PlatformAliases {
  return Object.fromEntries(
    platforms.flatMap(({ name, aliases }) => [name, ...aliases].map((word) => [plainName(word), name])),
  );
}

/** The directories of Cellar's own files. */
function ownFolders({ dataDir, database, storage, backupUrl = '' }: Config): string[] {
  const folders = [
    dataDir,
    ...(database.dialect === 'sqlite' ? [dirname(database.path)] : []),
    ...(storage.kind === 'disk' ? [storage.root] : []),
    ...(backupUrl.startsWith('file:') ? [resolve(backupUrl.replace(/^file:|\?.*$/g, ''))] : []),
  ];
  return [...new Set(folders)];
}
