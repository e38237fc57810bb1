// Where tests put their libraries: in memory where the system has a file system for that, since each of their thousands
// of flushes waits for the disk otherwise. Used by test-steps.mjs.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const memory = '/dev/shm';
const prefix = 'cellar-test-';
/** More than all tests but the long ones have at a time. */
const neededBytes = 3 * 1024 ** 3;

/** Returns the environment for tests, with a folder that goes with this process; nothing where memory is short. */
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

/** Removes the folders of runs that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (/^\d+$/.test(pid) && !isRunning(Number(pid)))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
