// Folders for a row: in memory where the disk is not what is measured, on the disk where a file is read from
// the page cache. Removed after the row.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** Room is checked first: a full tmpfs takes the machine's memory with it. */
export function memoryFolder(neededBytes: number): string {
  if (!existsSync(MEMORY)) throw new Error(`${MEMORY} is missing: this row needs a folder in memory`);
  const available = Math.min(freeBytes(MEMORY), availableMemory());
  if (available < neededBytes * 1.25) {
    throw new Error(
      `this row needs ${(neededBytes / 1e9).toFixed(1)} GB in ${MEMORY}, and a quarter to spare`,
    );
  }
  return mkdtempSync(join(MEMORY, 'cellar-bench-'));
}

export function diskFolder(): string {
  return mkdtempSync(join(tmpdir(), 'cellar-bench-'));
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

export function availableMemory(): number {
  const kb = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return Number(kb) * 1024;
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
