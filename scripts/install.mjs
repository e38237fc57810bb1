// Installs the packages (npm ci) when they are missing or differ from the lockfile. Used by start, test, dev and bench.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, note, runNpm } from './report.mjs';
import { root, runtimeEnvironment } from './runtime.mjs';

export function ensureInstalled(node) {
  if (isInstalled()) return;
  note('Installing packages …');
  // Not a production install, because the page is built here. None of the packages needs an install script.
  const args = ['ci', '--include=dev', '--ignore-scripts'];
  const options = { cwd: root, env: runtimeEnvironment(node), logName: 'install.log' };
  const { ok, isOffline, log } = runNpm(node, args, options);
  if (ok) return;
  const reason = isOffline
    ? "the npm registry can't be reached. Connect to the internet for the first start and try again."
    : 'npm ci failed.';
  fail(`Cellar could not install its packages: ${reason} Details: ${log}`);
}

// npm writes node_modules/.package-lock.json last, so it lists a completed installation. Unlike a stamp file, the
// comparison also works after a developer's `npm install`.
export function isInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) fail('Cellar could not install its packages: package-lock.json is missing or damaged.');
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    // npm does not install optional packages for other systems.
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
