// For what comes a moment after an answer: looks again until it is there. Used by the tests.
import { vi } from 'vitest';

/** A limit for what never comes, not for what is slow: the machine may be busy. */
const timeout = 30_000;

/** Gives what `look` gives as soon as it no longer throws. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout, interval: 20 });
}
