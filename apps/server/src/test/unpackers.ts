// The programs that people unpack a ZIP with. The long tests install them if that is permitted (scripts/system-packages.mjs).
import { execFile, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const env = { ...process.env, LC_ALL: 'C.UTF-8' };

export interface Unpacker {
  name: string;
  /** The command that reads every byte and fails if one is wrong. */
  check(zip: string): string[];
  /** The command that prints a line for each member. */
  list(zip: string): string[];
  /** The command that unpacks these members into an existing folder, or all of them. */
  unpack(zip: string, folder: string, members?: string[]): string[];
  /** Whether the program reads the archive from its standard input, and so without the central directory. */
  isStreaming?: boolean;
}

const inPython = 'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as zip:\n ';
const extract = 'zip.extractall(sys.argv[2], sys.argv[3:] or None)';
const failIfBad = 'bad = zip.testzip()\n if bad: sys.exit(bad)';

export const unpackers: Unpacker[] = [
  {
    name: 'unzip',
    check: (zip) => ['unzip', '-tqq', zip],
    list: (zip) => ['unzip', '-Z1', zip],
    unpack: (zip, folder, members = []) => ['unzip', '-qq', zip, ...members, '-d', folder],
  },
  {
    name: '7z',
    check: (zip) => ['7z', 't', '-bd', zip],
    list: (zip) => ['7z', 'l', '-ba', zip],
    unpack: (zip, folder, members = []) => ['7z', 'x', '-bd', zip, `-o${folder}`, ...members],
  },
  {
    name: 'bsdtar',
    check: (zip) => ['bsdtar', '-cf', '/dev/null', `@${zip}`],
    list: (zip) => ['bsdtar', '-tf', zip],
    unpack: (zip, folder, members = []) => ['bsdtar', '-xf', zip, '-C', folder, ...members],
  },
  {
    name: 'bsdtar from a pipe',
    check: () => ['bsdtar', '-cf', '/dev/null', '@-'],
    list: () => ['bsdtar', '-tf', '-'],
    unpack: (_, folder, members = []) => ['bsdtar', '-xf', '-', '-C', folder, ...members],
    isStreaming: true,
  },
  {
    name: 'python3',
    check: (zip) => ['python3', '-c', inPython + failIfBad, zip],
    list: (zip) => ['python3', '-c', `${inPython}print(*zip.namelist(), sep='\\n')`, zip],
    unpack: (zip, folder, members = []) => ['python3', '-c', inPython + extract, zip, folder, ...members],
  },
];

/** Each of these starts, prints its version or usage, and ends. */
const present = new Set(
  ['unzip', '7z', 'bsdtar', 'python3'].filter((program) => {
    const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' });
    return error === undefined;
  }),
);

export function isPresent({ name }: Unpacker): boolean {
  return present.has(name.split(' ')[0] ?? '');
}

/** In CI a missing program fails its tests. */
export function mayUse(unpacker: Unpacker): boolean {
  return Boolean(process.env.CI) || isPresent(unpacker);
}

/** Runs a command of an unpacker. Returns what it printed. @throws if it finds a fault */
export async function runUnpacker(
  { isStreaming }: Unpacker,
  command: string[],
  zip: string,
): Promise<string> {
  const [program = '', ...args] = command;
  const running = run(program, args, { env, maxBuffer: 2 ** 28 });
  if (isStreaming && running.child.stdin) {
    // The program may end before it has read everything. Its exit code tells whether that is a fault.
    await pipeline(createReadStream(zip), running.child.stdin).catch(() => {});
  }
  return (await running).stdout;
}
