// Finds the system programs that the tests and the benchmark need. Installs missing Debian packages if permitted. Used
// by test and bench, but not by start.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { libraryFolder } from '../test/programs.mjs';
import { fail, keepLog, note } from './report.mjs';

/**
 * Returns the path of Chromium (or Chrome). Throws a `Failure` that explains how to install it. Prefers the build without
 * windows, which needs a third less processor time for a page. Not every release of Debian has it.
 */
export function ensureChromium() {
  const packages = ['chromium-headless-shell', 'chromium'].map((name) => [name, 'fonts-dejavu-core']);
  return ensureProgram('Chromium', packages, findChromium);
}

/** Returns the path of Firefox. Throws a `Failure` that explains how to install it. */
export function ensureFirefox() {
  return ensureProgram('Firefox', [['firefox-esr', 'fonts-dejavu-core']], findFirefox);
}

/**
 * Returns the path of WebKitGTK's browser. Installs also the program that controls it, and a display for its window. Throws a
 * `Failure` that explains how to install them.
 */
export function ensureWebKit() {
  const packages = ['webkit2gtk-driver', 'xvfb', 'fonts-dejavu-core'];
  return ensureProgram('WebKitGTK with WebKitWebDriver, or Xvfb,', [packages], findMiniBrowser);
}

/** Returns the folder of PostgreSQL's programs. Throws a `Failure` that explains how to install them. */
export function ensurePostgres() {
  return ensureProgram('PostgreSQL', [['postgresql']], findPostgres);
}

/** Returns the path of nginx. Throws a `Failure` that explains how to install it. */
export function ensureNginx() {
  return ensureProgram('nginx', [['nginx-light']], findNginx);
}

/** Installs the programs that unpack ZIPs in tests. Throws a `Failure` that explains how to install them. */
export function ensureUnpackers() {
  const packages = ['unzip', 'p7zip-full', 'libarchive-tools', 'python3'];
  const areAllFound = () => ['unzip', '7z', 'bsdtar', 'python3'].every(onPath);
  ensureProgram('unzip, 7z, bsdtar or python3', [packages], areAllFound);
}

function findChromium() {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ];
  const named = names.map(onPath);
  return [process.env.CHROMIUM_PATH, ...named, mac].find((path) => path && existsSync(path));
}

function findFirefox() {
  const paths = [process.env.FIREFOX_PATH, onPath('firefox-esr'), onPath('firefox')];
  return paths.find((path) => path && existsSync(path));
}

function findMiniBrowser() {
  if (!['WebKitWebDriver', 'Xvfb'].every(onPath)) return undefined;
  const paths = ['4.1', '4.0'].map((version) =>
    join(libraryFolder(''), `webkit2gtk-${version}`, 'MiniBrowser'),
  );
  return [process.env.MINIBROWSER_PATH, ...paths].find((path) => path && existsSync(path));
}

function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(debian, version, 'bin'));
  const pathFolders = (process.env.PATH ?? '').split(delimiter);
  return [...folders, ...pathFolders].find((folder) => existsSync(join(folder, 'initdb')));
}

function findNginx() {
  return onPath('nginx') ?? ['/usr/sbin/nginx'].find((path) => existsSync(path));
}

/** `alternatives`: lists of Debian packages, the first one preferred. */
function ensureProgram(name, alternatives, find) {
  const present = find();
  if (present) return present;
  const byHand = `Install it by hand (on Debian: apt-get install ${alternatives.at(-1).join(' ')}).`;
  const prefix = onPath('apt-get') ? rootPrefix() : undefined;
  if (!prefix) fail(`${name} is missing and can't be installed from here. ${byHand}`);
  note(`Installing ${name} with apt-get …`);
  let log;
  for (const packages of alternatives) {
    log = aptInstall(prefix, packages);
    const installed = find();
    if (installed) return installed;
  }
  return fail(`${name} could not be installed (details: ${log}). ${byHand}`);
}

/** Returns the prefix that runs a command as root, or undefined without the permission. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!onPath('sudo')) return undefined;
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

function aptInstall(prefix, debianPackages) {
  // RUNLEVEL=1 prevents packages from starting their services on a machine without systemd.
  const settings = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...debianPackages];
  const output = [['apt-get', 'update'], install].map((command) => {
    const [program, ...args] = [...prefix, ...settings, ...command];
    const result = spawnSync(program, args, {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return `$ ${command.join(' ')}\n${result.stdout ?? ''}${result.stderr ?? ''}`;
  });
  return keepLog('apt.log', output.join('\n'));
}

function onPath(program) {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return candidates.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
