import type { Router } from '#http/route.ts';
import type { BackupScheduleService } from './backup-schedule.service.ts';

export function backupsRoutes(
  router: Router,
  { backupSchedule }: { backupSchedule: BackupScheduleService },
): void {
  router.mount('getBackups', async () => backupSchedule.status());
  router.mount('startBackup', async ({ body, member }) => {
    await backupSchedule.start(body.kind, member);
    return backupSchedule.status();
  });
  router.mount('putBackupSchedule', async ({ body, member }) => {
    await backupSchedule.schedule(member, body);
    return backupSchedule.status();
  });
}
