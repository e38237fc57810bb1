// Libraries that are preloaded into a server before the C library, to let the system fail it.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Without a C compiler, a developer's tests are skipped. In CI they fail. */
export const canPreload = Boolean(process.env.CI) || spawnSync('cc', ['--version']).status === 0;

/** Compiles `NAME.c` into the folder. Returns the path of the library. */
export function makeLibrary(name: string, folder: string): string {
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
  const library = join(folder, `${name}.so`);
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The C compiler could not make the library of ${name}.c`);
  return library;
}

// Lets the changes of a server to its files fail from any one of them on, by a preloaded library (failing-writes.c).

const controlBytes = 24;
const { ENOSPC, EIO } = constants.errno;
const errors = { ENOSPC, EIO };

export type WriteError = keyof typeof errors;

export interface FailingWrites {
  /** Environment variables for the server. */
  env: Record<string, string>;
  /** The number of changes so far: writes, flushes, new files and folders, renames. */
  made(): number;
  /** Lets this many changes succeed, and all others fail until `heal` is called. */
  failAfter(changes: number, error: WriteError): void;
  heal(): void;
  close(): void;
}

/** `folder`: for the library and its control file. `beneath`: where changes are counted and fail. */
export function prepareFailingWrites(folder: string, beneath: string): FailingWrites {
  const library = makeLibrary('failing-writes', folder);
  const control = join(folder, 'failing-writes.control');
  const fd = openSync(control, 'w+');
  writeSync(fd, Buffer.alloc(controlBytes), 0, controlBytes, 0);
  const read = (at: number) => {
    const number = Buffer.alloc(8);
    readSync(fd, number, 0, 8, at);
    return Number(number.readBigInt64LE());
  };
  const write = (at: number, value: number) => {
    const number = Buffer.alloc(8);
    number.writeBigInt64LE(BigInt(value));
    writeSync(fd, number, 0, 8, at);
  };
  return {
    env: { LD_PRELOAD: library, FAULT_CONTROL: control, FAULT_BENEATH: beneath },
    made: () => read(0),
    failAfter(changes, error) {
      write(8, changes);
      write(16, errors[error]);
    },
    heal: () => write(16, 0),
    close: () => closeSync(fd),
  };
}

// Sets the system's clock of a server while it runs, by a preloaded library (shifted-clock.c). The clock of the test stays.

export interface ShiftedClock {
  /** Environment variables for the server. */
  env: Record<string, string>;
  /** Sets the clock to the real time plus this. */
  set(offsetMs: number): void;
  /** The time on the shifted clock. */
  now(): number;
  close(): void;
}

export function prepareShiftedClock(folder: string): ShiftedClock {
  const control = join(folder, 'shifted-clock.control');
  const fd = openSync(control, 'w+');
  let offset = 0;
  const set = (offsetMs: number) => {
    offset = offsetMs;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(offsetMs));
    writeSync(fd, bytes, 0, bytes.length, 0);
  };
  set(0);
  return {
    env: { LD_PRELOAD: makeLibrary('shifted-clock', folder), CLOCK_CONTROL: control },
    set,
    now: () => Date.now() + offset,
    close: () => closeSync(fd),
  };
}
