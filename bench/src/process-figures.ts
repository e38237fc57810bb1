// Reads the processor time and memory of processes from /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in ticks of 1/100 s on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** User and system seconds spent so far by the process and its living children. */
export function cpuSeconds(pid: number): number {
  return familyOf(pid).reduce((sum, member) => {
    const fields = readStat(member);
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

/** Resident memory in MB (10^6 bytes) of the process alone. */
export function residentMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** The largest resident memory in MB that the process has had so far. */
export function peakResidentMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

function statusMb(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
}

function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(readStat(Number(name))[1]) }));
  const family = [pid];
  for (const member of family) {
    family.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid));
  }
  return family;
}

/** The fields after the command's name: [0] state, [1] parent, [11] utime, [12] stime. */
function readStat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/**
 * Seconds that all processes of the machine together have spent so far. Includes interrupts, because the kernel also counts them
 * for the process that they interrupt.
 */
export function machineCpuSeconds(): number {
  const [, user, nice, system, , , irq, softIrq] = readFileSync('/proc/stat', 'utf8')
    .split(/\s+/)
    .map(Number);
  return (
    [user, nice, system, irq, softIrq].reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) /
    TICKS_PER_SECOND
  );
}
