// Keeps a long computation from blocking the event loop: call `await yieldIfDue()` between its steps.
import { setImmediate } from 'node:timers/promises';

const sliceMs = 8;

/** Returns a function that lets the event loop run if at least 8 ms have passed since it last did. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
