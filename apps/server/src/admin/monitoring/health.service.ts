// The state of everything that the server depends on, for admins.

import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { HealthState, JobHealth, SystemHealth } from '@cellar/contract/admin/monitoring.endpoints.ts';
import { healthLimits } from '@cellar/contract/admin/rules/health.ts';
import type { Database } from '#db/database.ts';
import { databaseBytes } from '#db/database-bytes.ts';
import type { MetadataSettingsService } from '#games/metadata/settings/metadata-settings.service.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { withinMs } from '#platform/call-limits.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { JobState, JobStates } from '#platform/scheduler.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { VirusScansService } from '#transfer/virus-scans/virus-scans.service.ts';
import type { BackupScheduleService } from '../backup/backup-schedule.service.ts';
import type { StorageCheckService } from '../storage-report/storage-check.service.ts';

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

// Judges each part of the server's health.

interface HealthDeps extends Pick<Base, 'storage' | 'clock' | 'log'> {
  database: Database;
  /** The folder of the SQLite file. Undefined on PostgreSQL, whose disk may be on another machine. */
  databaseDir: string | undefined;
  storageKind: SystemHealth['storage']['kind'];
  storageCheck: StorageCheckService;
  mails: MailsService;
  metadataSettings: MetadataSettingsService;
  backupSchedule: BackupScheduleService;
  virusScans: VirusScansService;
}

/** Every problem is a `problem`, except those that are only warnings. */
function judge<Problem extends string>(
  problem: Problem | undefined,
  warnings: readonly Problem[],
): { state: HealthState; problem: Problem | null } {
  if (problem === undefined) return { state: 'ok', problem: null };
  return { state: warnings.includes(problem) ? 'warning' : 'problem', problem };
}

async function databaseHealth({ database, databaseDir }: HealthDeps): Promise<SystemHealth['database']> {
  const sizeBytes = await databaseBytes(database);
  const disk = databaseDir && (await statfs(databaseDir));
  const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
  const space = free < healthLimits.diskLowBytes ? 'disk_low' : undefined;
  const problem = free < healthLimits.diskFullBytes ? 'disk_full' : space;
  return { ...judge(problem, ['disk_low']), engine: database.dialect, sizeBytes };
}

/** `measured`: the free bytes, or undefined without a limit. Rejects if the storage does not work. */
async function storageHealth(
  { storageKind, storageCheck, log }: HealthDeps,
  measured: Promise<number | undefined>,
): Promise<SystemHealth['storage']> {
  const measuring = measured.then(
    (freeBytes) => ({ isAway: false, freeBytes }),
    (err: unknown) => {
      log.error({ err }, 'the storage does not work');
      return { isAway: true, freeBytes: undefined };
    },
  );
  const { last } = await storageCheck.status();
  const { isAway, freeBytes } = await measuring;
  const broken = last ? last.counts.missing + last.counts.damaged : 0;
  return {
    ...judge(storageProblem({ isAway, freeBytes, broken, isFailed: !!last?.error }), ['low', 'check_failed']),
    kind: storageKind,
    freeBytes: freeBytes === undefined ? null : Math.max(0, freeBytes),
    lastCheck: last && { kind: last.kind, endedAt: last.endedAt, broken },
  };
}

interface StorageFacts {
  isAway: boolean;
  freeBytes: number | undefined;
  /** The number of broken files that the last check found. */
  broken: number;
  /** The last check was aborted. */
  isFailed: boolean;
}

function storageProblem({ isAway, freeBytes = Number.POSITIVE_INFINITY, broken, isFailed }: StorageFacts) {
  if (isAway) return 'away';
  if (freeBytes <= 0) return 'full';
  if (broken > 0) return 'files_broken';
  if (freeBytes < healthLimits.storageLowBytes) return 'low';
  return isFailed ? 'check_failed' : undefined;
}

