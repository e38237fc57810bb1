// Sets the system's clock of a server while it runs, by a preloaded library (shifted-clock.c). The clock of the test stays.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeLibrary } from './preloaded-library.ts';

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
