import { endpoint } from '../endpoint.ts';
import { backupSchedule, backupStatus, startBackupBody } from './backups.ts';

export const backupsEndpoints = {
  getBackups: endpoint({
    method: 'GET',
    path: '/api/admin/backups',
    access: 'admin',
    summary: 'The schedule of backups, the one in progress and the last ones',
    response: backupStatus,
  }),
  startBackup: endpoint({
    method: 'POST',
    path: '/api/admin/backups',
    access: 'admin',
    summary: 'Start a backup, or the verification of the newest one; 409 while another is running',
    body: startBackupBody,
    response: backupStatus,
    status: 202,
  }),
  putBackupSchedule: endpoint({
    method: 'PUT',
    path: '/api/admin/backups/schedule',
    access: 'admin',
    summary: 'Change when backups are made',
    body: backupSchedule,
    response: backupStatus,
  }),
};