async function mailHealth({ mails, clock }: HealthDeps): Promise<SystemHealth['mail']> {
  const { oldestWaitingAt = null, ...state } = await mails.state();
  const problem = () => {
    if (oldestWaitingAt && oldestWaitingAt < isoAt(clock, -healthLimits.mailStuckMs)) return 'stuck';
    if (!state.isDelivering) return 'no_server';
    return state.failed > 0 ? 'failed' : undefined;
  };
  return { ...judge(problem(), ['no_server', 'failed']), ...state, oldestWaitingAt };
}

async function providersHealth({ metadataSettings }: HealthDeps): Promise<SystemHealth['providers']> {
  const { providers } = await metadataSettings.get();
  const enabled = providers.filter(({ isEnabled }) => isEnabled);
  return enabled.map(({ id, name, isConfigured, keys, lastSuccessAt, lastError, pausedUntil }) => {
    const isFailing = lastError !== null && lastError.at > (lastSuccessAt ?? '');
    const problem = () => {
      if (keys.some((key) => key.isSet && !key.isReadable)) return 'key_unreadable';
      if (!isConfigured) return undefined;
      if (pausedUntil) return 'paused';
      return isFailing ? 'failing' : undefined;
    };
    const judged = judge(problem(), ['paused', 'failing', 'key_unreadable']);
    return { ...judged, id, name, isConfigured, lastSuccessAt, pausedUntil };
  });
}

async function backupHealth({ backupSchedule }: HealthDeps): Promise<SystemHealth['backup']> {
  const { lastGood, last, nextAt, isLate, running } = await backupSchedule.status();
  const [failure, verificationFailure] = [last.backup?.error, last.verification?.error];
  const problem = () => {
    if (failure) return 'failed';
    if (verificationFailure) return 'verification_failed';
    if (isLate) return 'late';
    return lastGood || nextAt ? undefined : 'none';
  };
  return {
    ...judge(problem(), ['failed', 'verification_failed', 'late', 'none']),
    isRunning: running?.kind === 'backup',
    last: lastGood && { endedAt: lastGood.endedAt, totalBytes: lastGood.totalBytes },
    nextAt,
    error: failure ?? verificationFailure ?? null,
  };
}

/** Returns null if virus scanning is off and no file is quarantined. */
async function virusScanHealth({ virusScans, clock }: HealthDeps): Promise<SystemHealth['virusScans']> {
  const { isOn, clamd, waiting, quarantined } = await virusScans.get();
  if (!isOn && quarantined === 0) return null;
  const { version = null, signaturesAt = null, reportsLimits = null } = clamd ?? {};
  const problem = () => {
    if (quarantined > 0) return 'found';
    if (isOn && !clamd) return 'away';
    const isOld = signaturesAt !== null && signaturesAt < isoAt(clock, -healthLimits.signaturesOldMs);
    if (isOld) return 'outdated';
    return reportsLimits === false ? 'limits_hidden' : undefined;
  };
  return {
    ...judge(problem(), ['away', 'outdated', 'limits_hidden']),
    version,
    signaturesAt,
    quarantined,
    waiting,
  };
}

/** A job is late from the start of this process on, because a server that was off could not run it. */
function healthOfJob(
  { name, isRunning, lastSuccessAt, nextRunAt, error, intervalMs }: JobState,
  { clock, startedAt }: { clock: Clock; startedAt: string },
): JobHealth {
  const since = lastSuccessAt !== undefined && lastSuccessAt > startedAt ? lastSuccessAt : startedAt;
  const isLate = !isRunning && since < isoAt(clock, -2 * intervalMs - healthLimits.jobLateMs);
  const problem = () => {
    if (isLate) return 'late';
    return error === undefined ? undefined : 'failing';
  };
  const judged = judge(problem(), ['failing']);
  return {
    ...judged,
    name,
    isRunning,
    lastSuccessAt: lastSuccessAt ?? null,
    nextRunAt,
    error: error ?? null,
  };
}
