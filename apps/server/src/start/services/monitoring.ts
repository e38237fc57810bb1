import { createHealthService } from '#admin/monitoring/health.service.ts';
import { createMetricsService } from '#admin/monitoring/metrics.service.ts';
import type { JobRows } from '#platform/job-rows.ts';
import { createJobStates } from '#platform/job-states.ts';
import type { Job } from '#platform/scheduler.ts';
import { databaseDirOf } from '../config.ts';
import type { Backups } from './backups.ts';
import type { Core } from './core.ts';
import type { Metadata } from './metadata.ts';
import type { StoredFiles } from './stored-files.ts';
import type { VirusScans } from './virus-scans.ts';

type Used = Core &
  Pick<Metadata, 'metadataSettings'> &
  Pick<StoredFiles, 'storageCheck'> &
  VirusScans &
  Pick<Backups, 'backupSchedule'>;

export function createMonitoring(used: Used, jobs: Job[], jobRows: JobRows) {
  const { storage } = used.config;
  const jobStates = createJobStates({ ...used, jobs, jobRows });
  const databaseDir = databaseDirOf(used.config);
  return {
    metrics: createMetricsService({ ...used, jobStates }),
    health: createHealthService({ ...used, jobStates, databaseDir, storageKind: storage.kind }),
  };
}
