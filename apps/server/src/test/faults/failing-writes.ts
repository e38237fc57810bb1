// Lets the changes of a server to its files fail from any one of them on, by a preloaded library (failing-writes.c).
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { makeLibrary } from './preloaded-library.ts';

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
