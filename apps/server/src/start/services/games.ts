// Games, the catalogue, and metadata.
import { limits } from '@cellar/contract/rules/limits.ts';
import { createBulkChanges } from '#games/bulk-changes/bulk-changes.service.ts';
import { createGamesSummary } from '#games/bulk-changes/games-summary.service.ts';
import { createCatalogueService } from '#games/catalogue/catalogue.service.ts';
import { createCheatsService } from '#games/cheats/cheats.service.ts';
import { createGameEditing, waitingGames } from '#games/game-editing.service.ts';
import { createGamesService } from '#games/games.service.ts';
import { manyGames } from '#games/many-games.service.ts';
import { createMatchApplying } from '#games/metadata/matches/match-applying.service.ts';
import { createCandidatePictures } from '#games/metadata/matches/match-candidates.service.ts';
import { createMatchJob } from '#games/metadata/matches/match-job.service.ts';
import { createTitleSearch } from '#games/metadata/matches/match-search.service.ts';
import { createMatchWork } from '#games/metadata/matches/match-work.service.ts';
import { createMatchesService } from '#games/metadata/matches/matches.service.ts';
import { createPickerService } from '#games/metadata/matches/picker.service.ts';
import { createLearnedNames } from '#games/metadata/names/learned-names.service.ts';
import { createProvidersService } from '#games/metadata/providers/providers.service.ts';
import { createMetadataKeys } from '#games/metadata/settings/metadata-keys.service.ts';
import { createMetadataSettingsService } from '#games/metadata/settings/metadata-settings.service.ts';
import { createPlatformsService } from '#games/platforms/platforms.service.ts';
import { createSanitizationService } from '#games/sanitization/sanitization.service.ts';
import { createSpellingRules, createSpellings } from '#games/spellings/spellings.service.ts';
import { createExtrasService } from '#transfer/files/extras.service.ts';
import { version } from '../version.ts';
import type { Core } from './core.ts';

export type Games = ReturnType<typeof createGames>;

interface Soon {
  /** Starts the job that searches for metadata. */
  searchSoon(): void;
  /** Starts the job that removes the bytes of deleted files. */
  removeSoon(): void;
}

export function createGames(used: Core, { searchSoon, removeSoon }: Soon) {
  const platforms = createPlatformsService(used);
  const extras = createExtrasService({ ...used, platforms });
  const cheats = createCheatsService({ ...used, maxBytes: limits.cheatFileMaxBytes });
  const base = {
    platforms,
    extras,
    cheats,
    waitingGames,
    manyGames,
    games: createGamesService({ ...used, extras, cheats }),
    catalogue: createCatalogueService({ ...used, version }),
    gameEditing: createGameEditing(used),
    spellings: createSpellings(used),
    spellingRules: createSpellingRules(used),
    sanitization: createSanitizationService(used),
  };
  const all = { ...used, ...base };
  const metadata = createMetadata(all, searchSoon);
  return {
    ...base,
    ...metadata,
    bulkChanges: createBulkChanges({ ...all, ...metadata, removeSoon }),
    gamesSummary: createGamesSummary(all),
  };
}

type UsedForMetadata = Core & {
  gameEditing: ReturnType<typeof createGameEditing>;
  sanitization: ReturnType<typeof createSanitizationService>;
  spellingRules: ReturnType<typeof createSpellingRules>;
};

function createMetadata(used: UsedForMetadata, searchSoon: () => void) {
  const { metadata } = used.config;
  const keys = createMetadataKeys({ ...used, fromEnvironment: metadata.keys });
  const providers = createProvidersService({ ...used, keys, fromEnvironment: metadata });
  const pictures = createCandidatePictures(used);
  const applying = createMatchApplying(used);
  const learnedNames = createLearnedNames(used);
  const work = createMatchWork({ ...used, providers, applying, learnedNames });
  return {
    providers,
    learnedNames,
    candidatePictures: pictures,
    titleSearch: createTitleSearch({ providers }),
    metadataSettings: createMetadataSettingsService({ ...used, keys, providers, fromEnvironment: metadata }),
    matchJob: createMatchJob({ ...used, providers, work }),
    matches: createMatchesService({ ...used, providers, pictures, learnedNames, searchSoon }),
    picker: createPickerService({ ...used, providers, pictures, applying, learnedNames }),
  };
}
