// Uploads, downloads and virus scans.
import { createContributions } from '#club/contributions/contributions.service.ts';
import { createClamd } from '#platform/clamd.ts';
import { createDownloadLog } from '#transfer/download-activity/download-log.service.ts';
import { createDownloadLists } from '#transfer/download-lists/download-lists.service.ts';
import { createDownloadsService } from '#transfer/downloads/downloads.service.ts';
import { createStoppedUploads } from '#transfer/uploads/stopped-uploads.service.ts';
import { createUploadsService } from '#transfer/uploads/uploads.service.ts';
import { createVirusScans } from '#transfer/virus-scans/virus-scans.service.ts';
import type { Core } from './core.ts';
import type { Games } from './games.ts';
import type { Messages } from './messages.ts';

export type Transfer = ReturnType<typeof createTransfer>;

/** `scanSoon` starts the job that scans files for viruses. */
export function createTransfer(used: Core & Games & Messages, scanSoon: () => void) {
  const { maxChunkBytes, clamd: address } = used.config;
  const clamd = address && createClamd(address);
  const contributions = createContributions(used);
  return {
    contributions,
    uploads: createUploadsService({ ...used, contributions, maxChunkBytes }),
    stoppedUploads: createStoppedUploads(used),
    downloads: createDownloadsService(used),
    downloadLog: createDownloadLog(used),
    downloadLists: createDownloadLists(used),
    virusScans: createVirusScans({ ...used, clamd, scanSoon }),
  };
}
