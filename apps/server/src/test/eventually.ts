import { vi } from 'vitest';

/** Generous, because the machine may be busy. */
const timeout = 30_000;

/** Repeats `look` until it does not throw, and returns its result. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout, interval: 20 });
}
