// Temporary folders for rows: in memory, or on the disk for files that are read from the page cache.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAtExit } from './leftovers.ts';

export interface Workplace {
  dir: string;
  remove(): void;
}

const MEMORY = '/dev/shm';

/** Checks the available memory first, because a full tmpfs would exhaust it. */
export function makeMemoryFolder(neededBytes: number): Workplace {
  if (!existsSync(MEMORY)) throw new Error(`${MEMORY} is missing: this row needs a folder in memory`);
  const available = Math.min(freeBytes(MEMORY), availableMemory());
  if (available < neededBytes * 1.25) {
    throw new Error(`this row needs ${(neededBytes / 1e9).toFixed(1)} GB in ${MEMORY}, plus a quarter`);
  }
  return makeFolder(MEMORY);
}

export function makeDiskFolder(): Workplace {
  return makeFolder(tmpdir());
}

function makeFolder(parent: string): Workplace {
  const dir = mkdtempSync(join(parent, 'cellar-bench-'));
  return { dir, remove: removeAtExit(() => rmSync(dir, { recursive: true, force: true })) };
}

export function availableMemory(): number {
  const kb = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return Number(kb) * 1024;
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
