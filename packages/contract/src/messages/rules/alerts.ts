// What the bell tells members about. Without zod, because the page's first scripts import it.

/**
 * `new_games`: games were added. `request_answered`: a request that the member has voted for got another state. `download_broke`: a
 * download stopped before its end. `approval_waiting`: accounts wait for an admin. `contribution_waiting`: contributions do.
 * `contribution_answered`: an admin has accepted or declined a contribution of the member. The others are troubles that admins are told
 * of: `upload_failed`: uploads stopped. `backup_failed`: a backup failed. `storage_low`: a disk is nearly full. `threat_found`: virus scans
 * found something.
 */
export const alertKinds = [
  'new_games',
  'request_answered',
  'download_broke',
  'approval_waiting',
  'contribution_waiting',
  'contribution_answered',
  'upload_failed',
  'backup_failed',
  'storage_low',
  'threat_found',
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** A badge shows larger numbers as “99+”, so no more is counted. */
export const countedAlerts = 100;
