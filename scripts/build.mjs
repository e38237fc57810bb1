// Builds the web page when its sources changed since the last build. Used by start and test.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheDir, fail, keepLog, note } from './report.mjs';
import { root, runtimeEnvironment } from './runtime.mjs';

const web = join(root, 'apps', 'web');
const stampFile = join(cacheDir, 'web-build');
const inputs = ['index.html', 'vite.config.ts', 'package.json', 'public', 'src']
  .map((name) => join(web, name))
  .concat(join(root, 'packages', 'contract', 'src'), join(root, 'package-lock.json'));

/** Returns whether the built page matches the current sources. */
export function isBuilt() {
  return existsSync(join(web, 'dist', 'index.html')) && readStamp() === stampOf(inputs);
}

export function ensureBuilt(node) {
  if (isBuilt()) return;
  const stamp = stampOf(inputs);
  note('Building the web page …');
  rmSync(stampFile, { force: true }); // an interrupted build must not count
  const env = runtimeEnvironment(node, { NODE_ENV: 'production' });
  const options = { cwd: web, env, encoding: 'utf8', maxBuffer: 1 << 26 };
  const { status, stdout, stderr } = spawnSync(node, [viteProgram(), 'build', '--logLevel', 'warn'], options);
  if (status !== 0) {
    note(`${stdout}${stderr}`.trim());
    fail(`Cellar could not build its web page. Details: ${keepLog('build.log', stdout + stderr)}`);
  }
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Returns the path of Vite's program, wherever npm installed the package. */
export function viteProgram() {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json');
  return join(dirname(manifest), 'bin', 'vite.js');
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
}

function stampOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder)) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
