// Runs the programs of the steps of `npm test`. Used by test-steps.mjs.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { memoryEnvironment } from './memory-folder.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cacheDir } from './report.mjs';
import { root, runtimeEnvironment } from './runtime.mjs';
import { readTestReport } from './test-report.mjs';

/** `kind`: the suffix of the files to run, for example `long` (vitest.config.ts). */
export async function vitest(context, projects, env = {}, kind = '') {
  const report = join(cacheDir, `vitest-${projects.join('-')}.json`);
  rmSync(report, { force: true });
  mkdirSync(cacheDir, { recursive: true });
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  // A filter that matches no file of this step may be meant for another step.
  if (context.vitestArgs.length > 0) args.push('--passWithNoTests', ...context.vitestArgs);
  // Long tests use files of several gigabytes and measure the disk.
  const place = /long|huge/.test(kind) ? {} : memoryEnvironment();
  const code = await runTool(
    { ...context, env: { ...place, ...env, TEST_KIND: kind } },
    'vitest/vitest.mjs',
    args,
  );
  return existsSync(report) ? readTestReport(report, code) : oneCheck(code);
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
