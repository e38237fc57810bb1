// The metrics of this process and of its library. The library's part is read from the database, so it is the same on all nodes.

import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { withinMs } from '#platform/call-limits.ts';
import type { JobStates } from '#platform/scheduler.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { VirusScansService } from '#transfer/virus-scans/virus-scans.service.ts';
import type { BackupScheduleService } from '../backup/backup-schedule.service.ts';

export type MetricsService = ReturnType<typeof createMetricsService>;

/** Prometheus waits 10 seconds by default. */
const readMs = 4000;

export function createMetricsService(deps: ReportDeps) {
  const { log } = deps;
  const registry = new Registry();
  const process = processMetrics();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const build = gauge('cellar_build_info', 'The version of Cellar.', ['version']);
  const up = gauge('cellar_up', 'Whether the metrics of this part could be read (1) or not (0).', ['part']);
  const jobFailures = new Counter({
    name: 'cellar_job_failures_total',
    help: 'Runs of background jobs that failed in this process.',
    labelNames: ['name'],
    registers: [registry],
  });
  const reports = createReports(gauge, deps);
  const reading = createSingleFlight<() => void>();
  const collecting = createSingleFlight<string>();

  /** A part that does not answer loses its metrics, so that nobody takes old values for current ones. */
  async function update(part: keyof typeof reports): Promise<void> {
    const { clear, read } = reports[part];
    try {
      // A read that hangs is not started again, because it may occupy a thread.
      const write = await withinMs(readMs, reading.run(read, part));
      clear();
      write();
      up.set({ part }, 1);
    } catch (error) {
      clear();
      up.set({ part }, 0);
      log.warn({ err: error, part }, 'some metrics could not be read');
    }
  }

  async function collect(): Promise<string> {
    await Promise.all((['jobs', 'mails', 'backups', 'virusScans', 'storage', 'data'] as const).map(update));
    return `${await registry.metrics()}\n${await process.metrics()}`;
  }

  return {
    /** Other modules register the metrics that they measure here. */
    registry,
    setVersion: (version: string) => build.set({ version }, 1),
    countJobFailure: (name: string) => jobFailures.inc({ name }),
    /** Does not reject if a part is away. Calls at the same time share one collection. */
    collect: () => collecting.run(collect),
  };
}

let registry: Registry | undefined;

/**
 * Returns the metrics of the process: CPU, memory, delays of the event loop and the like. They are the same for all
 * applications in one process, as in tests, and their measurement can't be stopped, so it is started only once.
 */
function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    // Prometheus takes names that end in `_total` for counters. These are sums of metrics that are there as well.
    for (const metric of registry.getMetricsAsArray()) {
      if (metric.name.endsWith('_total') && !(metric instanceof Counter))
        registry.removeSingleMetric(metric.name);
    }
  }
  return registry;
}

interface ReportDeps extends Pick<Base, 'storage' | 'log'> {
  dataDir: string;
  mails: MailsService;
  jobStates: JobStates;
  backupSchedule: BackupScheduleService;
  virusScans: VirusScansService;
}

interface Report {
  /** Removes the values of the last read. */
  clear(): void;
  /** Returns a function that sets the new values. */
  read(): Promise<() => void>;
}

/** All of these gauges have labels, because prom-client sets a gauge without labels to 0 instead of removing its value. */
type CreateGauge = (name: string, help: string, labelNames: string[]) => Gauge;

/**
 * The metrics that are read when someone asks for them. Neither their number nor the time to read them depends on the size of
 * the library.
 */
function createReports(gauge: CreateGauge, deps: ReportDeps) {
  const { storage, dataDir, mails, jobStates, backupSchedule, virusScans } = deps;
  const free = gauge(
    'cellar_free_bytes',
    'Free bytes of the storage, below 0 if its reserve is in use, and of the disk with DATA_DIR.',
    ['place'],
  );
  const reportFree = (place: string, measure: () => Promise<number | undefined>): Report => ({
    clear: () => free.remove({ place }),
    async read() {
      const bytes = await measure();
      return () => bytes !== undefined && free.set({ place }, bytes);
    },
  });
  return {
    jobs: reportJobs(gauge, jobStates),
    mails: reportMails(gauge, mails),
    backups: reportBackups(gauge, backupSchedule),
    virusScans: reportVirusScans(gauge, virusScans),
    storage: reportFree('storage', () => storage.freeBytes()),
    data: reportFree('data', async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    }),
  };
}

