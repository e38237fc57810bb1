// A control group of the kernel, which limits processor time and memory as a small machine would. Needs root.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeAtExit } from './leftovers.ts';

export interface ControlGroup {
  /** Returns the command that runs a program in the group. */
  enter(program: string): string[];
  /** The number of processes that were killed because the memory was full. */
  kills(): number;
  remove(): void;
}

const base = '/sys/fs/cgroup';
const name = 'cellar-bench';
const periodUs = 100_000;

/** Returns undefined if this machine permits no groups. */
export function createControlGroup({ cores, mib }: { cores: number; mib: number }): ControlGroup | undefined {
  const bytes = String(mib * 1024 * 1024);
  const quota = String(cores * periodUs);
  const isV2 = existsSync(join(base, 'cgroup.controllers'));
  const folders = isV2 ? [join(base, name)] : ['cpu', 'memory'].map((kind) => join(base, kind, name));
  const limits: Record<string, string> = isV2
    ? { 'cpu.max': `${quota} ${periodUs}`, 'memory.max': bytes, 'memory.swap.max': '0' }
    : { 'cpu.cfs_period_us': String(periodUs), 'cpu.cfs_quota_us': quota, 'memory.limit_in_bytes': bytes };
  try {
    if (isV2) writeFileSync(join(base, 'cgroup.subtree_control'), '+cpu +memory');
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    for (const [file, value] of Object.entries(limits)) {
      const folder = folders.find((each) => existsSync(join(each, file)));
      if (folder) writeFileSync(join(folder, file), value);
      else if (file !== 'memory.swap.max') throw new Error(`the kernel has no ${file}`);
    }
  } catch (error) {
    console.error(`no control group: ${(error as Error).message}`);
    return undefined;
  }
  const memory = folders.at(-1) as string;
  const enterGroup = folders.map((folder) => `echo $$ > ${join(folder, 'cgroup.procs')}`).join(' && ');
  return {
    enter: (program) => ['sh', '-c', `${enterGroup} && exec "$0" "$@"`, program],
    kills() {
      const events = readFileSync(join(memory, isV2 ? 'memory.events' : 'memory.oom_control'), 'utf8');
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
    },
    remove: removeAtExit(() => {
      for (const folder of folders) {
        try {
          rmdirSync(folder);
        } catch {
          // A process is still ending. The next run uses the group again.
        }
      }
    }),
  };
}
