// `npm test -- --profile`: prints how long each step took, how much of the processor it used, and the slowest test files
// with the parts of their time. Used by test.mjs. profile-file.mjs measures the files.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { cacheDir } from './report.mjs';
import { root } from './runtime.mjs';

const shownFiles = 30;
const ticksPerSecond = 100;

export function createProfile(isProfiled) {
  if (!isProfiled) return { note: () => undefined, print: () => undefined };
  const log = join(cacheDir, 'profile.jsonl');
  mkdirSync(cacheDir, { recursive: true });
  rmSync(log, { force: true });
  process.env.TEST_PROFILE = log;
  const rows = [];
  let [at, used] = [performance.now(), processorSeconds()];
  return {
    /** Ends a step. */
    note(name) {
      const [now, usedNow] = [performance.now(), processorSeconds()];
      rows.push([name, seconds((now - at) / 1000), seconds(usedNow - used)]);
      [at, used] = [now, usedNow];
    },
    print() {
      printTable(['step', 'wall s', 'processor s'], rows);
      const files = existsSync(log)
        ? readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [];
      const slowest = files.sort((a, b) => b.wall - a.wall).slice(0, shownFiles);
      const head = ['file', 'wall s', 'processor s', 'starting servers', 'waiting', 'work'];
      printTable(head, slowest.map(fileRow));
    },
  };
}

function fileRow({ file, wall, processor, starting }) {
  // A start keeps about one processor busy. The rest may keep several busy.
  const work = Math.min(Math.max(processor - starting, 0), wall - starting);
  const shares = [starting, wall - starting - work, work].map(
    (part) => `${Math.round((100 * part) / wall)} %`,
  );
  return [relative(root, file), seconds(wall), seconds(processor), ...shares];
}

function seconds(value) {
  return value.toFixed(1);
}

function printTable(head, rows) {
  const widths = head.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at])].map((text) => text.length)),
  );
  const line = (row) =>
    row.map((text, at) => (at ? text.padStart(widths[at]) : text.padEnd(widths[at]))).join('  ');
  process.stdout.write(`\n${[head, ...rows].map(line).join('\n')}\n`);
}

/** Returns what this process and all its descendants have used, including those that have ended. Only on Linux, otherwise 0. */
export function processorSeconds() {
  if (process.platform !== 'linux') return 0;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter(Boolean);
  const family = new Set([process.pid]);
  let ticks = 0;
  // Parents are usually older, with lower numbers.
  for (const { pid, parent, used } of processes.sort((a, b) => a.pid - b.pid)) {
    if (family.has(parent)) family.add(pid);
    if (family.has(pid)) ticks += used;
  }
  return ticks / ticksPerSecond;
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, cutime and cstime: see proc(5).
    const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid: Number(pid), parent: Number(fields[1]), used };
  } catch {
    return undefined; // it has ended
  }
}
