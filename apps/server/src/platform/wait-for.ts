// Waits for a while, or until the caller gives up. Used by what asks other servers at a pace.
import { setTimeout as sleep } from 'node:timers/promises';

/** Throws the signal's own reason, as `fetch` does: Node's timers throw an AbortError, so that a time limit can't be told. */
export async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch((error) => {
    signal?.throwIfAborted();
    throw error;
  });
}
