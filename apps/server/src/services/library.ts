import { limits } from '@cellar/contract/rules/limits.ts';
import { createCatalogueService } from '#features/catalogue/catalogue.service.ts';
import { createCheatsService } from '#features/cheats/cheats.service.ts';
import { createCollectionGames } from '#features/collections/collection-games.service.ts';
import { createCollections } from '#features/collections/collections.service.ts';
import { createNights } from '#features/collections/nights.service.ts';
import { createContributionLists } from '#features/contributions/contribution-lists.service.ts';
import { createContributions } from '#features/contributions/contributions.service.ts';
import { createExtrasService } from '#features/files/extras/extras.service.ts';
import { filePlatforms } from '#features/files/file-platforms.service.ts';
import { createFilesService } from '#features/files/files.service.ts';
import { createGameEditing } from '#features/games/game-editing.service.ts';
import { createGamesService } from '#features/games/games.service.ts';
import { manyGames } from '#features/games/many-games.service.ts';
import { waitingGames } from '#features/games/waiting-games.service.ts';
import { createHomeService } from '#features/home/home.service.ts';
import { createLibraryBytes } from '#features/library/bytes/library-bytes.service.ts';
import { libraryPlatforms } from '#features/library/items/library-platforms.service.ts';
import { rememberRemoved } from '#features/library/items/removed-items.service.ts';
import { createMarksService } from '#features/marks/marks.service.ts';
import { createPlatformsService } from '#features/platforms/platforms.service.ts';
import { createSanitizationService } from '#features/sanitization/sanitization.service.ts';
import { createSavedFilters } from '#features/saved-filters/saved-filters.service.ts';
import { createSpellingRules } from '#features/spellings/spelling-rules.service.ts';
import { createSpellings } from '#features/spellings/spellings.service.ts';
import { createQuarantine } from '#features/virus-scans/quarantine.service.ts';
import { version } from '../version.ts';
import type { Core } from './core.ts';

export type Library = ReturnType<typeof createLibrary>;

/** The games, except for uploads and downloads of their files. */
export function createLibrary(core: Core) {
  const { config } = core;
  const ownFolders = [config.dataDir, ...(config.storage.kind === 'disk' ? [config.storage.root] : [])];
  const libraryBytes = createLibraryBytes({ ...core, roots: config.libraryRoots, ownFolders });
  const files = createFilesService({ ...core, libraryBytes, rememberRemoved });
  const platforms = createPlatformsService({ ...core, files, libraryPlatforms });
  const extras = createExtrasService({ ...core, files, platforms });
  const quarantine = createQuarantine(core);
  const cheats = createCheatsService({ ...core, files, quarantine, maxBytes: limits.cheatFileMaxBytes });
  const games = createGamesService({ ...core, files, extras, cheats });
  const catalogue = createCatalogueService({ ...core, version });
  return {
    libraryBytes,
    files,
    filePlatforms,
    extras,
    cheats,
    quarantine,
    games,
    waitingGames,
    contributions: createContributions({ ...core, extras, waitingGames }),
    contributionLists: createContributionLists(core),
    gameEditing: createGameEditing(core),
    manyGames,
    spellings: createSpellings(core),
    spellingRules: createSpellingRules(core),
    catalogue,
    home: createHomeService({ ...core, catalogue }),
    marks: createMarksService({ ...core, games, catalogue }),
    savedFilters: createSavedFilters(core),
    collections: createCollections({ ...core, catalogue }),
    collectionGames: createCollectionGames({ ...core, catalogue }),
    nights: createNights({ ...core, catalogue }),
    platforms,
    sanitization: createSanitizationService(core),
  };
}
