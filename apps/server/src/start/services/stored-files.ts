import { createSpaceWatch } from '#admin/monitoring/space-watch.service.ts';
import { createDuplicates } from '#admin/storage-report/games/duplicates.service.ts';
import { createStorageGames } from '#admin/storage-report/games/storage-games.service.ts';
import { createOrphansService } from '#admin/storage-report/orphans.service.ts';
import { createStoragePlaces } from '#admin/storage-report/places/storage-places.service.ts';
import { createStorageCheckService } from '#admin/storage-report/storage-check.service.ts';
import { createStorageUsage } from '#admin/storage-report/storage-usage.ts';
import { createTempFilesService } from '#admin/temp-files.service.ts';
import { createContributionAnswers } from '#club/contributions/contribution-answers.service.ts';
import { createDownloadLog } from '#transfer/download-activity/download-log.service.ts';
import { createDownloadLists } from '#transfer/download-lists/download-lists.service.ts';
import { createDownloadsService } from '#transfer/downloads/downloads.service.ts';
import { createStoppedUploads } from '#transfer/uploads/stopped-uploads.service.ts';
import { createUploadsService } from '#transfer/uploads/uploads.service.ts';
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
