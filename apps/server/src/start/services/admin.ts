// What admins look after, and the health of the server.
import { createBackupScheduleService } from '#admin/backup/backup-schedule.service.ts';
import { createBackupsService } from '#admin/backup/backups.service.ts';
import { createHealthService } from '#admin/monitoring/health.service.ts';
import { createMetricsService } from '#admin/monitoring/metrics.service.ts';
import { createSpaceWatch } from '#admin/monitoring/space-watch.service.ts';
import { createChecklistService, createSetupService } from '#admin/setup.service.ts';
import { createDuplicates } from '#admin/storage-report/games/duplicates.service.ts';
import { createStorageGames } from '#admin/storage-report/games/storage-games.service.ts';
import {
  createOrphansService,
  createStorageCheckService,
} from '#admin/storage-report/storage-check.service.ts';
import { createStoragePlaces, createStorageUsage } from '#admin/storage-report/storage-usage.service.ts';
import { createTempFilesService } from '#admin/temp-files.service.ts';
import { createJobStates, type Job, type JobRows } from '#platform/scheduler.ts';
import { databaseDirOf } from '../config.ts';
import { version } from '../version.ts';
import type { Core } from './core.ts';
import type { Games } from './games.ts';
import type { Messages } from './messages.ts';
import type { People } from './people.ts';
import type { Transfer } from './transfer.ts';

export type Admin = ReturnType<typeof createAdmin>;

type AdminUsed = Core & Games & Messages & People & Transfer;

/** What admins look after: backups, the storage, the checklist, and the health of the server. */
export function createAdmin(used: AdminUsed) {
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
export function createMonitoring(used: AdminUsed & Admin, jobs: Job[], jobRows: JobRows) {
  const { storage } = used.config;
  const jobStates = createJobStates({ ...used, jobs, jobRows });
  const databaseDir = databaseDirOf(used.config);
  return {
    metrics: createMetricsService({ ...used, jobStates }),
    health: createHealthService({ ...used, jobStates, databaseDir, storageKind: storage.kind }),
  };
}
