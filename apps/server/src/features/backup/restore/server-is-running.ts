import { BackupError } from '../backup-error.ts';

export function serverIsRunning(): BackupError {
  return new BackupError('Another program, presumably a running server, uses the database. Stop it first.');
}
