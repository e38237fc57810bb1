// Runs the programs of the steps of `npm test`. Used by test-steps.mjs.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { memoryEnvironment } from './memory-folder.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cacheDir } from './report.mjs';
import { root, runtimeEnvironment } from './runtime.mjs';
import { readTestReport } from './test-report.mjs';

/** `name`: a pattern for the full names of the tests to run, unless the arguments contain one. */
export async function vitest(context, projects, env = {}, name = undefined) {
  const report = join(cacheDir, `vitest-${projects.join('-')}.json`);
  rmSync(report, { force: true });
  mkdirSync(cacheDir, { recursive: true });
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  // A filter that matches no file of this step may be meant for another step.
  if (context.vitestArgs.length > 0) args.push('--passWithNoTests', ...context.vitestArgs);
  const isNamed = context.vitestArgs.some((argument) => /^(-t|--testNamePattern)/.test(argument));
  if (name && !isNamed) args.push('--testNamePattern', name);
  // Long tests use files of several gigabytes and measure the disk.
  const place = context.long ? { CELLAR_LONG_TESTS: '1' } : memoryEnvironment();
  const allEnv = { ...place, ...env };
  const code = await runTool({ ...context, env: allEnv }, 'vitest/vitest.mjs', args);
  if (!existsSync(report)) return oneCheck(code);
  const counts = readTestReport(report, code);
  return name ? { ...counts, skipped: 0 } : counts;
}

export async function check(context, program, args = []) {
  return oneCheck(await runTool(context, program, args));
}

export function oneCheck(code) {
  const failures = code === 0 ? [] : ['see above'];
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures, retried: [] };
}

export function runTool(context, program, args) {
  return runFile(context, join('node_modules', program), args);
}

export function runFile({ node, env }, file, args) {
  const options = { cwd: root, env: runtimeEnvironment(node, env), stdio: ['ignore', 'inherit', 'inherit'] };
  return exitCodeOf(runForeground(node, [join(root, file), ...args], options));
}
