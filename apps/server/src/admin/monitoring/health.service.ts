// The state of everything that the server depends on, for admins.
import { hostname } from 'node:os';
import type { SystemHealth } from '@cellar/contract/admin/monitoring.ts';
import { isoAt } from '#platform/clock.ts';
import type { JobStates } from '#platform/job-states.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import { withinMs } from '#platform/time-limit.ts';
import {
  backupHealth,
  databaseHealth,
  type HealthDeps,
  healthOfJob,
  mailHealth,
  providersHealth,
  storageHealth,
  virusScanHealth,
} from './health-parts.ts';

interface Deps extends HealthDeps {
  jobStates: JobStates;
}

export type HealthService = ReturnType<typeof createHealthService>;

const storageMs = 5000;

export function createHealthService(deps: Deps) {
  const { clock, storage, jobStates } = deps;
  const startedAt = isoAt(clock);
  const measuring = createSingleFlight<number | undefined>();

  /** Returns the free bytes. @throws if the storage is not writable */
  async function measureStorage(): Promise<number | undefined> {
    const freeBytes = await storage.freeBytes();
    // The check writes a file, which would fail on a full disk.
    if ((freeBytes ?? 1) > 0) await storage.check();
    return freeBytes;
  }

  return {
    async get(version: string): Promise<SystemHealth> {
      const [database, ofStorage, mail, providers, jobs, backup, virusScans] = await Promise.all([
        databaseHealth(deps),
        storageHealth(deps, withinMs(storageMs, measuring.run(measureStorage))),
        mailHealth(deps),
        providersHealth(deps),
        jobStates.list(),
        backupHealth(deps),
        virusScanHealth(deps),
      ]);
      return {
        ...{ database, storage: ofStorage, mail, providers },
        jobs: jobs.map((job) => healthOfJob(job, { clock, startedAt })),
        backup,
        virusScans,
        server: { version, nodeVersion: process.version, host: hostname(), startedAt },
      };
    },
  };
}
