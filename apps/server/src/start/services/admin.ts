// What admins look after: backups, the storage, the checklist, and the health of the server.
import { createBackupScheduleService } from '#admin/backup/backup-schedule.service.ts';
import { createBackupsService } from '#admin/backup/backups.service.ts';
import { createChecklistService } from '#admin/checklist.service.ts';
import { createHealthService } from '#admin/monitoring/health.service.ts';
import { createMetricsService } from '#admin/monitoring/metrics.service.ts';
import { createSpaceWatch } from '#admin/monitoring/space-watch.service.ts';
import { createSetupService } from '#admin/setup.service.ts';
import { createDuplicates } from '#admin/storage-report/games/duplicates.service.ts';
import { createStorageGames } from '#admin/storage-report/games/storage-games.service.ts';
import { createOrphansService } from '#admin/storage-report/orphans.service.ts';
import { createStoragePlaces } from '#admin/storage-report/places/storage-places.service.ts';
import { createStorageCheckService } from '#admin/storage-report/storage-check.service.ts';
import { createStorageUsage } from '#admin/storage-report/storage-usage.ts';
import { createTempFilesService } from '#admin/temp-files.service.ts';
import type { JobRows } from '#platform/job-rows.ts';
import { createJobStates } from '#platform/job-states.ts';
import type { Job } from '#platform/scheduler.ts';
import { databaseDirOf } from '../config.ts';
import { version } from '../version.ts';
import type { Core } from './core.ts';
import type { Games } from './games.ts';
import type { People } from './people.ts';
import type { Transfer } from './transfer.ts';

export type Admin = ReturnType<typeof createAdmin>;

type Used = Core & Games & People & Transfer;

export function createAdmin(used: Used) {
  const tempFiles = createTempFilesService(used);
  const storageCheck = createStorageCheckService(used);
  const storagePlaces = createStoragePlaces(used);
  const backups = createBackupsService({ ...used, version });
  return {
    backups,
    backupSchedule: createBackupScheduleService({ ...used, backups }),
    checklist: createChecklistService(used),
    setup: createSetupService(used),
    tempFiles,
    storageCheck,
    storagePlaces,
    storageUsage: createStorageUsage({ ...used, places: storagePlaces, tempFiles, check: storageCheck }),
    storageGames: createStorageGames(used),
    duplicates: createDuplicates(used),
    orphans: createOrphansService(used),
    spaceWatch: createSpaceWatch({ ...used, databaseDir: databaseDirOf(used.config) }),
  };
}

/** Measures everything else, the background jobs included. */
export function createMonitoring(used: Used & Admin, jobs: Job[], jobRows: JobRows) {
  const { storage } = used.config;
  const jobStates = createJobStates({ ...used, jobs, jobRows });
  const databaseDir = databaseDirOf(used.config);
  return {
    metrics: createMetricsService({ ...used, jobStates }),
    health: createHealthService({ ...used, jobStates, databaseDir, storageKind: storage.kind }),
  };
}
