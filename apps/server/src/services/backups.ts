import { createBackupsService } from '#features/backup/backups.service.ts';
import { version } from '../version.ts';
import type { Core } from './core.ts';

export function createBackups(core: Core) {
  return { backups: createBackupsService({ ...core, version }) };
}
