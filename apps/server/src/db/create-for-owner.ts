// Creates the file of a SQLite database, and its folder, so that other users of the machine can't open them.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** SQLite gives the same mode to its files -wal and -shm. The mode of what exists stays as the admin has set it. */
export function createForOwner(path: string): void {
  createFolder(dirname(path), 0o700);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists, or SQLite fails as well and says why.
  }
}

/** SQLite flushes the names in the folder of a database, but not that of the folder itself. */
function createFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  // Another process may have made it at the same moment.
  mkdirSync(path, { recursive: true, mode });
  flushFolder(dirname(path));
}

/** Windows can't open folders. */
function flushFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