function reportJobs(gauge: CreateGauge, jobStates: JobStates): Report {
  const perJob = (name: string, help: string) => gauge(name, help, ['name']);
  const lastSuccess = perJob(
    'cellar_job_last_success_timestamp_seconds',
    'When each background job last succeeded, on any node. 0 if it never did.',
  );
  const interval = perJob('cellar_job_interval_seconds', 'The time between two scheduled runs of each job.');
  const failing = perJob('cellar_job_failing', 'Whether the last run of each job failed.');
  const running = perJob('cellar_job_running', 'Whether each job is running, on any node.');
  return {
    clear() {
      for (const one of [lastSuccess, interval, failing, running]) one.reset();
    },
    async read() {
      const jobs = await jobStates.list();
      return () => {
        for (const { name, lastSuccessAt, intervalMs, error, isRunning } of jobs) {
          lastSuccess.set({ name }, lastSuccessAt ? secondsOf(lastSuccessAt) : 0);
          interval.set({ name }, intervalMs / 1000);
          failing.set({ name }, error === undefined ? 0 : 1);
          running.set({ name }, isRunning ? 1 : 0);
        }
      };
    },
  };
}

function reportMails(gauge: CreateGauge, mails: MailsService): Report {
  const count = gauge('cellar_mails', 'Emails in the outbox, up to 1,000 of each status.', ['status']);
  const oldest = gauge(
    'cellar_mail_oldest_timestamp_seconds',
    'When the oldest email was written that is still undelivered. Missing if there is none.',
    ['status'],
  );
  const hasServer = gauge('cellar_mail_server_configured', 'Whether a mail server is configured.', []);
  return {
    // Whether there is a mail server hardly ever changes, so the last known answer stays.
    clear() {
      count.reset();
      oldest.reset();
    },
    async read() {
      const { isDelivering, waiting, failed, oldestWaitingAt } = await mails.state();
      return () => {
        hasServer.set(isDelivering ? 1 : 0);
        count.set({ status: 'waiting' }, waiting);
        count.set({ status: 'failed' }, failed);
        if (oldestWaitingAt) oldest.set({ status: 'waiting' }, secondsOf(oldestWaitingAt));
      };
    },
  };
}

function reportBackups(gauge: CreateGauge, backupSchedule: BackupScheduleService): Report {
  const perKind = (name: string, help: string) => gauge(name, help, ['kind']);
  const lastSuccess = perKind(
    'cellar_backup_last_success_timestamp_seconds',
    'When the last backup succeeded. Missing if none has.',
  );
  const failing = perKind(
    'cellar_backup_failing',
    'Whether the last backup failed, and whether the last verification of one failed.',
  );
  const late = perKind(
    'cellar_backup_late',
    'Whether a scheduled backup is due, has not succeeded, and is not running.',
  );
  return {
    clear() {
      for (const one of [lastSuccess, failing, late]) one.reset();
    },
    async read() {
      const { lastGood, last, isLate } = await backupSchedule.status();
      return () => {
        if (lastGood) lastSuccess.set({ kind: 'backup' }, secondsOf(lastGood.endedAt));
        failing.set({ kind: 'backup' }, last.backup?.error ? 1 : 0);
        failing.set({ kind: 'verification' }, last.verification?.error ? 1 : 0);
        late.set({ kind: 'backup' }, isLate ? 1 : 0);
      };
    },
  };
}

/** Without metrics if virus scanning is off. */
function reportVirusScans(gauge: CreateGauge, virusScans: VirusScansService): Report {
  const files = gauge(
    'cellar_virus_scan_files',
    'Files by the result of their last virus scan; waiting: files that are to be scanned; quarantined: infected ones that no admin has allowed.',
    ['result'],
  );
  const up = gauge('cellar_clamd_up', 'Whether clamd answers (1) or not (0).', ['name']);
  return {
    clear() {
      files.reset();
      up.reset();
    },
    async read() {
      const { isOn, clamd, counts, waiting, quarantined } = await virusScans.get();
      return () => {
        if (!isOn) return;
        const { clean, infected, tooLarge, failed } = counts;
        const all = { clean, infected, too_large: tooLarge, failed, waiting, quarantined };
        for (const [result, count] of Object.entries(all)) files.set({ result }, count);
        up.set({ name: 'clamd' }, clamd ? 1 : 0);
      };
    },
  };
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}
