// Puts the libraries of tests in memory where the system has a file system for that. Otherwise each of their thousands
// of flushes would wait for the disk. Used by test-steps.mjs.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isRunning } from './runtime.mjs';

const memory = '/dev/shm';
const prefix = 'cellar-test-';
/** More than all tests except the long ones need at the same time. */
const neededBytes = 3 * 1024 ** 3;

/**
 * Returns environment variables for tests, with a folder that is removed when this process ends. Returns none if memory
 * is short.
 */
export function memoryEnvironment() {
  if (!existsSync(memory) || freemem() < 2 * neededBytes) return {};
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < neededBytes) return {};
  removeLeftovers();
  const folder = join(memory, prefix + process.pid);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o755 });
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return { TMPDIR: folder };
}

/** Removes the folders of killed runs. */
function removeLeftovers() {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (/^\d+$/.test(pid) && !isRunning(Number(pid)))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}
