// Lets everybody else have their turn while something long is computed: `await breathe()` between its pieces.
import { setImmediate } from 'node:timers/promises';

const sliceMs = 8;

/** What it gives waits one turn of the event loop whenever a slice of time was used up, else it is over at once. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
