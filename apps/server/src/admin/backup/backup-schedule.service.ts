// Backups to BACKUP_URL: started by the schedule or by an admin in the page. When one fails, admins are told.

import type {
  BackupKind,
  BackupRun,
  BackupSchedule,
  BackupStatus,
} from '@cellar/contract/admin/backups.endpoints.ts';
import { healthLimits } from '@cellar/contract/admin/rules/health.ts';
import { Cron } from 'croner';
import { AppError } from '#http/errors.ts';
import type { AdminNews } from '#messages/tell-admins.service.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { messageOf } from '#platform/error-facts.ts';
import type { Config } from '#start/config.ts';
import type { Settings, SettingsService } from '../settings.service.ts';
import { type BackupRow, findLastEnded, findLastStarted, findRunning } from './backups.repository.ts';
import { type BackupsService, describeProblems, serverStopped } from './backups.service.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'log'> {
  config: Pick<Config, 'backupUrl' | 'timeZone'>;
  backups: BackupsService;
  settings: SettingsService;
  adminNews: AdminNews;
}

export type BackupScheduleService = ReturnType<typeof createBackupScheduleService>;

const unset =
  'No place for backups is set. Set BACKUP_URL to a folder or a bucket, and start the server again.';

export function createBackupScheduleService(deps: Deps) {
  const { db, config, settings, clock } = deps;
  const times = createBackupTimes(config.timeZone);

  return {
    status: () => readStatus(deps, times),

    /** Starts a run in the background. @throws AppError backup_under_way, not_found without a place */
    async start(kind: BackupKind, actor?: { email: string }): Promise<void> {
      await startRun(deps, kind, actor?.email);
    },

    async schedule(admin: { email: string }, { frequency, hour }: BackupSchedule): Promise<void> {
      await settings.change(admin, {
        backupFrequency: frequency,
        backupHour: hour,
        backupScheduledAt: isoAt(clock),
      });
    },

    /** A job: makes a backup if one is due, none has been tried since, and nothing else runs. Resolves when it has ended. */
    async runDue(): Promise<void> {
      const due = lastDue(deps, times, await settings.get(), clock.now());
      if (!due || (await findRunning(db, isoAt(clock)))) return;
      const last = await findLastStarted(db, isoAt(clock));
      // A run whose process has died is tried again.
      if (last?.endedAt && last.startedAt >= due) return;
      const { ended } = await startRun(deps, 'backup', undefined);
      await ended;
    },
  };
}

function scheduleOf(stored: { backupFrequency: BackupSchedule['frequency']; backupHour: number }) {
  return { frequency: stored.backupFrequency, hour: stored.backupHour };
}

/** Returns the last time before `until` at which a backup was due, or undefined if none was since the schedule was set. */
function lastDue(
  { config, clock }: Deps,
  times: BackupTimes,
  { backupScheduledAt, ...stored }: Settings,
  until: Date,
): string | undefined {
  const due = config.backupUrl && times.lastBefore(scheduleOf(stored), until)?.toISOString();
  if (!due) return undefined;
  // If the clock was ahead when the schedule was set, treat it as set before any due time.
  return due > backupScheduledAt || backupScheduledAt > isoAt(clock) ? due : undefined;
}

/** Returns once the run is recorded. `ended` never rejects. */
async function startRun(deps: Deps, kind: BackupKind, actor: string | undefined) {
  const { backups, config, adminNews, log } = deps;
  if (!config.backupUrl) throw new AppError('not_found', unset);
  const { result } = await backups.start(kind, { address: config.backupUrl, actor });
  const ended = result
    .then(describeProblems, (error) => {
      if (error === serverStopped) return null;
      log.error({ err: error }, `a ${kind} failed`);
      return messageOf(error);
    })
    .then((reason) => (reason ? adminNews.tell({ event: 'backup_failed', data: { reason } }) : undefined))
    .catch((error) => log.error({ err: error }, 'admins could not be notified that a backup failed'));
  return { ended };
}

async function readStatus(deps: Deps, times: BackupTimes): Promise<BackupStatus> {
  const { db, config, settings, clock } = deps;
  const stored = await settings.get();
  const schedule = scheduleOf(stored);
  const next = config.backupUrl === undefined ? null : times.nextAfter(schedule, clock.now());
  // Only what was due some time ago can be late. A backup that has just become due does not hide an older one.
  const due = lastDue(deps, times, stored, new Date(clock.now().getTime() - healthLimits.backupLateMs));
  const now = isoAt(clock);
  const running = await findRunning(db, now);
  const lastGood = await findLastEnded(db, 'backup', { now, isGood: true });
  const isMissing = due !== undefined && due > (lastGood?.startedAt ?? '');
  return {
    place: config.backupUrl?.replace(/^file:|\?.*$/g, '') ?? null,
    schedule,
    timeZone: config.timeZone,
    nextAt: next?.toISOString() ?? null,
    isLate: isMissing && !running,
    running: running ?? null,
    lastGood: presentRun(lastGood),
    last: {
      backup: presentRun(await findLastEnded(db, 'backup', { now })),
      verification: presentRun(await findLastEnded(db, 'verification', { now })),
    },
  };
}

function presentRun(row: BackupRow | undefined): BackupRun | null {
  return row?.endedAt ? { ...row, endedAt: row.endedAt } : null;
}

const weekdays = { daily: '*', weekly: '0' };

type BackupTimes = ReturnType<typeof createBackupTimes>;

/** When scheduled backups are due, in the server's time zone. */
function createBackupTimes(timeZone: string) {
  function cronOf({ frequency, hour }: BackupSchedule): Cron | undefined {
    if (frequency === 'off') return undefined;
    return new Cron(`0 0 ${hour} * * ${weekdays[frequency]}`, { timezone: timeZone, paused: true });
  }
  return {
    /** Returns the next time, or null without a schedule. */
    nextAfter: (schedule: BackupSchedule, now: Date): Date | null => cronOf(schedule)?.nextRun(now) ?? null,
    /** Returns the last time that has come, or undefined without a schedule. */
    lastBefore: (schedule: BackupSchedule, now: Date): Date | undefined =>
      cronOf(schedule)?.previousRuns(1, now)[0],
  };
}
