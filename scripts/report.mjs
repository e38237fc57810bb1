// What the scripts say and how they run npm: quiet, with its output kept in a log that the one error line names.
// Used by the scripts beside it; must run on Node 18 and needs no dependency.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const cacheDir = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache');

export function note(line) {
  process.stderr.write(`${line}\n`);
}

/** Thrown by `fail`; `cleanly` turns it into its one line. */
export class Failure extends Error {}

export function fail(line) {
  throw new Failure(line);
}

/** Runs a script's main function: a `Failure` becomes one line and exit code 1, anything else is a bug and is shown whole. */
export async function cleanly(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(error.message);
    process.exitCode = 1;
  }
}

/**
 * Runs an installing command of npm under the given Node; returns whether it worked, whether the network was missing and
 * the log that keeps its output. Without network npm would try each package for minutes, so one request asks
 * first; what npm has in its cache is then still enough.
 */
export function runNpm(node, args, { cwd, env, logName }) {
  const isOffline = networkIsAway(npm(node, ['ping', '--fetch-retries=0'], { cwd, env }).output);
  const { ok, output } = npm(node, [...args, ...(isOffline ? ['--offline'] : [])], { cwd, env });
  return { ok, isOffline: isOffline || networkIsAway(output), log: keepLog(logName, output) };
}

function npm(node, args, { cwd, env }) {
  const all = [...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=warn'];
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] };
  const program = process.env.npm_execpath;
  const result = program?.endsWith('npm-cli.js')
    ? spawnSync(node, [program, ...all], options)
    : spawnSync('npm', all, { ...options, shell: process.platform === 'win32' });
  const output = [result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n');
  return { ok: result.status === 0, output };
}

function networkIsAway(output) {
  return /ENOTFOUND|ENOTCACHED|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(
    output,
  );
}

export function keepLog(name, text) {
  const file = join(cacheDir, name);
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(file, text);
  return relative(process.cwd(), file);
}
