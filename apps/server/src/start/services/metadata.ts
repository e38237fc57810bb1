import { createCandidatePictures } from '#games/metadata/matches/candidate-pictures.service.ts';
import { createMatchApplying } from '#games/metadata/matches/match-applying.service.ts';
import { createMatchJob } from '#games/metadata/matches/match-job.service.ts';
import { createMatchWork } from '#games/metadata/matches/match-work.service.ts';
import { createMatchesService } from '#games/metadata/matches/matches.service.ts';
import { createPickerService } from '#games/metadata/matches/picker.service.ts';
import { createTitleSearch } from '#games/metadata/matches/title-search.service.ts';
import { createLearnedNames } from '#games/metadata/names/learned-names.service.ts';
import { createProvidersService } from '#games/metadata/providers/providers.service.ts';
import { createMetadataKeys } from '#games/metadata/settings/metadata-keys.service.ts';
import { createMetadataSettingsService } from '#games/metadata/settings/metadata-settings.service.ts';
import type { Core } from './core.ts';
import type { Library } from './library.ts';

export type Metadata = ReturnType<typeof createMetadata>;

type Used = Core & Pick<Library, 'gameEditing' | 'sanitization' | 'spellingRules'>;

/** `searchSoon` starts the job that searches for games. */
export function createMetadata(used: Used, searchSoon: () => void) {
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
