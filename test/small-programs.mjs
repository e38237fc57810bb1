// Programs that read what Cellar writes, from Debian's packages: the download managers aria2 and wget, and xmllint.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { libraryFolder, unpackPackages } from './programs.mjs';

const packages = { aria2c: 'aria2', wget: 'wget', xmllint: 'libxml2-utils' };

/** Returns the folders of the unpacked packages, without those that are installed. @throws Failure without the packages */
export function unpackSmallPrograms() {
  const folders = Object.entries(packages).map(([program, name]) =>
    unpackPackages({ title: program, name, packages: [name], file: `/usr/bin/${program}` }),
  );
  return folders.filter((folder) => folder !== '');
}

/** Whether tests with these programs must be skipped. In CI they fail. */
export function areSmallProgramsMissing() {
  try {
    unpackSmallPrograms();
    return false;
  } catch (error) {
    if (process.env.CI) throw error;
    return true;
  }
}

/** Returns the environment in which the programs run. */
function environment() {
  const folders = unpackSmallPrograms();
  return {
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    PATH: [...folders.map((folder) => `${folder}/usr/bin`), process.env.PATH].join(':'),
    LD_LIBRARY_PATH: folders.map(libraryFolder).join(':'),
  };
}

const run = promisify(execFile);

/** Runs a program and returns its output. @throws if it fails, with its output */
export async function runSmallProgram(program, args) {
  const { stdout } = await run(program, args, { env: environment() });
  return stdout;
}
