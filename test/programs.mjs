// Programs from Debian's packages that a test needs for a while. Nothing is installed: the packages are unpacked into
// `.cache`. The programs share a temporary folder, and end with the process that started them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir, fail, note } from '../scripts/report.mjs';

/**
 * Returns the folder in which the packages are unpacked, or an empty string if `file` shows that they are installed. Fetches
 * only packages that this machine lacks. @throws Failure
 */
export function unpackPackages({ title, name, packages, file }) {
  if (existsSync(file)) return '';
  const prefix = join(cacheDir, name);
  if (existsSync(prefix)) return prefix;
  note(`Fetching ${title} …`);
  const draft = `${prefix}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const script = `set -e; cd "$1"
list() { apt-get install -s --no-install-recommends ${packages.join(' ')}; }
list >/dev/null 2>&1 || apt-get update -q
list | awk '/^Inst/ {print $2}' | xargs apt-get download -q
for package in *.deb; do dpkg-deb -x "$package" .; rm "$package"; done`;
  const result = spawnSync('/bin/sh', ['-c', script, 'fetch', draft], { encoding: 'utf8' });
  if (result.error || result.status !== 0) {
    const why = result.error?.message ?? result.stderr.trim().split('\n').at(-1);
    fail(`${title} can't be fetched from Debian's packages (run apt-get update?): ${why}`);
  }
  renameSync(draft, prefix);
  return prefix;
}

/** Returns the folder of Debian's libraries for this processor. */
export function libraryFolder(prefix) {
  return `${prefix}/usr/lib/${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch]}-linux-gnu`;
}

/** Returns the environment for programs that were unpacked in a folder. */
export function environmentIn(prefix, libraries) {
  return {
    HOME: process.env.HOME,
    PATH: `${prefix}/usr/bin:${process.env.PATH}`,
    LD_LIBRARY_PATH: libraries.join(':'),
    PYTHONPATH: `${prefix}/usr/lib/python3/dist-packages`,
  };
}

// Waits until its standard input is closed, which happens however this process ends (even by kill -9). Then stops the
// program and removes the folder, in which the other programs may still be writing for a moment.
const guard = `trap '' INT TERM HUP
folder=$1; log=$2; shift 2
"$@" </dev/null >"$log" 2>&1 &
server=$!
(read -r _; kill -9 "$server") 2>/dev/null
wait "$server"
until rm -rf "$folder" 2>/dev/null; do sleep 0.1; done`;

/** A program or an answer that takes longer hangs. */
const hangsAfterMs = 20_000;

/** Creates a temporary folder, with a folder for logs, and functions that run programs in it. */
export function createPrograms(name, env) {
  const folder = mkdtempSync(join(tmpdir(), `cellar-${name}-`));
  const logs = join(folder, 'log');
  mkdirSync(logs);
  const stdio = ['ignore', 'pipe', 'pipe'];
  const options = { env, cwd: folder, encoding: 'utf8', stdio, timeout: hangsAfterMs };
  const ends = [];
  let hasEnded = false;
  return {
    folder,
    /** Returns whether the program succeeded, and its output. */
    ask(program, args) {
      const { status, stdout, stderr, error } = spawnSync(program, args, options);
      return { isOk: status === 0, stdout: stdout ?? '', why: (stderr || String(error)).trim() };
    },
    run(program, args) {
      const { isOk, why } = this.ask(program, args);
      if (!isOk) throw new Error(`${program} failed: ${why}`);
    },
    start(program, args, more = {}) {
      const log = join(logs, `${program.split('/').at(-1)}.out`);
      const child = spawn('/bin/sh', ['-c', guard, 'guard', folder, log, program, ...args], {
        env: { ...env, ...more },
        cwd: folder,
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const ended = once(child, 'exit').then(() => {
        hasEnded = true;
      });
      ends.push(() => {
        child.stdin.end();
        return ended;
      });
    },
    async until(check) {
      for (let tries = 0; tries < 600 && !hasEnded; tries += 1) {
        if (await check()) return;
        await sleep(100);
      }
      const texts = readdirSync(logs).map(
        (file) => `${file}: ${readFileSync(join(logs, file), 'utf8').slice(-2000)}`,
      );
      throw new Error(`the programs of ${name} did not start\n${texts.join('\n')}`);
    },
    async stop() {
      for (const end of ends.splice(0).reverse()) await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves with whether a server answers. */
export function answers(url) {
  return fetch(url, { signal: AbortSignal.timeout(hangsAfterMs) }).then(
    () => true,
    () => false,
  );
}
