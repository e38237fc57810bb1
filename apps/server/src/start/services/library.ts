import { limits } from '@cellar/contract/rules/limits.ts';
import { createCollectionGames } from '#club/collections/collection-games.service.ts';
import { createCollections } from '#club/collections/collections.service.ts';
import { createNights } from '#club/collections/nights.service.ts';
import { createContributionLists } from '#club/contributions/contribution-lists.service.ts';
import { createContributions } from '#club/contributions/contributions.service.ts';
import { createHomeService } from '#club/home.service.ts';
import { createMarksService } from '#club/marks.service.ts';
import { createSavedFilters } from '#club/saved-filters.service.ts';
import { createLibraryBytes } from '#folders/in-place/library-bytes.service.ts';
import { libraryPlatforms } from '#folders/items/library-platforms.service.ts';
import { rememberRemoved } from '#folders/items/removed-items.service.ts';
import { createCatalogueService } from '#games/catalogue/catalogue.service.ts';
import { createCheatsService } from '#games/cheats/cheats.service.ts';
import { createGameEditing } from '#games/game-editing.service.ts';
import { createGamesService } from '#games/games.service.ts';
import { manyGames } from '#games/many-games.service.ts';
import { createPlatformsService } from '#games/platforms/platforms.service.ts';
import { createSanitizationService } from '#games/sanitization/sanitization.service.ts';
import { createSpellingRules } from '#games/spellings/spelling-rules.service.ts';
import { createSpellings } from '#games/spellings/spellings.service.ts';
import { waitingGames } from '#games/waiting-games.service.ts';
import { createExtrasService } from '#transfer/files/extras.service.ts';
import { filePlatforms } from '#transfer/files/file-platforms.service.ts';
import { createFilesService } from '#transfer/files/files.service.ts';
import { createQuarantine } from '#transfer/virus-scans/quarantine.service.ts';
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
