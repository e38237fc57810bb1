import { relative, sep } from 'node:path';
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

type Used = Core & Pick<Accounts, 'tickets'> & Pick<Library, 'files' | 'games'> & Pick<Metadata, 'matches'>;

export type StoredFiles = ReturnType<typeof createStoredFiles>;

/** Uploads, downloads, and the maintenance of stored files. */
export function createStoredFiles(used: Used) {
  const { config, dataDir } = used;
  const uploads = createUploadsService({ ...used, maxChunkBytes: config.maxChunkBytes });
  const storagePath = pathBeneath(dataDir, config.storageDir);
  const tempFiles = createTempFilesService({ ...used, uploads, storagePath });
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

/** Returns the path relative to `folder`, separated by `/`. Empty if the two are equal or `path` is outside `folder`. */
function pathBeneath(folder: string, path: string): string {
  const steps = relative(folder, path).split(sep);
  return steps[0] === '..' ? '' : steps.join('/');
}
