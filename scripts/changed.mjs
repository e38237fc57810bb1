// Selects the checks of `npm test -- --changed`: each step names the files that it depends on, and git lists the
// changed ones.
import { spawnSync } from 'node:child_process';
import { fail } from './report.mjs';
import { root } from './runtime.mjs';

/** A change of one of these files may affect every step. */
const common =
  /^(package(-lock)?\.json|tsconfig\.base\.json|vitest\.(config|setup)\.ts|\.dependency-cruiser\.cjs|scripts\/)/;
const testFile = /(\.test\.tsx?|^e2e\/.*)$/;

/**
 * Returns the commit that the working folder is compared with, a description of the commit, and the changed files.
 * Without `ref` it is the commit where this branch left main, or the last commit on main.
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
 * Returns how much of a step the changes can affect: `nothing`, `tests` (those that import a changed file) or
 * `everything`. `step.inputs` matches the files of the step. `step.frontDoor` matches those that its tests reach
 * through a process or the network, which imports do not show.
 */
export function reachOf({ inputs, frontDoor }, files) {
  if (files.some((file) => common.test(file))) return 'everything';
  const seen = files.filter((file) => inputs.test(file));
  if (seen.length === 0) return 'nothing';
  if (!frontDoor) return 'everything';
  return seen.some((file) => frontDoor.test(file) && !testFile.test(file)) ? 'everything' : 'tests';
}
