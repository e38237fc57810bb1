// A real clamd for tests, from Debian's packages, run as the current user in a temporary folder. Its only signature is that of the
// harmless EICAR test file, so nothing is fetched from ClamAV's servers.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { createPrograms, environmentIn, libraryFolder, unpackPackages } from '../programs.mjs';

/** In two pieces, so that no scanner takes this file for a virus. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** What this clamd calls `eicar`. The ending marks signatures that are not ClamAV's own. */
export const eicarName = 'Eicar-Test.UNOFFICIAL';

/** The size of the largest stream that this clamd accepts, in bytes. */
export const maxStreamBytes = 1024 * 1024;

const program = '/usr/sbin/clamd';

/** Returns the folder with clamd, which is fetched if it is not there. @throws Failure without the packages */
export function unpackClamd() {
  return unpackPackages({ title: 'ClamAV', name: 'clamav', packages: ['clamav-daemon'], file: program });
}

/** Whether tests with clamd must be skipped. In CI they fail. */
export function isClamdMissing() {
  try {
    unpackClamd();
    return false;
  } catch (error) {
    if (process.env.CI) throw error;
    return true;
  }
}

/**
 * Starts clamd. Resolves with its address for CLAMD_URL, and a function that stops it. `settings`: lines of its configuration,
 * added to those below or instead of them; `LocalSocket` must not be in use. @throws Failure without the packages
 */
export async function startClamd(settings = {}) {
  const prefix = unpackClamd();
  const programs = createPrograms('clamd', environmentIn(prefix, [libraryFolder(prefix)]));
  const { folder } = programs;
  const signatures = join(folder, 'signatures');
  mkdirSync(signatures);
  writeFileSync(join(signatures, 'test.ndb'), `Eicar-Test:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  const lines = {
    Foreground: 'yes',
    LocalSocket: join(folder, 'clamd.sock'),
    DatabaseDirectory: signatures,
    TemporaryDirectory: folder,
    StreamMaxLength: maxStreamBytes,
    AlertExceedsMax: 'yes',
    MaxThreads: 2,
    SelfCheck: 0,
    ...settings,
  };
  const configuration = Object.entries(lines).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(join(folder, 'clamd.conf'), configuration.join(''));
  programs.start(`${prefix}${program}`, ['-c', join(folder, 'clamd.conf')]);
  try {
    await programs.until(() => existsSync(lines.LocalSocket) && accepts(lines.LocalSocket));
  } catch (error) {
    await programs.stop();
    throw error;
  }
  return { url: `unix:${lines.LocalSocket}`, stop: programs.stop };
}

function accepts(path) {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => socket.destroy());
    socket.once('error', () => undefined);
    socket.once('close', (hadError) => resolve(!hadError));
  });
}
