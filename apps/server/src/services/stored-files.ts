import { createDownloadLog } from '#features/downloads/download-log.service.ts';
import { createDownloadsService } from '#features/downloads/downloads.service.ts';
import { createOrphansService } from '#features/storage-report/orphans.service.ts';
import { createStorageCheckService } from '#features/storage-report/storage-check.service.ts';
import { createStorageUsage } from '#features/storage-report/storage-usage.ts';
import { createTempFilesService } from '#features/temp-files/temp-files.service.ts';
import { createUploadsService } from '#features/uploads/uploads.service.ts';
import type { Accounts } from './accounts.ts';
import type { Core } from './core.ts';
import type { Library } from './library.ts';
import type { Metadata } from './metadata.ts';

type Used = Core &
  Pick<Accounts, 'tickets'> &
  Pick<Library, 'extras' | 'files' | 'games' | 'libraryBytes' | 'platforms' | 'quarantine'> &
  Pick<Metadata, 'matches'>;

export type StoredFiles = ReturnType<typeof createStoredFiles>;

/** Uploads, downloads, and the maintenance of stored files. */
export function createStoredFiles(used: Used) {
  const { config } = used;
  const uploads = createUploadsService({ ...used, maxChunkBytes: config.maxChunkBytes });
  const tempFiles = createTempFilesService({ ...used, uploads });
  const storageCheck = createStorageCheckService(used);
  return {
    uploads,
    downloads: createDownloadsService(used),
    downloadLog: createDownloadLog(used),
    tempFiles,
    storageCheck,
    storageUsage: createStorageUsage({ ...used, tempFiles, check: storageCheck }),
    orphans: createOrphansService(used),
  };
}
