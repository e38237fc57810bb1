// When scheduled backups are due, in the server's time zone.
import type { BackupSchedule } from '@cellar/contract/admin/backups.ts';
import { Cron } from 'croner';

const weekdays = { daily: '*', weekly: '0' };

export type BackupTimes = ReturnType<typeof createBackupTimes>;

export function createBackupTimes(timeZone: string) {
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
