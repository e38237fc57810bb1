// Prints messages of the scripts, and runs npm silently with its output in a log that the error message names. Used by
// the other scripts. Must run on Node 18 without dependencies.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const cacheDir = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache');

export function note(line) {
  process.stderr.write(`${line}\n`);
}

/** Thrown by `fail`. `cleanly` prints its message as one line. */
export class Failure extends Error {}

export function fail(line) {
  throw new Failure(line);
}

/**
 * Runs a script's main function. A `Failure` is printed as one line with exit code 1. Any other error is a bug and is
 * printed with its stack.
 */
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
 * Runs an npm command that installs packages with the given Node. Returns whether it succeeded, whether the network was
 * unavailable, and the log of its output. A ping checks the network first, because npm would otherwise retry each
 * package for minutes. npm's cache may be enough without a network.
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
