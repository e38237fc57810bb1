import { createContributionAnswers } from '#features/contributions/contribution-answers.service.ts';
import { createDownloadLog } from '#features/downloads/download-log.service.ts';
import { createDownloadsService } from '#features/downloads/downloads.service.ts';
import { createDownloadLists } from '#features/downloads/lists/download-lists.service.ts';
import { createSpaceWatch } from '#features/monitoring/space-watch.service.ts';
import { createDuplicates } from '#features/storage-report/games/duplicates.service.ts';
import { createStorageGames } from '#features/storage-report/games/storage-games.service.ts';
import { createOrphansService } from '#features/storage-report/orphans.service.ts';
import { createStoragePlaces } from '#features/storage-report/places/storage-places.service.ts';
import { createStorageCheckService } from '#features/storage-report/storage-check.service.ts';
import { createStorageUsage } from '#features/storage-report/storage-usage.ts';
import { createTempFilesService } from '#features/temp-files/temp-files.service.ts';
import { createStoppedUploads } from '#features/uploads/stopped-uploads.service.ts';
import { createUploadsService } from '#features/uploads/uploads.service.ts';
import { databaseDirOf } from '../config.ts';
import type { Accounts } from './accounts.ts';
import type { Core } from './core.ts';
import type { Library } from './library.ts';
import type { Metadata } from './metadata.ts';

type Used = Core &
  Pick<Accounts, 'alerts' | 'tickets'> &
  Pick<Library, 'cheats' | 'contributions' | 'extras' | 'files' | 'games' | 'waitingGames'> &
  Pick<Library, 'libraryBytes' | 'platforms' | 'quarantine'> &
  Pick<Metadata, 'matches'>;

export type StoredFiles = ReturnType<typeof createStoredFiles>;

/** Uploads, downloads, and the maintenance of stored files. */
export function createStoredFiles(used: Used) {
  const { config } = used;
  const uploads = createUploadsService({ ...used, maxChunkBytes: config.maxChunkBytes });
  const tempFiles = createTempFilesService({ ...used, uploads });
  const storageCheck = createStorageCheckService(used);
  const storagePlaces = createStoragePlaces(used);
  return {
    uploads,
    contributionAnswers: createContributionAnswers({ ...used, uploads }),
    stoppedUploads: createStoppedUploads(used),
    downloads: createDownloadsService(used),
    downloadLog: createDownloadLog(used),
    downloadLists: createDownloadLists(used),
    tempFiles,
    storageCheck,
    spaceWatch: createSpaceWatch({ ...used, databaseDir: databaseDirOf(config) }),
    storagePlaces,
    storageUsage: createStorageUsage({ ...used, places: storagePlaces, tempFiles, check: storageCheck }),
    storageGames: createStorageGames(used),
    duplicates: createDuplicates(used),
    orphans: createOrphansService(used),
  };
}
