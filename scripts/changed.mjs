// What `npm test -- --changed` leaves out: each step names what it depends on, and git says what has changed.
import { spawnSync } from 'node:child_process';
import { fail } from './report.mjs';
import { root } from './runtime.mjs';

/** A change of these may reach everything. */
const common = /^(package(-lock)?\.json|tsconfig\.base\.json|vitest\.(config|setup)\.ts|scripts\/)/;
const testFile = /(\.test\.tsx?|^e2e\/.*)$/;

/**
 * Returns the commit that the working folder is compared with, words for it, and the changed files. Without `ref` it is the
 * commit where this branch left main, and on main the last commit.
 */
export function changesSince(ref) {
  const base = git('rev-parse', '--verify', `${ref ?? branchingPoint()}^{commit}`).trim();
  const changed = git('diff', '--name-only', base).split('\n');
  const added = git('ls-files', '--others', '--exclude-standard').split('\n');
  const title = git('log', '-1', '--format=%h %s', base).trim();
  return { base, title, files: [...changed, ...added].filter(Boolean) };
}

function branchingPoint() {
  const mergeBase = spawnSync('git', ['merge-base', 'HEAD', 'main'], { cwd: root, encoding: 'utf8' });
  return mergeBase.status === 0 ? mergeBase.stdout.trim() : 'HEAD';
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) fail(`--changed needs git: ${stderr.trim()}`);
  return stdout;
}

/**
 * Returns how much of a step the changes can reach: `nothing`, `tests` (those that import a changed file) or `everything`.
 * `step.inputs`: what it looks at; `step.frontDoor`: what its tests reach by a process or the network, which no import shows.
 */
export function reachOf({ inputs, frontDoor }, files) {
  if (files.some((file) => common.test(file))) return 'everything';
  const seen = files.filter((file) => inputs.test(file));
  if (seen.length === 0) return 'nothing';
  if (!frontDoor) return 'everything';
  return seen.some((file) => frontDoor.test(file) && !testFile.test(file)) ? 'everything' : 'tests';
}
