import { createBackupScheduleService } from '#admin/backup/backup-schedule.service.ts';
import { createBackupsService } from '#admin/backup/backups.service.ts';
import { version } from '../version.ts';
import type { Core } from './core.ts';

export type Backups = ReturnType<typeof createBackups>;

export function createBackups(core: Core) {
  const backups = createBackupsService({ ...core, version });
  return { backups, backupSchedule: createBackupScheduleService({ ...core, backups }) };
}
